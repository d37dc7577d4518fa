"""Exact integer tallies that a cell of a run is read into, once, batch by batch.

A tally of ratios keeps ΣS, ΣA, ΣS², ΣA², ΣSA over units for each of its groups: what the delta method needs.
The unit is the deal, in tribute play the session.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from gouji_sim.report.model import Form, Measure
from gouji_sim.report.view import BatchView, Ints
from gouji_sim.stats.intervals import RARE, clopper_pearson, ratio_interval

__all__ = ["Histogram", "Ratios", "whole_units"]


@dataclass
class Ratios:
    """Ratios of sums over units, one for each group (the last axis of what is added)."""

    groups: int
    units: int = 0
    sums: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.sums = np.zeros((5, self.groups), dtype=np.int64)

    def add(self, s: Ints, a: Ints, deals_a_unit: int = 1) -> None:
        """Add numerators and denominators of deals, (n, groups) each; n is a multiple of ``deals_a_unit``."""
        if deals_a_unit > 1:
            s = s.reshape(-1, deals_a_unit, self.groups).sum(axis=1)
            a = a.reshape(-1, deals_a_unit, self.groups).sum(axis=1)
        self.units += len(s)
        for row, (x, y) in zip(self.sums, ((s, None), (a, None), (s, s), (a, a), (s, a)), strict=True):
            row += x.sum(axis=0) if y is None else np.einsum("ij,ij->j", x, y)

    def cases(self, group: int) -> int:
        """ΣA of a group."""
        return int(self.sums[1, group])

    def total(self, group: int) -> int:
        """ΣS of a group."""
        return int(self.sums[0, group])

    def measure(self, group: int, form: Form, scale: float = 1.0) -> Measure:
        """The ratio of a group with its interval and ΣA as n; undefined without cases.

        A rate with fewer than 20 events, or fewer than 20 cases without one, has the exact interval.
        """
        s, a, ss, aa, sa = (int(x) for x in self.sums[:, group])
        if a == 0:
            return Measure(None, n=0, form=form, signed=form == "points")
        if form == "rate" and min(s, a - s) < RARE:
            low, high = clopper_pearson(s, a)
            return Measure(s / a, low, high, a, form)
        interval = ratio_interval(self.units, s, a, ss, aa, sa)
        if interval is None:
            return Measure(scale * s / a, n=a, form=form, signed=form == "points")
        low, high = interval
        if form == "rate":
            low, high = max(0.0, low), min(1.0, high)
        return Measure(scale * s / a, scale * low, scale * high, a, form, signed=form == "points")


@dataclass
class Histogram:
    """How often each whole number of a range occurs."""

    low: int
    high: int
    counts: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.counts = np.zeros(self.high - self.low + 1, dtype=np.int64)

    def add(self, values: Ints) -> None:
        """Count values; those outside the range count at its ends."""
        clipped = np.clip(values.ravel(), self.low, self.high) - self.low
        self.counts += np.bincount(clipped, minlength=len(self.counts))

    @property
    def values(self) -> npt.NDArray[np.int64]:
        return np.arange(self.low, self.high + 1)

    @property
    def total(self) -> int:
        return int(self.counts.sum())

    def quantile(self, share: float) -> int:
        """The smallest value that at least ``share`` of the counts do not exceed; ValueError when empty."""
        if not self.total:
            raise ValueError("an empty histogram has no quantiles")
        return int(self.values[np.searchsorted(np.cumsum(self.counts), share * self.total)])


def whole_units(batches: Iterable[npt.NDArray[Any]], deals_a_unit: int) -> Iterator[BatchView]:
    """Batches cut anew where units end; an unfinished unit at the very end is left out."""
    rest: npt.NDArray[Any] | None = None
    for batch in batches:
        records = batch if rest is None else np.concatenate([rest, batch])
        end = len(records) - len(records) % deals_a_unit
        rest = records[end:] if end < len(records) else None
        if end:
            yield BatchView(records[:end])
