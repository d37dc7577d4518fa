"""What the verbs that play a study share: how a study is carried out and what is said about it."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from gouji_sim.cli.common import console, print_json, ui
from gouji_sim.i18n import Lang, message

if TYPE_CHECKING:
    from gouji_sim.study.plan import Plan
    from gouji_sim.study.progress import Progress
    from gouji_sim.study.reader import Run
    from gouji_sim.study.runner import Outcome, Settings

__all__ = [
    "BackendOption",
    "JobsOption",
    "QuietOption",
    "SchedulerOption",
    "carry_out",
    "play_plan",
    "progress_for",
]

JobsOption: TypeAlias = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, metavar="N", help=ui("study.jobs_option"))
]
BackendOption: TypeAlias = Annotated[
    str | None, typer.Option("--backend", metavar="NAME", help=ui("study.backend_option"))
]
SchedulerOption: TypeAlias = Annotated[
    str | None, typer.Option("--scheduler", metavar="ADDRESS", help=ui("study.scheduler_option"))
]
QuietOption: TypeAlias = Annotated[bool, typer.Option("--quiet", "-q", help=ui("study.quiet_option"))]

PRECISION_NOT_REACHED = 3


def progress_for(quiet: bool, lang: Lang) -> Progress:
    """A bar on a terminal, lines elsewhere, nothing when quiet."""
    from gouji_sim.study.progress import Bar, Lines, Silent

    if quiet:
        return Silent()
    if sys.stderr.isatty():
        return Bar(console(stderr=True), lang)
    return Lines(sys.stderr, lang)


def carry_out(
    work: Callable[[Settings], Outcome],
    settings: Settings,
    path: Path,
    lang: Lang,
    quiet: bool,
    as_json: bool,
) -> None:
    """Do the work, print where the run is, and leave with the exit code of its outcome."""
    from gouji_sim.study.failures import Interrupted, RunFailed

    advice = message("study.resume_with", lang, command=f"gouji-sim resume {shlex.quote(str(path))}")
    try:
        outcome = work(settings)
    except Interrupted as interrupted:
        sys.stderr.write(f"{message('study.interrupted', lang, signal=interrupted)} {advice}\n")
        raise typer.Exit(interrupted.exit_code) from None
    except RunFailed as failure:
        begun = (path / "manifest.json").is_file()
        raise (failure.with_advice(advice) if begun else failure) from failure
    if not quiet:
        sys.stderr.write(_summary(outcome, lang) + "\n")
    if as_json:
        print_json(
            {
                "run": str(outcome.path),
                "state": outcome.state,
                "units": outcome.units,
                "deals_played": outcome.deals,
                "seconds": round(outcome.seconds, 3),
            }
        )
    else:
        typer.echo(outcome.path)
    if outcome.state == "maximum":
        raise typer.Exit(PRECISION_NOT_REACHED)


def play_plan(
    plan: Plan, path: Path | None, jobs: int | None, backend: str | None, quiet: bool, lang: Lang
) -> Run:
    """Play a plan in ``path``, or in a directory of its own under that of runs, or take up the run that did.

    After an interruption the progress is kept; leaves with its exit code.
    """
    from gouji_sim.study.failures import Interrupted
    from gouji_sim.study.machine import read_machine
    from gouji_sim.study.reader import open_run
    from gouji_sim.study.runner import Settings, start_run

    machine = read_machine({"jobs": jobs, "backend": backend}, os.environ, bool(plan.own_policies))
    path = path or Path(machine.runs) / f"{plan.name}-{plan.cells[0].seed}-{plan.units}-{plan.hash[:8]}"
    try:
        start_run(
            plan, path, Settings(machine.jobs, machine.backend, machine.scheduler, progress_for(quiet, lang))
        )
    except Interrupted as interrupted:
        said = message("study.interrupted", lang, signal=interrupted)
        sys.stderr.write(f"{said} {message('study.same_command', lang)}\n")
        raise typer.Exit(interrupted.exit_code) from None
    return open_run(path)


def _summary(outcome: Outcome, lang: Lang) -> str:
    from gouji_sim.study.counts import format_count

    if not outcome.deals:
        return message("study.already", lang, state=message(f"study.state_{outcome.state}", lang))
    return message(
        "study.finished",
        lang,
        state=message(f"study.state_{outcome.state}", lang),
        deals=format_count(outcome.deals),
        seconds=f"{outcome.seconds:.1f}",
        speed=format_count(round(outcome.deals / max(outcome.seconds, 1e-9))),
    )
