"""``gouji-sim replay``: one deal of a run, told and checked against its record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gouji_sim.cli.common import JsonOption, LangOption, examples, print_json, ui
from gouji_sim.errors import Problem, RunDirectoryError, StudyError
from gouji_sim.i18n import message

if TYPE_CHECKING:
    from gouji_sim.narrate.story import Story
    from gouji_sim.study import CellRun, Run

app = typer.Typer(add_completion=False)


@app.command(
    help=ui("table.replay"),
    epilog=examples("replay runs/study --deal 0", "replay runs/study --deal 17 --cell hero.greedy --lang zh"),
)
def replay(
    run: Annotated[Path, typer.Argument(metavar="RUN", help=ui("table.run_argument"))],
    index: Annotated[int, typer.Option("--deal", metavar="I", help=ui("table.run_deal"))],
    cell: Annotated[str | None, typer.Option(metavar="ID", help=ui("table.cell"))] = None,
    decisions: Annotated[bool, typer.Option("--decisions", help=ui("table.decisions"))] = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.cli.lines import print_lines
    from gouji_sim.narrate.deal import tell_deal
    from gouji_sim.narrate.story import retell
    from gouji_sim.narrate.text import Line
    from gouji_sim.study import open_run

    opened = open_run(run)
    chosen = _cell(opened, cell)
    if not 0 <= index < chosen.n_deals:
        raise StudyError(f"the run has the deals 0 to {chosen.n_deals - 1}, not {index}", "--deal")
    story = retell(
        chosen.variant,
        chosen.lineup,
        chosen.seed,
        index,
        session=opened.mode == "sessions",
        rotation=chosen.cell.rotation,
        replicate=chosen.cell.replicate,
        with_options=decisions,
    )
    checked = _check(chosen, story, str(run))
    if as_json:
        print_json({"run": str(run), "cell": chosen.id, "checked": checked, **story.to_dict()})
        return
    if len(opened.cells) > 1:
        print_lines(
            [Line(message("table.deal.cell", lang, cell=chosen.id, label=chosen.label(lang)), "bold")]
        )
    print_lines(tell_deal(story, lang))
    verdict = message("table.deal.agrees" if checked else "table.deal.no_record", lang)
    print_lines([Line(""), Line(verdict, "bold")])


def _cell(run: Run, id: str | None) -> CellRun:
    if id is None:
        return run.cells[0]
    try:
        return run.cell(id)
    except KeyError:
        ids = ", ".join(cell.id for cell in run.cells)
        raise StudyError(f"{id!r} is no cell of the run; it has {ids}", "--cell") from None


def _check(cell: CellRun, story: Story, place: str) -> bool:
    """Compare with the stored record, whole and as far as the telling goes; False when none is stored.

    Raises RunDirectoryError that names every field that differs.
    """
    from gouji_sim.narrate.check import differences

    first = 0
    for batch in cell.batches():
        if story.index < first + len(batch):
            found = differences(story, batch[story.index - first])
            if found:
                problem = Problem(f"{place}: deal {story.index} of cell {cell.id}", "; ".join(found))
                raise RunDirectoryError(problem)
            return True
        first += len(batch)
    return False
