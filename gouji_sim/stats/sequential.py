"""Tests of strength between two policies that may look at any time.

The generalised sequential probability ratio test (Li, Liu and Ying 2014; Michel Van den Bergh's notes on
its use for engine matches) on the distribution of points over blocks of duplicate deals: the likelihoods
are those of the maximum-likelihood distributions with the two means stated beforehand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any, Final, Literal

import numpy as np
from scipy import optimize

from gouji_sim.stats.features import Records
from gouji_sim.stats.intervals import LEVEL, Estimate, student_quantile, undefined

__all__ = ["Gsprt", "PairCounts", "log_likelihood_ratio"]

_UNSEEN: Final = 1e-3
"""Weight of a value that was not seen, so that a short series has no likelihood of 0."""


@dataclass
class PairCounts:
    """How often each result of a block of two duplicate deals occurred, mergeable in any order.

    A result is the points of the policy on the even seats less those of the other, a seat and deal, times
    6: an integer. Each block plays a deal with the hands as dealt and again with the seats rotated by one.
    """

    counts: Counter[int] = field(default_factory=Counter)

    @classmethod
    def from_records(cls, first: Records, second: Records) -> PairCounts:
        """Count the blocks made of deal i of both arrays. Raises ValueError when their lengths differ."""
        if len(first) != len(second):
            raise ValueError("a block has two deals")
        score = first["score"].astype(np.int64) + second["score"]
        results = score[:, 0::2].sum(axis=1) - score[:, 1::2].sum(axis=1)
        values, counts = np.unique(results, return_counts=True)
        return cls(Counter(dict(zip(values.tolist(), counts.tolist(), strict=True))))

    @property
    def n(self) -> int:
        """Number of blocks."""
        return self.counts.total()

    def __iadd__(self, other: PairCounts) -> PairCounts:
        self.counts.update(other.counts)
        return self

    def points(self, level: float = LEVEL) -> Estimate:
        """Mean points a seat and deal of the even policy over the other, with Student's interval over
        blocks."""
        n, total = self.n, sum(value * count for value, count in self.counts.items())
        if n == 0:
            return undefined("skill", 0, level)
        mean = total / n
        if n == 1:
            return Estimate("skill", mean / 6, None, None, 1, total, 6, "na", level)
        squares = sum(count * (value - mean) ** 2 for value, count in self.counts.items())
        half = student_quantile(level, n - 1) * sqrt(squares / (n - 1) / n)
        return Estimate("skill", mean / 6, (mean - half) / 6, (mean + half) / 6, n, total, 6 * n, "t", level)

    def pentanomial(self) -> tuple[int, int, int, int, int]:
        """Blocks in which the even policy was ahead by less and less: lost, …, drawn (0 points) at index 2,
        … won.

        Index 0 and 4 hold blocks decided by more than one point a seat and deal.
        """
        found = [0] * 5
        for value, count in self.counts.items():
            found[2 + (value > 0) - (value < 0) + (value > 6) - (value < -6)] += count
        return found[0], found[1], found[2], found[3], found[4]

    def to_dict(self) -> dict[str, int]:
        return {str(value): self.counts[value] for value in sorted(self.counts)}

    @classmethod
    def from_dict(cls, data: Mapping[str, int]) -> PairCounts:
        return cls(Counter({int(value): int(count) for value, count in data.items()}))


def log_likelihood_ratio(counts: Mapping[int, float], mean0: float, mean1: float) -> float:
    """log of the likelihood of the best distribution with mean ``mean1`` over that with mean ``mean0``.

    ``counts`` are by value. Both means must lie inside the values that count; to keep them there the two
    values next outside the hypotheses get a small weight. 0 without counts.
    """
    if not any(counts.values()):
        return 0.0
    weights = {float(value): float(count) for value, count in counts.items() if count > 0}
    low, high = min(mean0, mean1), max(mean0, mean1)
    width = max(1.0, high - low)
    if min(weights) >= low:
        weights[low - width] = _UNSEEN
    if max(weights) <= high:
        weights[high + width] = _UNSEEN
    values, count = np.array(list(weights)), np.array(list(weights.values()))
    one, zero = _tilt(values, count, mean1), _tilt(values, count, mean0)
    return float(count @ (np.log1p(zero * (values - mean0)) - np.log1p(one * (values - mean1))))


def _tilt(values: Any, count: Any, mean: float) -> float:
    """The θ for which the weights count / (1 + θ (value − mean)) have that mean."""
    away = values - mean
    low, high = -1 / away.max(), -1 / away.min()
    inset = 1e-9 * (high - low)

    def balance(theta: float) -> float:
        return float((count * away / (1 + theta * away)).sum())

    return float(optimize.brentq(balance, low + inset, high - inset, xtol=1e-14))


@dataclass(frozen=True)
class Gsprt:
    """A sequential test of two hypotheses on the mean points, a seat and deal, of the even policy over the
    other.

    Accepts ``points1`` when the log-likelihood ratio reaches log((1 − β)/α), ``points0`` at log(β/(1 − α)):
    ±2.94 at 5 % / 5 %. Raises ValueError unless ``points0`` < ``points1`` and both errors lie in (0, 1/2).
    """

    points0: float
    points1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.points0 < self.points1:
            raise ValueError("the second hypothesis is the greater")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("errors lie between 0 and 1/2")

    @property
    def bounds(self) -> tuple[float, float]:
        """Lower and upper bound of the log-likelihood ratio."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: PairCounts) -> float:
        """The log-likelihood ratio of the blocks so far."""
        return log_likelihood_ratio(pairs.counts, 6 * self.points0, 6 * self.points1)

    def decide(self, pairs: PairCounts) -> Literal["accept0", "accept1", "continue"]:
        """What the blocks so far say."""
        ratio = self.ratio(pairs)
        low, high = self.bounds
        return "accept0" if ratio <= low else "accept1" if ratio >= high else "continue"
