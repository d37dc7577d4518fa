"""Whether a run directory is whole: every checksum, and every part that should be there."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from pathlib import Path

from gouji_sim.errors import GoujiError, Problem
from gouji_sim.stats.totals import Totals
from gouji_sim.study.checkpoint import Checkpoint, Part
from gouji_sim.study.reader import Run, open_run
from gouji_sim.study.store import RunFiles

__all__ = ["check_parts", "check_run"]

_BLOCK = 1 << 20


def check_parts(files: RunFiles, checkpoint: Checkpoint, skip: Collection[int] = ()) -> list[Problem]:
    """A problem for each part that is missing or not what the checkpoint says; shards in ``skip`` are not
    looked at."""
    return [
        Problem(str(files.part(index)), reason)
        for index, part in checkpoint.parts.items()
        if index not in skip and (reason := _fault(files.part(index), part))
    ]


def check_run(path: str | Path) -> tuple[Run | None, list[Problem]]:
    """Check a whole directory: the run, if it can be opened at all, and every problem found.

    Where all records are kept, the totals of a finished run are computed again from them.
    """
    try:
        run = open_run(path)
    except GoujiError as error:
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


def _fault(path: Path, part: Part) -> str | None:
    try:
        if path.stat().st_size != part.size:
            return f"has {path.stat().st_size} bytes, not {part.size}"
        found = hashlib.sha256()
        with open(path, "rb") as file:
            while block := file.read(_BLOCK):
                found.update(block)
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return None if found.hexdigest() == part.sha256 else "is damaged: the checksum does not match"
