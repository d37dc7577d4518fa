"""Smooth functions of means over units, made linear, and the largest of several contrasts.

A smooth function g of the means has the influence function Σ ∂g/∂m · (x − m): its variance over units,
divided by their number, is the delta-method variance. The coefficients stand alone so that the difference
of two figures on common deals can be built from the influence functions of both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gouji_sim.stats.intervals import LEVEL, Estimate, normal_quantile, student_quantile, undefined

if TYPE_CHECKING:
    from gouji_sim.stats.totals import Totals

__all__ = ["Linear", "Smooth", "Vector", "contrast", "largest_contrast", "quotient", "smooth_estimate"]

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Linear:
    """A value and the coefficients of its influence function: near the means it moves by Σ coefficient ·
    Δmean."""

    value: float
    names: tuple[str, ...]
    coefficients: Vector

    def variance(self, totals: Totals) -> float:
        """Delta-method variance of the value over the ``n`` ≥ 2 units of ``totals``."""
        spread = self.coefficients @ totals.covariance(self.names) @ self.coefficients
        return max(0.0, float(spread)) / totals.n


@dataclass(frozen=True)
class Smooth:
    """A smooth function of the sums of ``names`` per unit of ``denominator`` (deals, or the units where
    ``None``).

    Where ``function`` gives nan the statistic is undefined.
    """

    names: tuple[str, ...]
    function: Callable[[Vector], float]
    denominator: str | None = "deals"

    def linearise(self, totals: Totals) -> Linear | None:
        """The function at the means of ``totals``, its gradient by central differences; ``None`` if
        undefined."""
        over = self.names if self.denominator is None else (*self.names, self.denominator)
        if totals.n < 2 or (self.denominator is not None and totals.sum(self.denominator) == 0):
            return None
        means = totals.means(over)

        def at(point: Vector) -> float:
            return float(self.function(point if self.denominator is None else point[:-1] / point[-1]))

        value = at(means)
        gradient = _gradient(at, means, np.sqrt(np.diag(totals.covariance(over))))
        if not (np.isfinite(value) and np.isfinite(gradient).all()):
            return None
        return Linear(value, over, gradient)


def quotient(totals: Totals, numerator: str, denominator: str, scale: float = 1.0) -> Linear | None:
    """scale · ΣS / ΣA, made linear; ``None`` where ΣA = 0."""
    s, a = totals.sum(numerator), totals.sum(denominator)
    if a == 0:
        return None
    step = scale * totals.n / a
    if numerator == denominator:
        return Linear(scale, (numerator,), np.zeros(1))
    return Linear(scale * s / a, (numerator, denominator), np.array([step, -step * (s / a)]))


def smooth_estimate(statistic: str, totals: Totals, smooth: Smooth, level: float = LEVEL) -> Estimate:
    """Delta-method estimate of a smooth function."""
    linear = smooth.linearise(totals)
    if linear is None:
        return undefined(statistic, totals.n, level)
    half = student_quantile(level, totals.n - 1) * sqrt(linear.variance(totals))
    value = linear.value
    return Estimate(statistic, value, value - half, value + half, totals.n, value, 1, "delta", level)


def contrast(weights: Sequence[tuple[str, float]], offset: float = 0.0, denominator: str = "deals") -> Smooth:
    """A weighted sum of features a deal (``denominator``), its weights of any sign, plus ``offset``."""
    factors = np.array([weight for _, weight in weights])
    return Smooth(
        tuple(name for name, _ in weights), lambda means: float(factors @ means) + offset, denominator
    )


def largest_contrast(
    statistic: str,
    totals: Totals,
    names: Sequence[str],
    contrasts: Vector,
    offsets: Vector | None = None,
    *,
    denominator: str = "deals",
    comparisons: int | None = None,
    level: float = LEVEL,
) -> Estimate:
    """Estimate of the largest of several linear contrasts of shares, never negative.

    ``contrasts`` (C, len(names)) and ``offsets`` (C,): the value is max(0, C·p − offset) with p the sums of
    ``names`` over those of ``denominator``. The largest of estimates leans upward, so the interval is
    simultaneous: it runs from the largest lower to the largest upper bound of all contrasts,
    Bonferroni-adjusted for ``comparisons`` two-sided intervals (default: all), and covers the largest true
    contrast with at least ``level``.
    """
    n = totals.n
    if n < 2 or totals.sum(denominator) == 0:
        return undefined(statistic, n, level)
    shares = np.array([totals.sum(name) for name in names]) / totals.sum(denominator)
    values = contrasts @ shares - (np.zeros(len(contrasts)) if offsets is None else offsets)
    covariance = totals.covariance([*names, denominator])
    # the residuals x − p·d of the units carry the variance of the shares
    residual = np.hstack([np.eye(len(names)), -shares[:, None]])
    spread = residual @ covariance @ residual.T / (n * (totals.sum(denominator) / n) ** 2)
    deviations = np.sqrt(np.maximum(0.0, np.einsum("ci,ij,cj->c", contrasts, spread, contrasts)))
    half = normal_quantile(1 - (1 - level) / (comparisons or len(contrasts))) * deviations
    value = max(0.0, float(values.max()))
    low, high = max(0.0, float((values - half).max())), max(0.0, float((values + half).max()))
    return Estimate(statistic, value, low, high, n, value, 1, "simultaneous", level)


def _gradient(function: Callable[[Vector], float], at: Vector, scales: Vector) -> Vector:
    gradient = np.zeros_like(at)
    for i, scale in enumerate(scales):
        # what never varies has no part in the variance, and a step could leave the domain
        if scale == 0:
            continue
        step = 1e-5 * scale
        up, down = at.copy(), at.copy()
        up[i] += step
        down[i] -= step
        gradient[i] = (function(up) - function(down)) / (up[i] - down[i])
    return gradient
