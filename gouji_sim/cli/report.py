"""``gouji-sim report``: one page about one or several runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gouji_sim.cli.common import JsonOption, LangOption, console, examples, ui
from gouji_sim.i18n import message

app = typer.Typer(add_completion=False)


@app.command(
    help=ui("report.help.report"),
    epilog=examples(
        "report runs/study-7-1a2b3c4d --out report.html",
        "report runs/a runs/b --lang zh",
        "report runs/a --json",
    ),
)
def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help=ui("report.help.runs"))],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=ui("report.help.report_out"))] = None,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.report.files import json_text
    from gouji_sim.report.produce import report_runs
    from gouji_sim.report.sources import open_sources
    from gouji_sim.report.terminal import print_tables

    page = out if out is not None or as_json else Path("report.html")
    product = report_runs(open_sources(runs), lang, page)
    if as_json:
        typer.echo(json_text(product.json), nl=False)
        return
    print_tables(product.document, ("key",), console())
    typer.echo(message("report.written", lang, path=page))
