"""Ratings against weighted least squares."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from gouji_sim.stats.ratings import Match, ratings

ROUND_ROBIN = [
    Match("expert", "greedy", 1.9, 0.04, 100),
    Match("expert", "random", 3.2, 0.05, 100),
    Match("greedy", "random", 1.0, 0.02, 200),
]


def test_ratings_are_weighted_least_squares() -> None:
    found = ratings(ROUND_ROBIN)
    # columns: expert and greedy against random = -(expert + greedy)
    design = np.array([[1, -1], [2, 1], [1, 2]], dtype=float)
    fit = sm.WLS([1.9, 3.2, 1.0], design, weights=[25, 20, 50]).fit()
    by_name = {rating.policy: rating for rating in found.table}
    assert [by_name[name].value for name in ("expert", "greedy")] == pytest.approx(fit.params)
    assert sum(rating.value for rating in found.table) == pytest.approx(0)
    deviation = np.sqrt(np.linalg.inv(design.T @ np.diag([25, 20, 50]) @ design)[0, 0])
    assert by_name["expert"].high - by_name["expert"].value == pytest.approx(1.959964 * deviation)
    assert [rating.policy for rating in found.table] == ["expert", "greedy", "random"]
    assert by_name["greedy"].n == 300
    residual = fit.model.weights @ fit.resid**2
    assert (found.residual, found.df) == (pytest.approx(residual), 1)
    assert found.p_value == pytest.approx(stats.chi2.sf(residual, 1))


def test_a_circle_shows() -> None:
    matches = [Match("a", "b", 1, 0.01, 9), Match("b", "c", 1, 0.01, 9), Match("c", "a", 1, 0.01, 9)]
    found = ratings(matches)
    assert [rating.value for rating in found.table] == pytest.approx([0, 0, 0], abs=1e-12)
    assert found.p_value is not None
    assert found.p_value < 1e-9


def test_two_policies_share_the_difference() -> None:
    found = ratings([Match("a", "b", 2.0, 0.04, 50)])
    assert [rating.value for rating in found.table] == pytest.approx([1, -1])
    assert found.p_value is None
    # the interval of a difference of 2 ± 1.96 · 0.2, halved
    assert found.table[0].high - 1 == pytest.approx(1.959964 * 0.1)


@pytest.mark.parametrize(
    "matches",
    [
        [],
        [Match("a", "a", 0, 1, 1)],
        [Match("a", "b", 0, 0, 1)],
        [Match("a", "b", 0, 1, 1), Match("c", "d", 0, 1, 1)],
    ],
)
def test_what_cannot_be_rated(matches: list[Match]) -> None:
    with pytest.raises(ValueError, match=r"matches"):
        ratings(matches)
