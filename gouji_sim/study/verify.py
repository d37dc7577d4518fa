"""Whether a run directory is whole: every checksum, and every part that should be there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gouji_sim.errors import Problem, RunDirectoryError
from gouji_sim.stats.totals import Totals
from gouji_sim.study.checkpoint import Checkpoint
from gouji_sim.study.reader import Run, open_run
from gouji_sim.study.store import RunFiles

__all__ = ["check_parts", "check_run"]


def check_parts(
    files: RunFiles, checkpoint: Checkpoint, skip: Callable[[int], bool] = lambda _: False
) -> list[Problem]:
    """A problem for each part that is missing or not what the checkpoint says; shards that ``skip`` is true
    of are not looked at."""
    return [
        Problem(str(files.part(index)), reason)
        for index, part in checkpoint.parts.items()
        if not skip(index) and (reason := files.fault(index, part.size, part.sha256))
    ]


def check_run(path: str | Path) -> tuple[Run | None, list[Problem]]:
    """Check a whole directory: the run, if it can be opened at all, and every problem found.

    Raises StudyError when it is no run directory.
    Where all records are kept, the totals of a finished run are computed again from them.
    """
    try:
        run = open_run(path)
    except RunDirectoryError as error:
        return None, list(error.problems)
    problems = check_parts(run.files, run.checkpoint)
    known = set(run.checkpoint.parts)
    problems += [
        Problem(str(run.files.part(index)), "does not belong to the run")
        for index in run.files.part_indices()
        if index not in known and run.checkpoint.finished
    ]
    if not problems and run.checkpoint.finished and run.manifest.plan.kept is None:
        problems += _recount(run)
    return run, problems


def _recount(run: Run) -> list[Problem]:
    problems = []
    for cell in run.cells:
        options, unit = cell.variant.options, cell.deals_per_unit
        totals = Totals.empty()
        for batch in cell.batches():
            totals += Totals.from_records(batch, options, unit=unit)
        if totals != cell.totals:
            problems.append(Problem(str(run.files.totals), f"cell {cell.id} does not agree with its records"))
    return problems
