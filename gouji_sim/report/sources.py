"""Where the cells of a document come from: run directories, and which cells played the same deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gouji_sim.errors import Problem, RunDirectoryError
from gouji_sim.i18n import Lang
from gouji_sim.stats.paired import PairedTotals

if TYPE_CHECKING:
    from gouji_sim.study import CellRun, Run

__all__ = ["Source", "exchanged_sweeps", "open_sources", "paired_totals", "same_deals", "sources_of"]


@dataclass(frozen=True)
class Source:
    """A cell of a run under an id that is its own in the document.

    ``mark`` is the name of its run where the same cell comes from several; it is empty otherwise.
    """

    id: str
    cell: CellRun
    run: Run
    mark: str = ""

    def label(self, lang: Lang) -> str:
        """The cell for people."""
        return f"{self.cell.label(lang)} ({self.mark})" if self.mark else self.cell.label(lang)

    @property
    def unit(self) -> int:
        """Deals of an independent unit."""
        return self.cell.deals_per_unit


def open_sources(paths: Sequence[str | Path]) -> list[Source]:
    """The cells of run directories in the order given.

    Raises RunDirectoryError with the problems of all runs that cannot be read, and for a run with nothing
    played.
    """
    from gouji_sim.study import open_run

    runs: list[Run] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            run = open_run(path)
            if not any(cell.n_units for cell in run.cells):
                raise RunDirectoryError("has no finished deals yet", str(path))
            runs.append(run)
        except RunDirectoryError as error:
            problems += error.problems
    if problems:
        raise RunDirectoryError(problems)
    return sources_of(runs)


def sources_of(runs: Sequence[Run]) -> list[Source]:
    """The cells of open runs; ids that several runs share are told apart by the names of the runs."""
    shared = Counter(cell.id for run in runs for cell in run.cells)
    names = _names(runs)
    return [
        Source(
            cell.id if shared[cell.id] == 1 else f"{name}.{cell.id}",
            cell,
            run,
            "" if shared[cell.id] == 1 else name,
        )
        for run, name in zip(runs, names, strict=True)
        for cell in run.cells
    ]


def _names(runs: Sequence[Run]) -> list[str]:
    """The last part of each path, with a number where that is not enough."""
    plain = [run.path.resolve().name for run in runs]
    seen: Counter[str] = Counter()
    names = []
    for name in plain:
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return names


def same_deals(one: Source, base: Source) -> bool:
    """Whether unit i of both was dealt from the same shuffle to the same seats."""
    a, b = one.cell.cell, base.cell.cell
    return (
        one.cell.mode == base.cell.mode
        and one.unit == base.unit
        and (a.seed, a.rotation) == (b.seed, b.rotation)
        and one.id != base.id
    )


def paired_totals(base: Source, one: Source) -> tuple[PairedTotals, bool] | None:
    """Totals of ``base`` and ``one`` over the units that both have; None when there are none.

    Those that a run keeps are taken as they are, with true when ``one`` is the first of the two cells in
    them; else the records of both are read side by side.
    """
    if not same_deals(one, base):
        return None
    if one.run is base.run:
        for pair, totals in one.run.pairs.items():
            if {pair.a, pair.b} == {one.cell.id, base.cell.id}:
                return (totals, pair.a == one.cell.id) if totals.n else None
    found = PairedTotals.empty()
    options = base.cell.variant.options, one.cell.variant.options
    for a, b in _side_by_side(base, one):
        found += PairedTotals.from_records(a, b, *options, unit_a=base.unit, unit_b=one.unit)
    return (found, False) if found.n else None


def exchanged_sweeps(base: Source, one: Source) -> tuple[int, int, int] | None:
    """Sweeps of single deals played again with the teams' hands exchanged; None for cells that are not so
    related.

    Counts the deals of ``base`` that ended in a sweep, those of them where the same hands swept again, and
    those where the same seats did.
    """
    a, b = base.cell.cell, one.cell.cell
    related = base.cell.mode == one.cell.mode == "deals" and (b.rotation - a.rotation) % 2 == 1
    if not related or (a.seed, a.lineup) != (b.seed, b.lineup) or base.cell.variant != one.cell.variant:
        return None
    swept = hands = seats = 0
    for first, second in _side_by_side(base, one, ("deal", "sweep")):
        there = first["sweep"] >= 0
        swept += int(there.sum())
        seats += int((there & (second["sweep"] == first["sweep"])).sum())
        hands += int((there & (second["sweep"] == 1 - first["sweep"])).sum())
    return (swept, hands, seats) if swept else None


def _side_by_side(
    base: Source, one: Source, columns: Sequence[str] | None = None
) -> Iterator[tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
    """Equal stretches of the records of both, deal by deal."""
    rest: list[npt.NDArray[Any] | None] = [None, None]
    streams = [base.cell.batches(columns), one.cell.batches(columns)]
    while True:
        for side, stream in enumerate(streams):
            held = rest[side]
            if held is None or len(held) == 0:
                rest[side] = next(stream, None)
        a, b = rest
        if a is None or b is None:
            return
        n = min(len(a), len(b))
        if not np.array_equal(a["deal"][:n], b["deal"][:n]):
            raise RunDirectoryError("their deals do not line up", f"{one.id}, {base.id}")
        yield a[:n], b[:n]
        rest = [a[n:], b[n:]]
