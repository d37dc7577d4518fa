"""Confidence intervals of rates, means and ratios over deals, and the `Estimate` that carries one.

Wilson (1927) for rates of independent units, Clopper and Pearson (1934) where events are rare, Garwood
(1936) for rare counts, Student's t for means, the delta method for ratios of sums over units. What is
undefined has the value ``None`` and says how many units were looked at.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from math import isqrt, sqrt
from typing import Any, Final, Literal

from scipy import special

__all__ = [
    "LEVEL",
    "RARE",
    "Estimate",
    "Interval",
    "Method",
    "clopper_pearson",
    "garwood",
    "mean_interval",
    "normal_quantile",
    "ratio_interval",
    "student_quantile",
    "undefined",
    "wilson",
]

LEVEL: Final = 0.95
"""Level of an interval unless asked otherwise."""

RARE: Final = 20
"""Fewer events than this are rare: the interval is exact."""

Method = Literal[
    "wilson", "clopper_pearson", "garwood", "t", "delta", "mcnemar", "newcombe", "simultaneous", "na"
]
Interval = tuple[float, float]


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval.

    ``value``, ``low`` and ``high`` are in the unit of the statistic, or ``None`` where they are not defined;
    ``n`` counts independent units (deals; sessions in session play; blocks of duplicate deals);
    ``numerator`` / ``denominator`` are the sums that the value was made of, before any scale.
    """

    statistic: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    numerator: int | float
    denominator: int | float
    method: Method
    level: float = LEVEL

    @property
    def half_width(self) -> float | None:
        """Half the length of the interval, or ``None`` without one."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def defined(self) -> bool:
        return self.value is not None

    def clipped(self, low: float | None, high: float | None) -> Estimate:
        """The same estimate with its interval cut to the range that the statistic can take."""
        if self.low is None or self.high is None:
            return self
        return replace(
            self,
            low=self.low if low is None else max(self.low, low),
            high=self.high if high is None else min(self.high, high),
        )

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of JSON values; undefined figures are ``None``."""
        return asdict(self)


def undefined(statistic: str, n: int, level: float = LEVEL) -> Estimate:
    """The estimate of a statistic that has no value on ``n`` units."""
    return Estimate(statistic, None, None, None, n, 0, 0, "na", level)


def normal_quantile(level: float) -> float:
    """Two-sided standard normal quantile of ``level`` in (0, 1): 1.96 for 0.95."""
    _check_level(level)
    return float(special.ndtri((1 + level) / 2))


def student_quantile(level: float, df: int) -> float:
    """Two-sided quantile of Student's t with ``df`` ≥ 1 degrees of freedom."""
    _check_level(level)
    return float(special.stdtrit(df, (1 + level) / 2))


def wilson(events: int, trials: int, level: float = LEVEL) -> Interval:
    """Wilson score interval of a proportion; ``trials`` ≥ 1."""
    _check_counts(events, trials)
    z2 = normal_quantile(level) ** 2
    p = events / trials
    centre = (p + z2 / (2 * trials)) / (1 + z2 / trials)
    half = sqrt(z2 * (p * (1 - p) / trials + z2 / (4 * trials * trials))) / (1 + z2 / trials)
    low = 0.0 if events == 0 else max(0.0, centre - half)
    high = 1.0 if events == trials else min(1.0, centre + half)
    return low, high


def clopper_pearson(events: int, trials: int, level: float = LEVEL) -> Interval:
    """Exact (conservative) interval of a proportion; ``trials`` ≥ 1."""
    _check_counts(events, trials)
    _check_level(level)
    tail = (1 - level) / 2
    low = 0.0 if events == 0 else float(special.betaincinv(events, trials - events + 1, tail))
    high = 1.0 if events == trials else float(special.betaincinv(events + 1, trials - events, 1 - tail))
    return low, high


def garwood(events: int, exposure: int, level: float = LEVEL) -> Interval:
    """Exact interval of the rate of a Poisson count over ``exposure`` ≥ 1 units."""
    if events < 0 or exposure < 1:
        raise ValueError(f"{events} events over {exposure} units")
    _check_level(level)
    tail = (1 - level) / 2
    low = 0.0 if events == 0 else float(special.gammaincinv(events, tail))
    return low / exposure, float(special.gammaincinv(events + 1, 1 - tail)) / exposure


def mean_interval(n: int, total: int, squares: int, level: float = LEVEL) -> Interval | None:
    """Student interval of a mean of ``n`` values from their sum and sum of squares; ``None`` below two."""
    return ratio_interval(n, total, n, squares, n, total, level)


def ratio_interval(
    n: int, s: int, a: int, ss: int, aa: int, sa: int, level: float = LEVEL
) -> Interval | None:
    """Delta-method interval of R = ΣS / ΣA over ``n`` independent units.

    The arguments are n, ΣS, ΣA, ΣS², ΣA², ΣSA. The variance is Σ(S − R·A)² / (n (n − 1) Ā²), computed
    exactly from the integers before the one division; the quantile is Student's with n − 1 degrees of
    freedom, so that with A = 1 this is the t interval of a mean. ``None`` with fewer than two units or ΣA =
    0.
    """
    if n < 2 or a == 0:
        return None
    # n Σ(S·ΣA − A·ΣS)² / ((n − 1) (ΣA)⁴) is the variance; all of the numerator is an integer
    residual = ss * a * a - 2 * sa * a * s + aa * s * s
    deviation = _root_of_quotient(n * residual, (n - 1) * a**4)
    half = student_quantile(level, n - 1) * deviation
    value = s / a
    return value - half, value + half


def _root_of_quotient(numerator: int, denominator: int) -> float:
    """√(numerator / denominator) of non-negative integers of any size."""
    if numerator <= 0:
        return 0.0
    shift = max(0, 128 - (numerator.bit_length() - denominator.bit_length()))
    shift += shift & 1
    return isqrt((numerator << shift) // denominator) / 2.0 ** (shift // 2)


def _check_counts(events: int, trials: int) -> None:
    if trials < 1 or not 0 <= events <= trials:
        raise ValueError(f"{events} events in {trials} trials")


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"level {level} is not between 0 and 1")
