"""Whether the order of variants depends on who plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from gouji_sim.stats.intervals import Estimate

__all__ = ["Ranking", "compare_orders"]


@dataclass(frozen=True)
class Ranking:
    """The order of variants in one statistic under two line-ups.

    ``tau`` is Kendall's τ-b of the two orders, None when one of them ties all. ``reversed_pairs`` are pairs
    (i, j) such that i is above j under the first and below it under the second, both beyond doubt: their
    intervals are apart under either.
    """

    tau: float | None
    reversed_pairs: tuple[tuple[int, int], ...]

    @property
    def changes(self) -> bool:
        """Whether some pair changes its order beyond doubt."""
        return bool(self.reversed_pairs)


def compare_orders(one: Sequence[Estimate | None], other: Sequence[Estimate | None]) -> Ranking:
    """Compare the order of the same variants under two line-ups; undefined estimates do not count."""
    common = [
        i
        for i, (a, b) in enumerate(zip(one, other, strict=True))
        if a is not None and b is not None and a.value is not None and b.value is not None
    ]
    agree = 0
    ties_one = ties_other = pairs = 0
    turned: list[tuple[int, int]] = []
    for i, j in combinations(common, 2):
        first, second = _sign(one[i], one[j]), _sign(other[i], other[j])
        pairs += 1
        ties_one += first == 0
        ties_other += second == 0
        agree += first * second
        if first * second < 0 and _apart(one[i], one[j]) and _apart(other[i], other[j]):
            turned.append((i, j) if first > 0 else (j, i))
    scale = ((pairs - ties_one) * (pairs - ties_other)) ** 0.5
    return Ranking(agree / scale if scale else None, tuple(turned))


def _sign(a: Estimate | None, b: Estimate | None) -> int:
    x, y = _value(a), _value(b)
    return (x > y) - (x < y)


def _value(estimate: Estimate | None) -> float:
    return 0.0 if estimate is None or estimate.value is None else estimate.value


def _apart(a: Estimate | None, b: Estimate | None) -> bool:
    if a is None or b is None or None in (a.low, a.high, b.low, b.high):
        return False
    return bool((a.low or 0.0) > (b.high or 0.0) or (b.low or 0.0) > (a.high or 0.0))
