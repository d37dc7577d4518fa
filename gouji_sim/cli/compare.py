"""``gouji-sim compare``: variants or runs against a baseline on common deals."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gouji_sim.cli.common import JsonOption, LangOption, SetOption, console, examples, ui
from gouji_sim.cli.studies import BackendOption, JobsOption, QuietOption, progress_for
from gouji_sim.errors import Problem, StudyError, VariantError
from gouji_sim.i18n import Lang, message

if TYPE_CHECKING:
    from gouji_sim.report.produce import Product
    from gouji_sim.study import Run

app = typer.Typer(add_completion=False)

GATE_FAILED = 4
_POLICIES = ("random", "greedy")
_DEALS = "100_000"


@app.command(
    help=ui("report.help.compare"),
    epilog=examples(
        "compare qingdao hero zhangqiu --deals 200_000 --policy random --policy greedy",
        "compare qingdao qingdao:yield=false --statistic sweep_rate --margin sweep_rate=0.005",
        "compare runs/before runs/after --fail-on 'abs(sweep_rate)>0.02'",
    ),
)
def compare(
    names: Annotated[list[str], typer.Argument(metavar="RUN|VARIANT...", help=ui("report.help.names"))],
    policy: Annotated[
        list[str] | None, typer.Option("--policy", "-p", metavar="NAMES", help=ui("report.help.policy"))
    ] = None,
    settings: SetOption = None,
    deals: Annotated[str | None, typer.Option(metavar="N", help=ui("report.help.deals"))] = None,
    sessions: Annotated[str | None, typer.Option(metavar="N", help=ui("report.help.sessions"))] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help=ui("report.help.seed"))] = None,
    baseline: Annotated[str | None, typer.Option(metavar="NAME", help=ui("report.help.baseline"))] = None,
    statistic: Annotated[
        list[str] | None, typer.Option("--statistic", "-s", metavar="ID", help=ui("report.help.statistic"))
    ] = None,
    margin: Annotated[list[str] | None, typer.Option(metavar="ID=X", help=ui("report.help.margin"))] = None,
    fail_on: Annotated[
        list[str] | None, typer.Option("--fail-on", metavar="CONDITION", help=ui("report.help.fail_on"))
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=ui("report.help.compare_out"))] = None,
    run_dir: Annotated[
        Path | None, typer.Option("--run", metavar="DIR", help=ui("report.help.run_dir"))
    ] = None,
    jobs: JobsOption = None,
    backend: BackendOption = None,
    quiet: QuietOption = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.report.comparison import COMPARED, check_statistics
    from gouji_sim.report.files import check_page
    from gouji_sim.report.gates import parse_gates
    from gouji_sim.report.produce import compare_runs
    from gouji_sim.report.sources import open_sources, sources_of

    gates = parse_gates(fail_on or [])
    margins = _margins(margin or [])
    statistics = list(dict.fromkeys([*(statistic or COMPARED), *(gate.statistic for gate in gates)]))
    playing = {
        "--policy": policy,
        "--deals": deals,
        "--sessions": sessions,
        "--seed": seed,
        "--set": settings,
    }
    check_statistics([*statistics, *margins])
    page = out if out is not None or as_json else Path("compare.html")
    if page is not None:
        check_page(page)
    runs = [name for name in names if os.path.isdir(name)]
    _check_paths(names)
    if runs and len(runs) < len(names):
        raise StudyError("runs and variants cannot be mixed: give one kind or the other", "compare")
    if runs:
        given = [flag for flag, value in {**playing, "--run": run_dir}.items() if value]
        if given:
            raise StudyError(
                [Problem(flag, "is for variants, not for runs that are played already") for flag in given]
            )
        sources = open_sources(names)
    elif len(set(names)) < 2:
        raise StudyError("there must be two variants or runs at least", "compare")
    else:
        run = _play(names, baseline, playing, run_dir, jobs, backend, quiet, lang)
        sources, baseline = sources_of([run]), None
    flags = [part for name in statistics for part in ("--statistic", name)]
    flags += [part for text in margin or [] for part in ("--margin", text)]
    flags += ["--baseline", baseline] if baseline else []
    product = compare_runs(
        sources,
        lang,
        page,
        baseline=baseline,
        statistics=statistics,
        margins=margins,
        gates=gates,
        flags=flags,
    )
    _show(product, lang, as_json)
    if product.failed:
        raise typer.Exit(GATE_FAILED)


def _play(
    names: Sequence[str],
    baseline: str | None,
    playing: dict[str, Any],
    run_dir: Path | None,
    jobs: int | None,
    backend: str | None,
    quiet: bool,
    lang: Lang,
) -> Run:
    """Play the variants on common deals, the baseline first, or take up the run that did."""
    from gouji_sim.rules.registry import parse_overrides
    from gouji_sim.study import open_run
    from gouji_sim.study.config import read_config
    from gouji_sim.study.failures import Interrupted
    from gouji_sim.study.grid import build_plan
    from gouji_sim.study.machine import read_machine
    from gouji_sim.study.runner import Settings, start_run

    flags: dict[str, Any] = {
        "name": "compare",
        "records": "none",
        "variants": [_variant(name) for name in _baseline_first(names, baseline)],
        "policies": playing["--policy"] or list(_POLICIES),
    }
    if playing["--deals"] is None and playing["--sessions"] is None:
        flags["deals"] = _DEALS
    for key in ("deals", "sessions", "seed"):
        if playing[f"--{key}"] is not None:
            flags[key] = playing[f"--{key}"]
    plan = build_plan(read_config(None, flags, parse_overrides(playing["--set"] or [])))
    machine = read_machine({"jobs": jobs, "backend": backend}, os.environ, bool(plan.own_policies))
    path = run_dir or Path(machine.runs) / f"{plan.name}-{plan.cells[0].seed}-{plan.hash[:8]}"
    try:
        settings = Settings(machine.jobs, machine.backend, machine.scheduler, progress_for(quiet, lang))
        start_run(plan, path, settings)
    except Interrupted as interrupted:
        said = message("study.interrupted", lang, signal=interrupted)
        sys.stderr.write(f"{said} {message('study.same_command', lang)}\n")
        raise typer.Exit(interrupted.exit_code) from None
    return open_run(path)


def _check_paths(names: Sequence[str]) -> None:
    """Raises StudyError for paths at which there is neither a run nor a variant file."""
    problems = [
        Problem(name, "no such run directory; a variant is an id, an alias or a file that ends in .toml")
        for name in names
        if "/" in (path := name.partition(":")[0]) and not (path.endswith(".toml") or os.path.exists(name))
    ]
    if problems:
        raise StudyError(problems)


def _baseline_first(names: Sequence[str], baseline: str | None) -> list[str]:
    if baseline is None:
        return list(names)
    same = [name for name in names if name == baseline] or [
        name for name in names if _id(name) == _id(baseline)
    ]
    if not same:
        raise StudyError(f"{baseline!r} is none of {', '.join(names)}", "--baseline")
    return [same[0], *(name for name in names if name != same[0])]


def _id(name: str) -> str:
    """The id that an alias stands for, with the options set behind it; the name itself where it is none."""
    from gouji_sim.rules import load_variant

    variant, _, options = name.partition(":")
    try:
        return f"{load_variant(variant).id}:{options}"
    except VariantError:
        return name


def _variant(name: str) -> str | dict[str, Any]:
    """``hero`` or ``hero:yield=false,melee_at=5`` as an entry of a study."""
    from gouji_sim.rules.registry import parse_overrides

    variant, colon, options = name.partition(":")
    if not colon:
        return name
    try:
        return {"use": variant, "set": parse_overrides(re.split(r",(?=\w+=)", options))}
    except VariantError as error:
        raise VariantError(Problem(repr(name), problem.reason) for problem in error.problems) from None


def _margins(texts: Sequence[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    problems = []
    for text in texts:
        statistic, _, number = text.partition("=")
        try:
            found[statistic.strip()] = float(number)
        except ValueError:
            problems.append(
                Problem(f"--margin {text!r}", "must be a statistic and a number, such as plays=2")
            )
            continue
        if not found[statistic.strip()] >= 0:
            problems.append(Problem(f"--margin {text!r}", "must not be negative"))
    if problems:
        raise StudyError(problems)
    return found


def _show(product: Product, lang: Lang, as_json: bool) -> None:
    """The tables or the JSON on standard output, failed gates on standard error."""
    from gouji_sim.report.files import json_text
    from gouji_sim.report.terminal import print_tables

    if as_json:
        typer.echo(json_text(product.json), nl=False)
    else:
        print_tables(product.document, ("gates", "order", "differences"), console())
        order = next(section for section in product.document.sections if section.id == "order")
        for line in order.paragraphs:
            typer.echo(line)
        typer.echo(message("report.compare.written", lang, path=product.page))
    for failure in product.failed:
        one = failure.judged.pairing.one.label(lang)
        sys.stderr.write(message("report.compare.failed", lang, gate=failure.gate.text, cell=one) + "\n")
