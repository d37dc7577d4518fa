"""The sequential test against closed forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import log
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize

from gouji_sim.stats.sequential import Gsprt, PairCounts, log_likelihood_ratio

MakeRecords = Callable[..., Any]


@given(st.integers(1, 500), st.integers(1, 500))
def test_two_values_are_a_binomial(wins: int, losses: int) -> None:
    """With values ±1 the mean fixes the distribution: p = (1 + mean) / 2, and Wald's ratio is known."""
    mean0, mean1 = -0.1, 0.2
    expected = wins * log((1 + mean1) / (1 + mean0)) + losses * log((1 - mean1) / (1 - mean0))
    assert log_likelihood_ratio({1: wins, -1: losses}, mean0, mean1) == pytest.approx(expected, abs=1e-6)


def test_three_values_are_constrained_maximum_likelihood() -> None:
    counts, values = np.array([30.0, 50.0, 45.0]), np.array([-3.0, 0.0, 3.0])

    def best(mean: float) -> float:
        """The greatest Σ count log p with that mean: one free parameter, the chance of 0."""

        def likelihood(middle: float) -> float:
            up = (1 - middle + mean / 3) / 2
            return -float(counts @ np.log([1 - middle - up, middle, up]))

        low = optimize.minimize_scalar(likelihood, bounds=(1e-6, 1 - abs(mean) / 3 - 1e-6), method="bounded")
        return -float(low.fun)

    found = log_likelihood_ratio(dict(zip(values.astype(int), counts, strict=True)), 0.0, 0.5)
    assert found == pytest.approx(best(0.5) - best(0.0), abs=1e-6)


def test_the_ratio_has_the_sign_of_the_evidence() -> None:
    at = Counter({-6: 100, 0: 150, 6: 100})
    assert log_likelihood_ratio(at, 0.0, 1.0) < 0
    assert log_likelihood_ratio(at, -1.0, 0.0) > 0
    assert log_likelihood_ratio(at, -0.5, 0.5) == pytest.approx(0, abs=1e-9)
    assert log_likelihood_ratio({}, 0.0, 1.0) == 0


def test_a_short_series_is_not_certain() -> None:
    # one block won; whatever the hypotheses, no ratio is infinite
    assert 0 < log_likelihood_ratio({12: 1}, 0.0, 1.0) < 3
    assert -3 < log_likelihood_ratio({-12: 1}, 0.0, 1.0) < 0


def test_bounds_are_those_of_wald() -> None:
    test = Gsprt(0.0, 0.3)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert test.decide(PairCounts()) == "continue"
    assert test.decide(PairCounts(Counter({-6: 300, 0: 300, 6: 600}))) == "accept1"
    assert test.decide(PairCounts(Counter({-6: 600, 0: 300, 6: 300}))) == "accept0"
    for wrong in ((0.3, 0.3, 0.05, 0.05), (0.0, 0.3, 0.0, 0.05), (0.0, 0.3, 0.05, 0.5)):
        with pytest.raises(ValueError, match=r"hypothesis|errors"):
            Gsprt(*wrong)


def test_pair_counts_of_records(synthetic: MakeRecords) -> None:
    first, second = synthetic(400, 1), synthetic(400, 2)
    pairs = PairCounts.from_records(first, second)
    assert pairs.n == 400
    gap = [r["score"][:, 0].astype(float) - r["score"][:, 1] for r in (first, second)]
    blocks = (gap[0] + gap[1]) / 2
    points = pairs.points()
    assert points.value == pytest.approx(blocks.mean())
    assert points.half_width == pytest.approx(1.9659 * blocks.std(ddof=1) / 20, rel=1e-4)
    five = pairs.pentanomial()
    assert sum(five) == 400
    assert five[2] == (blocks == 0).sum()
    assert five[3] + five[4] == (blocks > 0).sum()
    assert five[4] == (blocks > 1).sum()


def test_pair_counts_merge(synthetic: MakeRecords) -> None:
    first, second = synthetic(300, 1), synthetic(300, 2)
    whole = PairCounts.from_records(first, second)
    merged = PairCounts.from_records(first[200:], second[200:])
    merged += PairCounts.from_records(first[:200], second[:200])
    assert merged == whole == PairCounts.from_dict(whole.to_dict())
    with pytest.raises(ValueError, match="two deals"):
        PairCounts.from_records(first, second[:5])


def test_few_blocks_have_no_interval() -> None:
    assert PairCounts().points().value is None
    one = PairCounts(Counter({6: 1})).points()
    assert (one.value, one.low) == (1.0, None)
