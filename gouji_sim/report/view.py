"""What the report looks at in a batch of records: seat quantities lined up by seat, by dealing order and by
lead."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from gouji_sim.core.record import SETTLED_BY
from gouji_sim.vocab import N_SEATS

__all__ = ["Bands", "BatchView", "Ints", "as_ints", "grouped"]

Ints = npt.NDArray[np.int64]
_SMOTHERED = SETTLED_BY.index("smothered")
_SEATS = np.arange(N_SEATS)
_EVEN = np.array([1, 0, 1, 0, 1, 0], dtype=np.int64)


class Bands:
    """Whole numbers cut into bands around a centre c: ``≤ c−3``, ``c−2`` … ``c+2``, ``≥ c+3``.

    ``centre`` is the mean that chance gives, rounded, so that the middle bands are well filled for any deck
    and those of different decks compare. Bands below zero do not exist.
    """

    def __init__(self, centre: float, reach: int = 3) -> None:
        self.centre = round(centre)
        self.low = max(0, self.centre - reach)
        self.high = self.centre + reach
        self.size = self.high - self.low + 1

    def code(self, values: npt.NDArray[Any]) -> Ints:
        """The band, 0 to ``size`` − 1, of each value."""
        return np.clip(values.astype(np.int64), self.low, self.high) - self.low

    def ids(self) -> tuple[str, ...]:
        """The distance from the centre: ``-3`` … ``+0`` … ``+3``; the ends are open."""
        return tuple(f"{value - self.centre:+d}" for value in range(self.low, self.high + 1))

    def label(self, id: str) -> str:
        """The values of a band: ``0–1``, ``2``, … ``7+``."""
        value = self.centre + int(id)
        if value == self.high:
            return f"{value}+"
        return f"0–{value}" if value == self.low and value > 0 else str(value)


def as_ints(values: npt.NDArray[Any]) -> Ints:
    """Truth values or small integers as int64."""
    return values.astype(np.int64)


class BatchView:
    """Derived arrays of one batch, each made once when asked for.

    Arrays of seats are (n, 6). ``records`` holds whole units: a deal, or in tribute play a session.
    """

    def __init__(self, records: npt.NDArray[Any]) -> None:
        self.records = records
        self.n = len(records)

    def field(self, name: str) -> Ints:
        """A field of the record as int64."""
        return as_ints(self.records[name])

    def mask(self, name: str) -> Ints:
        """A seat mask spread out to (n, 6) of 0 and 1."""
        return (self.records[name].astype(np.int64)[:, None] >> _SEATS) & 1

    @cached_property
    def score(self) -> Ints:
        return self.field("score")

    @cached_property
    def place(self) -> Ints:
        return self.field("place")

    @cached_property
    def opened(self) -> Ints:
        return self.mask("opened")

    @cached_property
    def smothered(self) -> Ints:
        return as_ints(self.field("settled_by") == _SMOTHERED)

    @cached_property
    def jokers(self) -> Ints:
        return self.field("big") + self.field("small")

    @cached_property
    def strength(self) -> Ints:
        """Wild cards as dealt: jokers and twos."""
        return self.jokers + self.field("twos")

    @cached_property
    def team(self) -> Ints:
        """Team of each seat, (6,): 0 for even seats."""
        return _SEATS % 2

    @cached_property
    def leader_team(self) -> Ints:
        return self.field("leader") % 2

    @cached_property
    def sweep(self) -> Ints:
        """(n, 2): 1 where that team swept."""
        return as_ints(self.field("sweep")[:, None] == np.arange(2))

    def teams(self, by_seat: Ints) -> Ints:
        """Sums over the seats of each team: (n, 2)."""
        return np.stack([by_seat @ _EVEN, by_seat @ (1 - _EVEN)], axis=1)

    def by_dealing(self, by_seat: Ints) -> Ints:
        """Columns reordered so that column 0 is the seat dealt first."""
        return np.take_along_axis(by_seat, (self.field("first_dealt")[:, None] + _SEATS) % N_SEATS, axis=1)

    def by_lead(self, by_seat: Ints) -> Ints:
        """Columns reordered so that column 0 is the seat that led first."""
        return np.take_along_axis(by_seat, (self.field("leader")[:, None] + _SEATS) % N_SEATS, axis=1)

    def by_place(self, by_seat: Ints) -> Ints:
        """Columns reordered so that column 0 is place 1."""
        return np.take_along_axis(by_seat, np.argsort(self.place, axis=1, kind="stable"), axis=1)

    def at_seat(self, by_seat: Ints, seat: Ints) -> Ints:
        """The value at one seat of each deal, (n,); ``seat`` must be 0 to 5."""
        return np.take_along_axis(by_seat, seat[:, None], axis=1)[:, 0]


def grouped(values: Ints, codes: Ints, size: int) -> Ints:
    """Sums of ``values`` within each deal by ``codes``, both (n, k): (n, size)."""
    return np.stack([np.where(codes == code, values, 0).sum(axis=1) for code in range(size)], axis=1)
