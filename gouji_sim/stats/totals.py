"""Exact sums and cross-products of integer quantities over independent units, which merge in any order.

The unit is the deal; in session play the session (``unit`` deals each); for duplicate deals the block.
Everything that the statistics need, intervals included, comes from these few integers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gouji_sim.stats.features import CHUNK, FEATURES, Block, Records, features_by_chunk

if TYPE_CHECKING:
    from gouji_sim.rules import Options

__all__ = ["Totals", "units_by_chunk"]

EXACT: Final = 2.0**53
"""Integers below this are exact in float64."""

_FLUSH: Final = 512
"""Blocks whose exact sums (each below 2⁵³) may be added in int64 before they move to Python integers."""


class Totals:
    """Sums Σx and cross-products Σxy of named integer quantities over ``n`` units, exact at any size.

    ``names`` are the quantities; ``sums`` has shape (K,), ``cross`` (K, K), both arrays of ``int`` objects.
    """

    __slots__ = ("_index", "cross", "n", "names", "sums")

    def __init__(self, names: Sequence[str], n: int, sums: NDArray[Any], cross: NDArray[Any]) -> None:
        self.names = tuple(names)
        self.n = n
        self.sums = sums
        self.cross = cross
        self._index = {name: row for row, name in enumerate(self.names)}

    @classmethod
    def empty(cls, names: Sequence[str] = FEATURES) -> Totals:
        """Totals over no units: the neutral element of merging."""
        k = len(names)
        return cls(names, 0, _zeros(k), _zeros(k, k))

    @classmethod
    def from_records(cls, records: Records, options: Options, *, unit: int = 1) -> Totals:
        """Totals of `FEATURES` over records of deals played with ``options``.

        ``unit``: consecutive deals that are one independent unit, the ``session_deals`` of session play.
        Raises ValueError when the records are no whole number of units.
        """
        return cls.from_blocks(FEATURES, units_by_chunk(records, options, unit))

    @classmethod
    def from_replays(cls, replays: Sequence[Records], options: Options) -> Totals:
        """Totals of `FEATURES` over blocks: deal i of each of the equally long ``replays`` is one unit."""
        joined = np.stack(replays, axis=1).reshape(-1)
        return cls.from_records(joined, options, unit=len(replays))

    @classmethod
    def from_matrix(cls, names: Sequence[str], values: NDArray[np.integer[Any]]) -> Totals:
        """Totals of the columns of an integer matrix, a row a unit.

        Raises ValueError when the columns do not match the names or an entry is not exact in float64.
        """
        if values.ndim != 2 or values.shape[1] != len(names):
            raise ValueError(f"{len(names)} names for a matrix of shape {values.shape}")
        if values.size and max(int(values.max()), -int(values.min())) >= EXACT:
            raise ValueError("entries reach 2**53")
        parts = (values[i : i + CHUNK].T.astype(np.float64) for i in range(0, len(values), CHUNK))
        return cls.from_blocks(names, parts)

    @classmethod
    def from_blocks(cls, names: Sequence[str], blocks: Iterable[Block]) -> Totals:
        """Totals over blocks of shape (K, m) that hold integers in float64, a column a unit."""
        totals = cls.empty(names)
        k = len(totals.names)
        sums, cross = np.zeros(k, dtype=np.int64), np.zeros((k, k), dtype=np.int64)
        pending = 0
        for block in blocks:
            totals.n += block.shape[1]
            gram = _gram(block)
            if gram is None:
                totals._add_exactly(block)
                continue
            sums += block.sum(axis=1).astype(np.int64)
            cross += gram
            pending += 1
            if pending == _FLUSH:
                totals._flush(sums, cross)
                pending = 0
        totals._flush(sums, cross)
        return totals

    def _flush(self, sums: NDArray[np.int64], cross: NDArray[np.int64]) -> None:
        self.sums = self.sums + sums.astype(object)
        self.cross = self.cross + cross.astype(object)
        sums[:] = 0
        cross[:] = 0

    def _add_exactly(self, block: Block) -> None:
        """Add a block whose products may exceed float64, in Python integers."""
        exact = block.astype(np.int64).astype(object)
        self.sums = self.sums + exact.sum(axis=1)
        self.cross = self.cross + exact.dot(exact.T)

    def __iadd__(self, other: Totals) -> Totals:
        if self.names != other.names:
            raise ValueError("totals of different quantities do not merge")
        self.n += other.n
        self.sums = self.sums + other.sums
        self.cross = self.cross + other.cross
        return self

    def __add__(self, other: Totals) -> Totals:
        merged = Totals(self.names, self.n, self.sums, self.cross)
        merged += other
        return merged

    def merge(self, others: Iterable[Totals]) -> Totals:
        """Add all of ``others`` to these totals and return them."""
        for other in others:
            self += other
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Totals):
            return NotImplemented
        return (
            self.names == other.names
            and self.n == other.n
            and bool((self.sums == other.sums).all())
            and bool((self.cross == other.cross).all())
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Totals(n={self.n}, {len(self.names)} quantities)"

    def __contains__(self, name: str) -> bool:
        return name in self._index

    def sum(self, name: str) -> int:
        """Σx over the units."""
        return int(self.sums[self._index[name]])

    def product(self, x: str, y: str) -> int:
        """Σxy over the units."""
        return int(self.cross[self._index[x], self._index[y]])

    def select(self, names: Sequence[str]) -> Totals:
        """Totals of some of the quantities, in the order given."""
        rows = [self._index[name] for name in names]
        return Totals(names, self.n, self.sums[rows], self.cross[np.ix_(rows, rows)])

    def means(self, names: Sequence[str]) -> NDArray[np.float64]:
        """Means over the units; ``n`` ≥ 1."""
        return np.array([self.sum(name) / self.n for name in names])

    def covariance(self, names: Sequence[str]) -> NDArray[np.float64]:
        """Unbiased covariance matrix over the units, exact before one rounding an entry; ``n`` ≥ 2."""
        n, part = self.n, self.select(names)
        scatter = n * part.cross - np.multiply.outer(part.sums, part.sums)
        return np.array([[entry / (n * (n - 1)) for entry in row] for row in scatter], dtype=np.float64)

    def to_dict(self) -> dict[str, Any]:
        """JSON values: names, n, sums, and the lower triangle of cross-products row by row."""
        rows = [[int(self.cross[i, j]) for j in range(i + 1)] for i in range(len(self.names))]
        return {"names": list(self.names), "n": self.n, "sums": [int(x) for x in self.sums], "cross": rows}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Totals:
        """Inverse of `to_dict`. Raises ValueError when the parts do not fit together."""
        try:
            names, n, sums, rows = data["names"], data["n"], data["sums"], data["cross"]
            k = len(names)
            whole = len(sums) == k and [len(row) for row in rows] == list(range(1, k + 1))
            numbers = [n, *sums, *(x for row in rows for x in row)]
        except (KeyError, TypeError) as error:
            raise ValueError(f"totals are damaged: {error}") from error
        if not whole or len(set(names)) != k or not all(type(x) is int for x in numbers):
            raise ValueError("totals are damaged: the parts do not fit together")
        cross = _zeros(k, k)
        for i, row in enumerate(rows):
            cross[i, : i + 1] = row
            cross[: i + 1, i] = row
        totals = cls.empty(names)
        totals.n, totals.cross = n, cross
        totals.sums[:] = sums
        return totals

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Totals:
        """Inverse of `to_json`. Raises ValueError when the text is no totals."""
        return cls.from_dict(json.loads(text))


def units_by_chunk(records: Records, options: Options, unit: int = 1) -> Iterator[Block]:
    """Blocks of features summed over ``unit`` consecutive deals, shape (len(FEATURES), units)."""
    if unit < 1 or len(records) % unit:
        raise ValueError(f"{len(records)} deals are no whole number of units of {unit}")
    chunk = max(1, CHUNK // unit) * unit
    for block in features_by_chunk(records, options, chunk):
        yield block if unit == 1 else block.reshape(len(block), -1, unit).sum(axis=2)


def _zeros(*shape: int) -> NDArray[Any]:
    array = np.empty(shape, dtype=object)
    array.fill(0)
    return array


def _gram(block: Block) -> NDArray[np.int64] | None:
    """Σxy over the columns, or ``None`` where float64 cannot hold it exactly.

    Sums of squares only grow, so a computed Σx² below 2⁵³ was exact all the way; by Cauchy and Schwarz no
    partial sum of |xy| is greater, so every product is exact in whatever order it was summed.
    """
    gram: Block = block @ block.T
    if gram.diagonal().max(initial=0.0) >= EXACT:
        return None
    return gram.astype(np.int64)
