"""R² and correlation from sums of products over units, with delta-method intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import nan, sqrt

import numpy as np
from numpy.typing import NDArray

from gouji_sim.stats.delta import Vector, smooth
from gouji_sim.stats.intervals import LEVEL, Estimate
from gouji_sim.stats.totals import Totals

__all__ = ["correlation", "product_name", "r_squared", "with_products"]


def product_name(x: str, y: str) -> str:
    """The name under which totals keep the sum of a product."""
    return f"{x}*{y}"


def with_products(
    names: Sequence[str], columns: Sequence[NDArray[np.int64]]
) -> tuple[list[str], list[NDArray[np.int64]]]:
    """Columns, and the products of each pair of them (squares included), with their names."""
    pairs = list(combinations_with_replacement(range(len(names)), 2))
    products = [columns[i] * columns[j] for i, j in pairs]
    return [*names, *(product_name(names[i], names[j]) for i, j in pairs)], [*columns, *products]


def r_squared(
    statistic: str,
    totals: Totals,
    response: str,
    regressors: Sequence[str],
    *,
    squared: str | None = None,
    denominator: str = "deals",
    level: float = LEVEL,
) -> Estimate:
    """Share of the variance of ``response`` that a least-squares fit on ``regressors`` explains, 0 to 1.

    The totals hold the columns, their products ``x*y`` in the order of ``regressors``, ``x*response`` and
    the square ``squared`` (default ``response*response``); all are taken per ``denominator``. A regressor
    that never varies is left out; without variance of the response the value is undefined.
    """
    over = totals.sum(denominator)
    squares = {name: totals.sum(product_name(name, name)) for name in regressors}
    varying = [name for name in regressors if squares[name] * over != totals.sum(name) ** 2]
    k = len(varying)
    pairs = list(combinations_with_replacement(range(k), 2))
    names = [
        response,
        squared or product_name(response, response),
        *varying,
        *(product_name(name, response) for name in varying),
        *(product_name(varying[i], varying[j]) for i, j in pairs),
    ]

    def explained(means: Vector) -> float:
        mean, square, x, xy = means[0], means[1], means[2 : 2 + k], means[2 + k : 2 + 2 * k]
        variance = square - mean * mean
        if variance <= 0:
            return nan
        scatter = np.empty((k, k))
        for (i, j), value in zip(pairs, means[2 + 2 * k :], strict=True):
            scatter[i, j] = scatter[j, i] = value - x[i] * x[j]
        along = xy - x * mean
        fit = np.linalg.lstsq(scatter, along, rcond=1e-9)[0]
        return float(along @ fit / variance)

    return smooth(statistic, totals, names, explained, denominator=denominator, level=level).clipped(0.0, 1.0)


def correlation(
    statistic: str,
    totals: Totals,
    x: str,
    y: str,
    *,
    denominator: str,
    level: float = LEVEL,
) -> Estimate:
    """Pearson correlation of ``x`` and ``y`` per ``denominator``, −1 to 1, from their products."""

    def pearson(means: Vector) -> float:
        mx, my, mxx, myy, mxy = means
        spread = (mxx - mx * mx) * (myy - my * my)
        return float((mxy - mx * my) / sqrt(spread)) if spread > 0 else nan

    names = (x, y, product_name(x, x), product_name(y, y), product_name(x, y))
    return smooth(statistic, totals, names, pearson, denominator=denominator, level=level).clipped(-1.0, 1.0)
