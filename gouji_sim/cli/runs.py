"""``gouji-sim runs``: which runs there are, what is in them, and whether they are whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gouji_sim.cli.common import JsonOption, LangOption, console, examples, plain_table, print_json, ui
from gouji_sim.errors import GoujiError, Problem, RunDirectoryError, StudyError
from gouji_sim.i18n import message, term

if TYPE_CHECKING:
    from gouji_sim.study import CellRun, Run
    from gouji_sim.study.plan import Stop

app = typer.Typer(add_completion=False, no_args_is_help=True, help=ui("study.runs"))

RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help=ui("study.run_argument"))]


@app.command("list", help=ui("study.runs_list"), epilog=examples("runs list", "runs list elsewhere --json"))
def list_(
    folder: Annotated[
        Path, typer.Argument(metavar="[FOLDER]", envvar="GOUJI_SIM_RUNS", help=ui("study.folder_argument"))
    ] = Path("runs"),
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.study import open_run

    found: list[tuple[Path, Run | GoujiError]] = []
    for manifest in sorted(folder.glob("*/manifest.json")):
        try:
            found.append((manifest.parent, open_run(manifest.parent)))
        except GoujiError as error:
            found.append((manifest.parent, error))
    if as_json:
        print_json({"runs": [_line(path, run) for path, run in found]})
        return
    columns = ("run_column", "label", "state", "counted", "created")
    table = plain_table(*(message(f"study.{key}", lang) for key in columns), right=(3,))
    for path, run in found:
        if isinstance(run, GoujiError):
            table.add_row(str(path), "", message("study.state_damaged", lang), "", "")
        else:
            table.add_row(
                str(path),
                run.manifest.plan.label(lang),
                message(f"study.state_{run.checkpoint.state}", lang),
                f"{run.checkpoint.done:,} {message(f'study.{run.mode}', lang)}",
                run.manifest.created,
            )
    console().print(table)


@app.command(
    help=ui("study.runs_show"),
    epilog=examples("runs show runs/study-1-0123abcd", "runs show runs/study-1-0123abcd --json --lang zh"),
)
def show(run: RunArgument, lang: LangOption = "en", as_json: JsonOption = False) -> None:
    from gouji_sim.study import open_run

    found = open_run(run)
    if as_json:
        cells = [
            {"id": cell.id, "n_deals": cell.n_deals, "n_records": cell.n_records, "lineup": list(cell.lineup)}
            for cell in found.cells
        ]
        print_json({**_line(run, found), "manifest": found.manifest.to_dict(), "cells": cells})
        return
    out = console()
    out.print(found.manifest.plan.label(lang), style="bold")
    plan = found.manifest.plan
    facts = {
        "state": message(f"study.state_{found.checkpoint.state}", lang),
        "counted": f"{found.checkpoint.done:,} / {plan.units:,} {message(f'study.{found.mode}', lang)}",
        "seed": ", ".join(map(str, dict.fromkeys(cell.seed for cell in found.cells))),
        "created": found.manifest.created,
        "engine": ", ".join(f"{key} {value}" for key, value in found.manifest.engine.items()),
        "study_hash": plan.hash,
    }
    for key, value in facts.items():
        out.print(f"{message(f'study.{key}', lang)}: {value}")
    headings = [message(f"study.{key}", lang) for key in ("cell", "label", "deals_column", "records_column")]
    if plan.stop is not None:
        headings.append(term(plan.stop.statistic, lang))
    table = plain_table(*headings, right=(2, 3, 4))
    for cell in found.cells:
        row = [cell.id, cell.label(lang), f"{cell.n_deals:,}", f"{cell.n_records:,}"]
        if plan.stop is not None:
            row.append(_figure(cell, plan.stop))
        table.add_row(*row)
    out.print(table)


@app.command(
    help=ui("study.runs_verify"), epilog=examples("runs verify runs/study-1-0123abcd", "runs verify runs/*")
)
def verify(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help=ui("study.run_argument"))],
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.study.verify import check_run

    problems: list[Problem] = []
    unknown = 0
    for path in runs:
        try:
            run, found = check_run(path)
        except StudyError as error:
            run, found = None, list(error.problems)
            unknown += len(found)
        problems += found
        if run is not None and not found and not as_json:
            state = message(f"study.state_{run.checkpoint.state}", lang)
            typer.echo(message("study.whole", lang, run=path, parts=len(run.checkpoint.parts), state=state))
    if as_json:
        print_json({"problems": [{"place": p.place, "reason": p.reason} for p in problems]})
    if problems:
        raise (RunDirectoryError if len(problems) > unknown else StudyError)(problems)


def _figure(cell: CellRun, stop: Stop) -> str:
    """The statistic of the stop rule in one cell with its interval."""
    from gouji_sim.stats.catalogue import estimate

    if not cell.totals.n:
        return "–"
    found = estimate(cell.totals, stop.statistic, stop.level, options=cell.variant.options)
    if found.value is None or found.low is None or found.high is None:
        return "–"
    return f"{found.value:.5f} [{found.low:.5f}, {found.high:.5f}]"


def _line(path: Path, run: Run | GoujiError) -> dict[str, Any]:
    if isinstance(run, GoujiError):
        return {"run": str(path), "state": "damaged", "problems": [str(problem) for problem in run.problems]}
    plan = run.manifest.plan
    return {
        "run": str(path),
        "name": plan.name,
        "state": run.checkpoint.state,
        "mode": plan.mode,
        "units": run.checkpoint.done,
        "units_planned": plan.units,
        "cells": len(plan.cells),
        "study_hash": plan.hash,
        "created": run.manifest.created,
    }
