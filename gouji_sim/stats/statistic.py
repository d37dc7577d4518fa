"""What a statistic is: which features it divides, where it is defined, what it is measured against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from gouji_sim.stats.delta import Linear, Smooth, quotient, smooth_estimate
from gouji_sim.stats.intervals import (
    LEVEL,
    RARE,
    Estimate,
    Method,
    clopper_pearson,
    garwood,
    ratio_interval,
    undefined,
    wilson,
)

if TYPE_CHECKING:
    from gouji_sim.rules import Options
    from gouji_sim.stats.totals import Totals

__all__ = ["Direction", "Kind", "Statistic", "Unit"]

Kind = Literal["rate", "ratio", "mean", "measure"]
Unit = Literal["share", "count", "points", "index"]
Direction = Literal["higher", "lower", "baseline", "none"]
Defined = Callable[["Options"], bool]
Measure = Callable[["Totals", float], Estimate]
Function = Callable[["Totals", "Options | None"], Smooth]


def _everywhere(options: Options) -> bool:
    return True


@dataclass(frozen=True)
class Statistic:
    """One statistic.

    ``kind``: ``rate`` (0 or 1 a deal), ``ratio`` (a quotient of sums over deals), ``mean`` (a quantity a
    deal) or ``measure`` (a ``function`` of many sums, or a ``measure`` that makes its own interval).
    ``unit`` says how to print the value: a share of 1, a count, points of score, or a bare index. ``low`` /
    ``high`` bound the value. ``direction``: which way is better balanced or more eventful; ``baseline``
    means near the baseline.
    """

    id: str
    group: str
    kind: Kind
    unit: Unit
    numerator: str = ""
    denominator: str = "deals"
    scale: float = 1.0
    baseline: float | None = None
    direction: Direction = "none"
    low: float | None = None
    high: float | None = None
    defined: Defined = _everywhere
    features: tuple[str, ...] = ()
    function: Function | None = None
    measure: Measure | None = None

    @property
    def label(self) -> str:
        """Id of its name among the terms."""
        return self.id

    @property
    def uses(self) -> tuple[str, ...]:
        """The features that the value and its variance are made of."""
        return self.features or (self.numerator, self.denominator)

    @property
    def proportion(self) -> bool:
        """Whether the numerator counts some of what the denominator counts."""
        return self.kind in ("rate", "ratio") and self.unit == "share"

    def baseline_under(self, options: Options) -> float | None:
        """The baseline where these rules have it: a mean score of 0 needs points that sum to 0."""
        if self.unit == "points" and (options.positive_only or sum(options.place_points) != 0):
            return None
        return self.baseline

    def estimate(self, totals: Totals, options: Options | None = None, level: float = LEVEL) -> Estimate:
        """The estimate from totals over `FEATURES`, its interval cut to the range of the statistic.

        Measures that depend on the rules need ``options``, and raise ValueError without them.
        """
        if self.measure is not None:
            found = self.measure(totals, level)
        elif self.function is not None:
            found = smooth_estimate(self.id, totals, self.function(totals, options), level)
        else:
            found = self._quotient(totals, level)
        return found.clipped(self.low, self.high)

    def linearise(self, totals: Totals, options: Options | None = None) -> Linear | None:
        """The value made linear, for differences; ``None`` where it is undefined or not smooth."""
        if self.measure is not None:
            return None
        if self.function is not None:
            return self.function(totals, options).linearise(totals)
        return quotient(totals, self.numerator, self.denominator, self.scale)

    def _quotient(self, totals: Totals, level: float) -> Estimate:
        n, s, a = totals.n, totals.sum(self.numerator), totals.sum(self.denominator)
        if a == 0:
            return undefined(self.id, n, level)
        found = Estimate(self.id, self.scale * s / a, None, None, n, s, a, "na", level)

        def having(interval: tuple[float, float], method: Method) -> Estimate:
            low, high = self.scale * interval[0], self.scale * interval[1]
            return replace(found, low=low, high=high, method=method)

        # rare events hardly cluster: exact as if each part of the denominator were a trial of its own
        if self.proportion and min(s, a - s) < RARE:
            return having(clopper_pearson(s, a, level), "clopper_pearson")
        if self.unit == "count" and s < RARE:
            return having(garwood(s, a, level), "garwood")
        if self.kind == "rate" and self.denominator == "deals" and a == n:
            return having(wilson(s, n, level), "wilson")
        ss = totals.product(self.numerator, self.numerator)
        aa = totals.product(self.denominator, self.denominator)
        interval = ratio_interval(n, s, a, ss, aa, totals.product(self.numerator, self.denominator), level)
        if interval is None:
            return found
        return having(interval, "t" if self.denominator == "deals" and a == n else "delta")
