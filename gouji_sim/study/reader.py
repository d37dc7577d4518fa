"""Reading a run: manifest, totals, and records as a stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from gouji_sim.errors import RunDirectoryError
from gouji_sim.i18n import Lang
from gouji_sim.rules import Variant
from gouji_sim.stats.paired import PairedTotals
from gouji_sim.stats.totals import Totals
from gouji_sim.study.checkpoint import Checkpoint
from gouji_sim.study.codec import decode_cell, open_part
from gouji_sim.study.manifest import Manifest
from gouji_sim.study.plan import Cell, Contrast, Mode, Pair
from gouji_sim.study.store import RunFiles

__all__ = ["CellRun", "Run", "open_run", "read_checkpoint"]


@dataclass(frozen=True)
class CellRun:
    """One cell of a run: what was played and what came out."""

    cell: Cell
    mode: Mode
    n_units: int
    totals: Totals
    files: RunFiles = field(repr=False)
    checkpoint: Checkpoint = field(repr=False)

    @property
    def id(self) -> str:
        return self.cell.id

    @property
    def variant(self) -> Variant:
        return self.cell.variant

    @property
    def lineup(self) -> tuple[str, ...]:
        """The six policies by seat."""
        return self.cell.lineup

    @property
    def seed(self) -> int:
        return self.cell.seed

    @property
    def deals_per_unit(self) -> int:
        """Deals of an independent unit: 1, or the length of a session."""
        return self.cell.deals_per_unit(self.mode)

    @property
    def n_deals(self) -> int:
        """Deals counted in the totals."""
        return self.n_units * self.deals_per_unit

    @property
    def n_records(self) -> int:
        """Deals whose records are stored, in the parts that the totals cover."""
        return sum(units for _, units in self._parts()) * self.deals_per_unit

    def label(self, lang: Lang) -> str:
        """The cell for people."""
        return self.cell.label(lang)

    def batches(self, columns: Iterable[str] | None = None) -> Iterator[NDArray[Any]]:
        """The stored records in order of deals, a structured array a shard, all fields of RECORD_DTYPE or
        ``columns``.

        Holds one shard of this cell at a time. Raises RunDirectoryError for a part that is missing or
        damaged.
        """
        names = None if columns is None else list(columns)
        group = [cell.id for cell in self.checkpoint.plan.cells].index(self.id)
        for index, units in self._parts():
            place = str(self.files.part(index))
            self._check(index)
            first = index * self.checkpoint.plan.shard * self.deals_per_unit
            try:
                with open_part(self.files.part(index), place) as file:
                    rows = decode_cell(file, group, first, self.variant.options, names)
            except (OSError, KeyError, IndexError) as error:
                raise RunDirectoryError(f"is damaged: {error}", place) from error
            yield rows[: units * self.deals_per_unit]

    def _check(self, index: int) -> None:
        """Raises RunDirectoryError unless the part is what the totals say; those on disk count where a runner
        has written the part anew since the run was opened."""
        part = self.checkpoint.parts[index]
        if not (fault := self.files.fault(index, part.size, part.sha256)):
            return
        newer = read_checkpoint(self.files, Manifest.read(self.files)).parts.get(index)
        if newer is None:
            fault = "is just being played again, by a run that is made longer"
        elif newer != part:
            fault = self.files.fault(index, newer.size, newer.sha256)
        if fault:
            raise RunDirectoryError(fault, str(self.files.part(index)))

    def _parts(self) -> Iterator[tuple[int, int]]:
        """Index and units of each part that is counted."""
        plan = self.checkpoint.plan
        for index, part in sorted(self.checkpoint.parts.items()):
            units = min(part.units, self.n_units - index * plan.shard)
            if units > 0:
                yield index, units


@dataclass(frozen=True)
class Run:
    """A run directory, finished or not: what is counted so far."""

    files: RunFiles = field(repr=False)
    manifest: Manifest
    checkpoint: Checkpoint = field(repr=False)

    @property
    def path(self) -> Path:
        return self.files.path

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to play."""
        return self.checkpoint.finished

    @property
    def mode(self) -> Mode:
        return self.manifest.plan.mode

    @cached_property
    def cells(self) -> list[CellRun]:
        """The cells in the order of the study."""
        done = self.checkpoint.done
        return [
            CellRun(cell, self.mode, done, self.checkpoint.cells[cell.id], self.files, self.checkpoint)
            for cell in self.manifest.plan.cells
        ]

    @property
    def pairs(self) -> Mapping[Pair, PairedTotals]:
        """Totals over the same deals of two cells, ``a`` first.

        `stats.difference` of them is b less a: the baseline less the other cell.
        """
        return {pair: self.checkpoint.pairs[pair.id] for pair in self.manifest.plan.pairs}

    @property
    def contrasts(self) -> tuple[Contrast, ...]:
        """The planned family of comparisons, in the order of the study."""
        return self.manifest.plan.contrasts

    def cell(self, id: str) -> CellRun:
        """The cell of that id. Raises KeyError."""
        for cell in self.cells:
            if cell.id == id:
                return cell
        raise KeyError(id)


def open_run(path: str | Path) -> Run:
    """Open a run directory for reading. Raises StudyError when there is none, RunDirectoryError when it is
    damaged."""
    files = RunFiles(path)
    manifest = Manifest.read(files)
    return Run(files, manifest, read_checkpoint(files, manifest))


def read_checkpoint(files: RunFiles, manifest: Manifest) -> Checkpoint:
    """The progress of a run. Raises RunDirectoryError when it is missing or damaged."""
    return Checkpoint.from_bytes(files.read(files.totals), manifest.plan, str(files.totals))
