"""Exact sums and products of integer quantities over independent units, which merge in any order.

The unit is the deal; in session play the session (``unit`` deals each); for duplicate deals the block.
Everything that the statistics need, intervals included, comes from these few integers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gouji_sim.stats.catalogue import PAIRS
from gouji_sim.stats.features import CHUNK, FEATURES, Block, Records, features_by_chunk

if TYPE_CHECKING:
    from gouji_sim.rules import Options

__all__ = ["Pair", "Totals", "units_by_chunk"]

Pair = tuple[str, str]

EXACT: Final = 2.0**53
"""Integers below this are exact in float64."""


class Totals:
    """Sums Σx of named integer quantities over ``n`` units and sums of products Σxy of some pairs of them.

    ``sums`` follow ``names``, ``products`` follow ``pairs``; all are Python integers, exact at any size. A
    square is the pair of a name with itself; that of every quantity is kept.
    """

    __slots__ = ("_at", "_product_at", "_squares", "n", "names", "pairs", "products", "sums")

    def __init__(self, names: Sequence[str], pairs: Iterable[Pair]) -> None:
        self.names = tuple(names)
        self._at = {name: index for index, name in enumerate(self.names)}
        order = sorted({self._ordered(*pair) for pair in (*pairs, *zip(self.names, self.names, strict=True))})
        self.pairs: tuple[Pair, ...] = tuple((self.names[i], self.names[j]) for i, j in order)
        self._product_at = {pair: index for index, pair in enumerate(order)}
        self._squares = [index for index, (i, j) in enumerate(order) if i == j]
        self.n = 0
        self.sums = [0] * len(self.names)
        self.products = [0] * len(self.pairs)

    def _ordered(self, x: str, y: str) -> tuple[int, int]:
        i, j = self._at[x], self._at[y]
        return (i, j) if i <= j else (j, i)

    @classmethod
    def empty(cls) -> Totals:
        """Totals of `FEATURES` over no units, with the products that the catalogue needs."""
        return cls(FEATURES, PAIRS)

    @classmethod
    def from_records(cls, records: Records, options: Options, *, unit: int = 1) -> Totals:
        """Totals of `FEATURES` over records of deals played with ``options``.

        ``unit``: consecutive deals that are one independent unit, the ``session_deals`` of session play.
        Raises ValueError when the records are no whole number of units.
        """
        totals = cls.empty()
        for block in units_by_chunk(records, options, unit):
            totals.add_block(block)
        return totals

    @classmethod
    def from_replays(cls, replays: Sequence[Records], options: Options) -> Totals:
        """Totals of `FEATURES` over blocks: deal i of each of the equally long ``replays`` is one unit."""
        joined = np.stack(replays, axis=1).reshape(-1)
        return cls.from_records(joined, options, unit=len(replays))

    @classmethod
    def from_matrix(
        cls, names: Sequence[str], values: NDArray[np.integer[Any]], pairs: Iterable[Pair] | None = None
    ) -> Totals:
        """Totals of the columns of an integer matrix, a row a unit, with ``pairs`` (default: all).

        Raises ValueError when the columns do not match the names or an entry is not exact in float64.
        """
        if values.ndim != 2 or values.shape[1] != len(names):
            raise ValueError(f"{len(names)} names for a matrix of shape {values.shape}")
        if values.size and max(int(values.max()), -int(values.min())) >= EXACT:
            raise ValueError("entries reach 2**53")
        totals = cls(names, combinations_with_replacement(names, 2) if pairs is None else pairs)
        for start in range(0, len(values), CHUNK):
            totals.add_block(np.ascontiguousarray(values[start : start + CHUNK].T, dtype=np.float64))
        return totals

    def add_block(self, block: Block) -> None:
        """Add the units that are the columns of ``block`` (len(names), m), integers in float64."""
        self.add_rows(list(block))

    def add_rows(self, rows: Sequence[NDArray[np.float64]]) -> None:
        """Add units given as one array of integers a name, each with an entry a unit.

        Sums of squares only grow, so a computed Σx² below 2⁵³ was exact all the way; by Cauchy and Schwarz no
        partial sum of |x| or |xy| is greater, so all are exact in whatever order they were summed. Rows
        that fail this test are added in Python integers.
        """
        # products of vectors and not of matrices: those start threads of their own, which cost more than they
        # bring while other shards keep the cores busy (measured)
        dot, units = np.dot, len(rows[0])
        products = np.array([dot(rows[i], rows[j]) for i, j in self._product_at])
        ones = np.ones(units)
        sums = np.array([dot(row, ones) for row in rows])
        if products[self._squares].max(initial=0.0) < EXACT:
            found = products.astype(np.int64).tolist(), sums.astype(np.int64).tolist()
        else:
            exact = [[int(x) for x in row] for row in rows]
            found = (
                [sum(x * y for x, y in zip(exact[i], exact[j], strict=True)) for i, j in self._product_at],
                [sum(row) for row in exact],
            )
        self.products = [total + more for total, more in zip(self.products, found[0], strict=True)]
        self.sums = [total + more for total, more in zip(self.sums, found[1], strict=True)]
        self.n += units

    def __iadd__(self, other: Totals) -> Totals:
        if self.names != other.names or self.pairs != other.pairs:
            raise ValueError("totals of different quantities do not merge")
        self.n += other.n
        self.sums = [a + b for a, b in zip(self.sums, other.sums, strict=True)]
        self.products = [a + b for a, b in zip(self.products, other.products, strict=True)]
        return self

    def __add__(self, other: Totals) -> Totals:
        merged = type(self)(self.names, self.pairs)
        merged += self
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
        return self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Totals(n={self.n}, {len(self.names)} quantities, {len(self.pairs)} products)"

    def __contains__(self, name: str) -> bool:
        return name in self._at

    def sum(self, name: str) -> int:
        """Σx over the units."""
        return self.sums[self._at[name]]

    def product(self, x: str, y: str) -> int:
        """Σxy over the units. Raises KeyError for a pair whose products are not kept."""
        at = self._product_at.get(self._ordered(x, y))
        if at is None:
            raise KeyError(f"the products of {x} and {y} are not kept")
        return self.products[at]

    def means(self, names: Sequence[str]) -> NDArray[np.float64]:
        """Means over the units; ``n`` ≥ 1."""
        return np.array([self.sum(name) / self.n for name in names])

    def covariance(self, names: Sequence[str]) -> NDArray[np.float64]:
        """Unbiased covariance matrix over the ``n`` ≥ 2 units, exact before one rounding an entry."""
        n = self.n
        matrix = np.empty((len(names), len(names)))
        for i, x in enumerate(names):
            for j, y in enumerate(names[: i + 1]):
                scatter = n * self.product(x, y) - self.sum(x) * self.sum(y)
                matrix[i, j] = matrix[j, i] = scatter / (n * (n - 1))
        return matrix

    def to_dict(self) -> dict[str, Any]:
        """JSON values: ``names``, ``n``, ``sums``, and ``products`` as rows of two indices and the sum."""
        rows = [[i, j, total] for (i, j), total in zip(self._product_at, self.products, strict=True)]
        return {"names": list(self.names), "n": self.n, "sums": list(self.sums), "products": rows}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Totals:
        """Inverse of `to_dict`. Raises ValueError when the parts do not fit together."""
        try:
            names, rows = [*data["names"]], data["products"]
            pairs = [(names[i], names[j]) for i, j, _ in rows]
            totals = cls(names, pairs)
            totals.n, totals.sums = data["n"], [*data["sums"]]
            totals.products = [total for _, _, total in rows]
            numbers = [totals.n, *totals.sums, *totals.products]
        except (KeyError, TypeError, IndexError, ValueError) as error:
            raise ValueError(f"totals are damaged: {error!r}") from error
        whole = len(totals.sums) == len(names) == len(set(names)) and list(totals.pairs) == pairs
        if not whole or not all(type(number) is int for number in numbers) or totals.n < 0:
            raise ValueError("totals are damaged: the parts do not fit together")
        return totals

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Totals:
        """Inverse of `to_json`. Raises ValueError when the text is no totals."""
        return cls.from_dict(json.loads(text))


def units_by_chunk(records: Records, options: Options, unit: int = 1) -> Iterator[Block]:
    """Blocks of features summed over ``unit`` consecutive deals, shape (len(FEATURES), units).

    Raises ValueError when the records are no whole number of units.
    """
    if unit < 1 or len(records) % unit:
        raise ValueError(f"{len(records)} deals are no whole number of units of {unit}")
    chunk = max(1, CHUNK // unit) * unit
    for block in features_by_chunk(records, options, chunk):
        yield block if unit == 1 else block.reshape(len(block), -1, unit).sum(axis=2)
