"""Intervals of smooth functions of means over units, and of the largest of several differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from gouji_sim.stats.intervals import LEVEL, Estimate, normal_quantile, student_quantile, undefined
from gouji_sim.stats.totals import Totals

__all__ = ["contrast", "largest_contrast", "smooth"]

Vector = NDArray[np.float64]


def smooth(
    statistic: str,
    totals: Totals,
    names: Sequence[str],
    function: Callable[[Vector], float],
    *,
    denominator: str | None = None,
    level: float = LEVEL,
) -> Estimate:
    """Delta-method estimate of ``function`` of the means of ``names``.

    The means are over units, or over the sum of ``denominator`` where it is given (deals, in session play).
    Where ``function`` gives nan the statistic is undefined. The gradient is taken by central differences.
    """
    over = [*names, denominator] if denominator else list(names)
    n = totals.n
    if n < 2 or (denominator and totals.sum(denominator) == 0):
        return undefined(statistic, n, level)
    means = totals.means(over)

    def value_at(point: Vector) -> float:
        return float(function(point[:-1] / point[-1])) if denominator else float(function(point))

    value = value_at(means)
    if not np.isfinite(value):
        return undefined(statistic, n, level)
    covariance = totals.covariance(over)
    gradient = _gradient(value_at, means, np.sqrt(np.diag(covariance)))
    variance = float(gradient @ covariance @ gradient) / n
    half = student_quantile(level, n - 1) * sqrt(max(0.0, variance))
    if not np.isfinite(half):
        return Estimate(statistic, value, None, None, n, value, 1, "delta", level)
    return Estimate(statistic, value, value - half, value + half, n, value, 1, "delta", level)


def _gradient(function: Callable[[Vector], float], at: Vector, scales: Vector) -> Vector:
    gradient = np.zeros_like(at)
    for i, scale in enumerate(scales):
        step = 1e-5 * (scale if scale > 0 else max(1.0, abs(at[i])))
        up, down = at.copy(), at.copy()
        up[i] += step
        down[i] -= step
        gradient[i] = (function(up) - function(down)) / (up[i] - down[i])
    return gradient


def contrast(
    statistic: str,
    totals: Totals,
    weights: Sequence[tuple[str, float]],
    denominator: str = "deals",
    level: float = LEVEL,
) -> Estimate:
    """Estimate of a weighted sum of features a deal (``denominator``), its weights of any sign."""
    factors = np.array([weight for _, weight in weights])
    names = [name for name, _ in weights]
    return smooth(
        statistic, totals, names, lambda m: float(factors @ m), denominator=denominator, level=level
    )


def largest_contrast(
    statistic: str,
    totals: Totals,
    names: Sequence[str],
    contrasts: NDArray[np.float64],
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
    offset = np.zeros(len(contrasts)) if offsets is None else offsets
    values = contrasts @ shares - offset
    covariance = totals.covariance([*names, denominator])
    # residuals x − p·d, a unit, carry the variance of the shares
    residual = np.hstack([np.eye(len(names)), -shares[:, None]])
    spread = residual @ covariance @ residual.T / (n * (totals.sum(denominator) / n) ** 2)
    deviations = np.sqrt(np.maximum(0.0, np.einsum("ci,ij,cj->c", contrasts, spread, contrasts)))
    half = normal_quantile(1 - (1 - level) / (comparisons or len(contrasts))) * deviations
    value = max(0.0, float(values.max()))
    low, high = max(0.0, float((values - half).max())), max(0.0, float((values + half).max()))
    return Estimate(statistic, value, low, high, n, value, 1, "simultaneous", level)
