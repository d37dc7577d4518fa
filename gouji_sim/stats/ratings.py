"""One rating a policy from a round robin on duplicate deals: least squares on points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy import special

from gouji_sim.stats.intervals import LEVEL, normal_quantile

__all__ = ["Match", "Rating", "Ratings", "ratings"]


@dataclass(frozen=True)
class Match:
    """The mean points of ``a`` over ``b`` in ``n`` blocks, and the variance of that mean (> 0)."""

    a: str
    b: str
    points: float
    variance: float
    n: int


@dataclass(frozen=True)
class Rating:
    """Points a seat and deal above the mean of all policies, with its interval; ``n`` blocks played."""

    policy: str
    value: float
    low: float
    high: float
    n: int
    level: float


@dataclass(frozen=True)
class Ratings:
    """Ratings from the best down, and how well one number a policy explains the matches.

    ``residual`` is the χ² of what is left on ``df`` degrees of freedom, ``p_value`` its probability if
    ratings were all: a small one says that the policies beat one another in a circle. ``p_value`` is
    ``None`` for df = 0.
    """

    table: tuple[Rating, ...]
    residual: float
    df: int
    p_value: float | None


def ratings(matches: Sequence[Match], level: float = LEVEL) -> Ratings:
    """Weighted least squares: rating a − rating b ≈ points, the ratings summing to 0.

    Raises ValueError without matches, for a variance that is not positive, a policy against itself, or
    policies that no chain of matches connects.
    """
    policies = sorted({name for match in matches for name in (match.a, match.b)})
    at = {policy: row for row, policy in enumerate(policies)}
    k = len(policies)
    if not matches or any(match.variance <= 0 or match.a == match.b for match in matches):
        raise ValueError("ratings take matches of two policies each, with a variance above 0")
    # the weighted Laplacian of the matches; its null space is a shift of all ratings
    laplacian, pull = np.zeros((k, k)), np.zeros(k)
    played = dict.fromkeys(policies, 0)
    for match in matches:
        i, j, weight = at[match.a], at[match.b], 1 / match.variance
        laplacian[[i, j], [i, j]] += weight
        laplacian[[i, j], [j, i]] -= weight
        pull[i] += weight * match.points
        pull[j] -= weight * match.points
        played[match.a] += match.n
        played[match.b] += match.n
    if np.linalg.matrix_rank(laplacian, tol=1e-9 * laplacian.diagonal().max()) < k - 1:
        raise ValueError("no chain of matches connects all policies")
    covariance = np.linalg.pinv(laplacian, rcond=1e-12, hermitian=True)
    found = covariance @ pull
    residual = sum((m.points - found[at[m.a]] + found[at[m.b]]) ** 2 / m.variance for m in matches)
    df = len({frozenset((m.a, m.b)) for m in matches}) - (k - 1)
    half = [normal_quantile(level) * sqrt(max(0.0, covariance[row, row])) for row in range(k)]
    table = [
        Rating(
            policy, float(found[row]), found[row] - half[row], found[row] + half[row], played[policy], level
        )
        for policy, row in at.items()
    ]
    p_value = float(special.chdtrc(df, residual)) if df > 0 else None
    return Ratings(tuple(sorted(table, key=lambda r: -r.value)), float(residual), df, p_value)
