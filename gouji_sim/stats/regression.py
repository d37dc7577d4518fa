"""R² and correlation from sums of products over units, as smooth functions of means."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import nan, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from gouji_sim.stats.delta import Smooth, Vector

if TYPE_CHECKING:
    from gouji_sim.stats.totals import Totals

__all__ = ["correlation", "product_name", "r_squared", "r_squared_names"]

_COLLINEAR: Final = 1e-9
"""Columns whose correlations have a smaller eigenvalue follow from one another."""


def product_name(x: str, y: str) -> str:
    """The name under which totals keep the sum of a product."""
    return f"{x}*{y}"


def r_squared(
    totals: Totals,
    response: str,
    regressors: Sequence[str],
    *,
    squared: str | None = None,
    denominator: str = "deals",
) -> Smooth:
    """Share of the variance of ``response`` that a least-squares fit on ``regressors`` explains, 0 to 1.

    The totals hold the columns, their products ``x*y`` in the order of ``regressors``, ``x*response`` and
    the square ``squared`` (default ``response*response``); all are taken per ``denominator``. A regressor
    that never varies, or that follows from those before it, is left out; without variance of the response
    the value is undefined.
    """
    chosen = _independent(totals, regressors, denominator)
    k = len(chosen)
    pairs = list(combinations_with_replacement(range(k), 2))

    def explained(means: Vector) -> float:
        mean, square, x, along = means[0], means[1], means[2 : 2 + k], means[2 + k : 2 + 2 * k]
        variance = square - mean * mean
        if variance <= 0:
            return nan
        scatter = np.empty((k, k))
        for (i, j), value in zip(pairs, means[2 + 2 * k :], strict=True):
            scatter[i, j] = scatter[j, i] = value - x[i] * x[j]
        shared = along - x * mean
        return float(shared @ np.linalg.solve(scatter, shared) / variance)

    return Smooth(r_squared_names(response, chosen, squared), explained, denominator)


def r_squared_names(response: str, regressors: Sequence[str], squared: str | None = None) -> tuple[str, ...]:
    """The names of the sums that `r_squared` is a function of."""
    return (
        response,
        squared or product_name(response, response),
        *regressors,
        *(product_name(name, response) for name in regressors),
        *(product_name(x, y) for x, y in combinations_with_replacement(regressors, 2)),
    )


def correlation(x: str, y: str, denominator: str) -> Smooth:
    """Pearson correlation of ``x`` and ``y`` per ``denominator``, from totals with their products."""

    def pearson(means: Vector) -> float:
        mx, my, mxx, myy, mxy = means
        spread = (mxx - mx * mx) * (myy - my * my)
        return float((mxy - mx * my) / sqrt(spread)) if spread > 0 else nan

    return Smooth((x, y, product_name(x, x), product_name(y, y), product_name(x, y)), pearson, denominator)


def _independent(totals: Totals, names: Sequence[str], denominator: str) -> list[str]:
    """The names that are no linear function of those before them."""
    over = totals.sum(denominator)
    chosen: list[str] = []
    for name in names if over else ():
        tried = [*chosen, name]
        # over² times the covariance, exact before it is rounded
        scatter = np.array(
            [
                [
                    over * totals.sum(product_name(*_in_order(x, y, names))) - totals.sum(x) * totals.sum(y)
                    for y in tried
                ]
                for x in tried
            ],
            dtype=np.float64,
        )
        scale = np.sqrt(np.diag(scatter))
        if scale[-1] > 0 and np.linalg.eigvalsh(scatter / np.outer(scale, scale))[0] > _COLLINEAR:
            chosen.append(name)
    return chosen


def _in_order(x: str, y: str, names: Sequence[str]) -> tuple[str, str]:
    return (x, y) if names.index(x) <= names.index(y) else (y, x)
