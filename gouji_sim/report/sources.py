"""Where the cells of a document come from: run directories, and which cells played the same deals."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gouji_sim.errors import Problem, RunDirectoryError, StudyError
from gouji_sim.i18n import Lang
from gouji_sim.rules.registry import fold, variant_names
from gouji_sim.stats.paired import PairedTotals

if TYPE_CHECKING:
    from gouji_sim.study import CellRun, Run

__all__ = [
    "Source",
    "exchanged_sweeps",
    "hands_exchanged",
    "open_sources",
    "paired_totals",
    "replays",
    "same_deals",
    "side_by_side",
    "sources_of",
]


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

    Raises RunDirectoryError with the problems of all runs that cannot be read, StudyError where they are only
    that there is no such run or that nothing of it is played.
    """
    from gouji_sim.study import open_run

    runs: list[Run] = []
    problems: list[Problem] = []
    damaged = False
    for path in paths:
        try:
            run = open_run(path)
            if not any(cell.n_units for cell in run.cells):
                raise StudyError("has no finished deals yet", str(path))
            runs.append(run)
        except RunDirectoryError as error:
            damaged = True
            problems += error.problems
        except StudyError as error:
            problems += (Problem(p.place, p.reason + _variant_hint(str(path))) for p in error.problems)
    if problems:
        raise (RunDirectoryError if damaged else StudyError)(problems)
    return sources_of(runs)


def _variant_hint(name: str) -> str:
    """What to do instead with the name of a variant where a run is meant."""
    known = not os.path.exists(name) and fold(name.partition(":")[0]) in variant_names()
    return "; it is a variant: gouji-sim compare plays variants, gouji-sim run makes a run" if known else ""


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
    for a, b in side_by_side([base, one]):
        found += PairedTotals.from_records(a, b, *options, unit_a=base.unit, unit_b=one.unit)
    return (found, False) if found.n else None


def exchanged_sweeps(base: Source, one: Source) -> tuple[int, int, int] | None:
    """Sweeps of single deals played again with the teams' hands exchanged; None for unrelated cells.

    Counts the deals of ``base`` that ended in a sweep, those of them where the same hands swept again, and
    those where the same seats did.
    """
    if not hands_exchanged(base, one):
        return None
    swept = hands = seats = 0
    for first, second in side_by_side([base, one], ("deal", "sweep")):
        there = first["sweep"] >= 0
        swept += int(there.sum())
        seats += int((there & (second["sweep"] == first["sweep"])).sum())
        hands += int((there & (second["sweep"] == 1 - first["sweep"])).sum())
    return (swept, hands, seats) if swept else None


def hands_exchanged(base: Source, one: Source) -> bool:
    """Whether the cells are the same single deals and players but for the teams' hands."""
    a, b = base.cell.cell, one.cell.cell
    return _same_play(base, one) and a.replicate == b.replicate and (b.rotation - a.rotation) % 2 == 1


def replays(sources: Sequence[Source]) -> list[list[Source]]:
    """Groups of two cells or more: the same single deals and players with fresh randomness of play."""
    groups: list[list[Source]] = []
    for source in sources:
        for group in groups:
            if _same_play(group[0], source) and group[0].cell.cell.rotation == source.cell.cell.rotation:
                group.append(source)
                break
        else:
            groups.append([source])
    return [group for group in groups if len(group) > 1]


def _same_play(base: Source, one: Source) -> bool:
    a, b = base.cell.cell, one.cell.cell
    return (
        base.cell.mode == one.cell.mode == "deals"
        and (a.seed, a.lineup) == (b.seed, b.lineup)
        and base.cell.variant == one.cell.variant
    )


def side_by_side(
    sources: Sequence[Source], columns: Sequence[str] | None = None
) -> Iterator[list[npt.NDArray[Any]]]:
    """Equal stretches of the records of all, deal by deal, as far as all have them.

    Raises RunDirectoryError when the deals do not line up.
    """
    streams = [source.cell.batches(columns) for source in sources]
    rest = [next(stream, None) for stream in streams]
    while True:
        held = [records for records in rest if records is not None]
        if len(held) < len(rest):
            return
        n = min(map(len, held))
        if any(not np.array_equal(held[0]["deal"][:n], records["deal"][:n]) for records in held[1:]):
            raise RunDirectoryError("their deals do not line up", ", ".join(source.id for source in sources))
        yield [records[:n] for records in held]
        rest = [
            records[n:] if len(records) > n else next(stream, None)
            for records, stream in zip(held, streams, strict=True)
        ]
