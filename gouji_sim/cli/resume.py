"""``gouji-sim resume``: go on with a run that was interrupted, or make it longer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gouji_sim.cli.common import JsonOption, LangOption, examples, ui
from gouji_sim.cli.studies import (
    BackendOption,
    JobsOption,
    QuietOption,
    SchedulerOption,
    carry_out,
    progress_for,
)

app = typer.Typer(add_completion=False)


@app.command(
    help=ui("study.resume"),
    epilog=examples(
        "resume runs/study-1-0123abcd",
        "resume runs/study-1-0123abcd --extend 1M --jobs 8",
        "resume runs/study-1-0123abcd --backend dask --scheduler tcp://host:8786",
    ),
)
def resume(
    directory: Annotated[Path, typer.Argument(metavar="RUN", help=ui("study.run_argument"))],
    extend: Annotated[
        str | None, typer.Option("--extend", metavar="DEALS", help=ui("study.extend_option"))
    ] = None,
    jobs: JobsOption = None,
    backend: BackendOption = None,
    scheduler: SchedulerOption = None,
    quiet: QuietOption = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    import os

    from gouji_sim.errors import StudyError
    from gouji_sim.study.counts import parse_count
    from gouji_sim.study.machine import read_machine
    from gouji_sim.study.manifest import Manifest
    from gouji_sim.study.runner import Outcome, Settings, extend_run, resume_run
    from gouji_sim.study.store import RunFiles

    try:
        more = None if extend is None else parse_count(extend)
    except ValueError as error:
        raise StudyError(str(error), "--extend") from error
    own = bool(Manifest.read(RunFiles(directory)).plan.own_policies)
    machine = read_machine({"jobs": jobs, "backend": backend, "scheduler": scheduler}, os.environ, own)
    settings = Settings(machine.jobs, machine.backend, machine.scheduler, progress_for(quiet, lang))

    def work(settings: Settings) -> Outcome:
        return resume_run(directory, settings) if more is None else extend_run(directory, more, settings)

    carry_out(work, settings, directory, lang, quiet, as_json)
