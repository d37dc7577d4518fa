"""Paired rates: McNemar's test on discordant pairs and an interval of the difference."""

from __future__ import annotations

from math import sqrt
from typing import Final, Literal

from scipy import special

from gouji_sim.stats.intervals import LEVEL, Interval, normal_quantile

__all__ = ["EXACT_BELOW", "bonett_price", "mcnemar"]

EXACT_BELOW: Final = 1000
"""Below this many discordant pairs the test is exact."""


def mcnemar(
    only_a: int, only_b: int, method: Literal["auto", "exact", "mid_p", "asymptotic"] = "auto"
) -> float:
    """Two-sided p-value for equal rates from the numbers of discordant pairs (McNemar 1947).

    ``exact``: binomial; ``mid_p``: half of the observed point is left out, less conservative (Fagerland
    2013); ``asymptotic``: χ² without correction; ``auto``: exact below `EXACT_BELOW` discordant pairs. 1
    without any.
    """
    if only_a < 0 or only_b < 0:
        raise ValueError(f"{only_a} and {only_b} discordant pairs")
    total, fewer = only_a + only_b, min(only_a, only_b)
    if total == 0:
        return 1.0
    if method == "asymptotic" or (method == "auto" and total >= EXACT_BELOW):
        return float(special.chdtrc(1, (only_a - only_b) ** 2 / total))
    tail = float(special.bdtr(fewer, total, 0.5))
    if method == "mid_p":
        point = tail - (float(special.bdtr(fewer - 1, total, 0.5)) if fewer else 0.0)
        return min(1.0, 2 * tail - point)
    return min(1.0, 2 * tail)


def bonett_price(only_a: int, only_b: int, n: int, level: float = LEVEL) -> Interval:
    """Interval of rate a less rate b on ``n`` ≥ 1 paired units (Bonett and Price 2012).

    Wald's interval after one more discordant pair of either kind, which keeps it honest where pairs seldom
    differ; it holds the observed difference and stays in [−1, 1].
    """
    if n < 1 or min(only_a, only_b) < 0 or only_a + only_b > n:
        raise ValueError(f"{only_a} and {only_b} discordant pairs of {n}")
    p, q = (only_a + 1) / (n + 2), (only_b + 1) / (n + 2)
    half = normal_quantile(level) * sqrt(max(0.0, p + q - (p - q) ** 2) / (n + 2))
    seen = (only_a - only_b) / n
    return max(-1.0, min(p - q - half, seen)), min(1.0, max(p - q + half, seen))
