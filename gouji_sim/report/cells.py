"""Cells of runs, read once each into tallies: what all sections of a report are written from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from gouji_sim.i18n import Lang
from gouji_sim.report.breakdowns import Breakdown, breakdowns
from gouji_sim.report.sources import Source
from gouji_sim.report.tally import Histogram, Ratios, whole_units
from gouji_sim.report.view import BatchView
from gouji_sim.rules import Options
from gouji_sim.stats.luck import snowball_totals
from gouji_sim.stats.totals import Totals

if TYPE_CHECKING:
    from gouji_sim.study import CellRun

__all__ = ["CellTally", "read_cells", "tally_cell"]

_LENGTHS = {"plays": 1000, "decisions": 4000, "rounds": 600, "gouji_plays": 400}
"""Lengths that are counted one by one, and from where on they count together."""


@dataclass
class CellTally:
    """One cell with all that was counted in it.

    ``totals`` cover every deal played; ``ratios`` and ``histograms`` the deals whose records were kept,
    ``n_records`` of them. ``repeats`` are, in tribute play, pairs of deals running: won again by the same
    team among those decided.
    """

    source: Source
    breakdowns: dict[str, Breakdown]
    ratios: dict[str, Ratios]
    histograms: dict[str, Histogram]
    n_records: int = 0
    repeats: Ratios = field(default_factory=lambda: Ratios(1))
    consecutive: Totals | None = None

    @property
    def id(self) -> str:
        return self.source.id

    @property
    def cell(self) -> CellRun:
        return self.source.cell

    @property
    def options(self) -> Options:
        return self.cell.variant.options

    @property
    def totals(self) -> Totals:
        return self.cell.totals

    def label(self, lang: Lang) -> str:
        return self.source.label(lang)


def tally_cell(source: Source) -> CellTally:
    """Read the records of a cell, batch by batch."""
    options = source.cell.variant.options
    found = breakdowns(options)
    tally = CellTally(
        source,
        found,
        {name: Ratios(len(breakdown.groups)) for name, breakdown in found.items()},
        {
            **{name: Histogram(0, high) for name, high in _LENGTHS.items()},
            "score": Histogram(2 * min(options.place_points) * 3, 2 * max(options.place_points) * 3),
        },
    )
    for view in whole_units(source.cell.batches(), source.unit):
        _add(tally, view, source.unit)
    return tally


def read_cells(sources: Sequence[Source]) -> list[CellTally]:
    """Read several cells one after the other."""
    return [tally_cell(source) for source in sources]


def _add(tally: CellTally, view: BatchView, unit: int) -> None:
    tally.n_records += view.n
    for name, breakdown in tally.breakdowns.items():
        tally.ratios[name].add(*breakdown.pair(view), unit)
    for name in _LENGTHS:
        tally.histograms[name].add(view.field(name))
    tally.histograms["score"].add(view.score[:, 0])
    if unit > 1 and tally.options.teams:
        winner = np.sign(view.score[:, 0]).reshape(-1, unit)
        decided = (winner[:, 1:] != 0) & (winner[:, :-1] != 0)
        again = decided & (winner[:, 1:] == winner[:, :-1])
        products = snowball_totals(view.records, unit)
        tally.consecutive = products if tally.consecutive is None else tally.consecutive + products
        tally.repeats.add(again.sum(axis=1, keepdims=True), decided.sum(axis=1, keepdims=True))
