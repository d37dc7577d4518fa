"""Intervals against statsmodels, scipy and closed forms."""

from __future__ import annotations

from math import nan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from gouji_sim.stats.intervals import (
    Estimate,
    clopper_pearson,
    garwood,
    mean_interval,
    ratio_interval,
    undefined,
    wilson,
)

LEVELS = (0.8, 0.95, 0.99)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("events", "trials"), [(0, 5), (1, 5), (5, 5), (3, 40), (500, 1234), (10**6, 10**8)])
def test_proportions_agree_with_statsmodels(events: int, trials: int, level: float) -> None:
    for ours, method in ((wilson, "wilson"), (clopper_pearson, "beta")):
        expected = proportion_confint(events, trials, alpha=1 - level, method=method)
        assert ours(events, trials, level) == pytest.approx(expected, abs=1e-12)


def test_a_count_of_zero_has_an_upper_bound() -> None:
    # P(no event in n) = (1 - p)^n = 0.025 at the bound
    assert clopper_pearson(0, 100)[1] == pytest.approx(1 - 0.025 ** (1 / 100))
    assert garwood(0, 100)[1] == pytest.approx(-np.log(0.025) / 100)
    assert clopper_pearson(0, 100)[0] == garwood(0, 100)[0] == 0


@pytest.mark.parametrize("events", [0, 1, 7, 19, 300])
def test_garwood_is_made_of_chi_squares(events: int) -> None:
    low = stats.chi2.ppf(0.025, 2 * events) / 2 if events else 0.0
    high = stats.chi2.ppf(0.975, 2 * events + 2) / 2
    assert garwood(events, 50) == pytest.approx((low / 50, high / 50))


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=60), st.sampled_from(LEVELS))
def test_mean_is_students_interval(values: list[int], level: float) -> None:
    x = np.array(values)
    found = mean_interval(len(x), int(x.sum()), int((x**2).sum()), level)
    assert found is not None
    half = stats.t.ppf((1 + level) / 2, len(x) - 1) * x.std(ddof=1) / sqrt(len(x))
    assert found == pytest.approx((x.mean() - half, x.mean() + half), abs=1e-9)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=2, max_size=60))
def test_ratio_is_the_delta_method(pairs: list[tuple[int, int]]) -> None:
    s, a = (np.array(column) for column in zip(*pairs, strict=True))
    n = len(s)
    found = ratio_interval(
        n, *(int(x) for x in (s.sum(), a.sum(), (s * s).sum(), (a * a).sum(), (s * a).sum()))
    )
    if a.sum() == 0:
        assert found is None
        return
    assert found is not None
    ratio = s.sum() / a.sum()
    variance = ((s - ratio * a) ** 2).sum() / (n * (n - 1) * a.mean() ** 2)
    half = stats.t.ppf(0.975, n - 1) * sqrt(variance)
    assert found == pytest.approx((ratio - half, ratio + half), rel=1e-9, abs=1e-9)


def test_ratio_of_sums_beyond_float64_does_not_cancel() -> None:
    # S = 10^8 + 0 or 1, A = 1: a variance of 1/4 beside a square of 10^16, in 10^9 units
    n, base = 10**9, 10**8
    half = n // 2
    s, ss = n * base + half, n * base**2 + 2 * half * base + half
    found = ratio_interval(n, s, n, ss, n, s)
    assert found is not None
    width = ratio_interval(n, half, n, half, n, half)
    assert width is not None
    assert found[1] - found[0] == pytest.approx(width[1] - width[0], rel=1e-2)


def test_one_unit_has_no_interval() -> None:
    assert ratio_interval(1, 3, 1, 9, 1, 3) is None
    assert ratio_interval(5, 0, 0, 0, 0, 0) is None


@pytest.mark.parametrize(
    "call", [lambda: wilson(6, 5), lambda: clopper_pearson(-1, 5), lambda: garwood(1, 0)]
)
def test_impossible_counts_are_refused(call: object) -> None:
    with pytest.raises(ValueError, match=r"events"):
        call()  # type: ignore[operator]


@pytest.mark.parametrize("level", [0.0, 1.0, nan])
def test_impossible_levels_are_refused(level: float) -> None:
    with pytest.raises(ValueError, match="level"):
        wilson(1, 5, level)


def test_estimate_prints_what_it_has() -> None:
    nothing = undefined("burn_success_rate", 12)
    assert (nothing.value, nothing.n, nothing.half_width, nothing.defined) == (None, 12, None, False)
    assert nothing.clipped(0, 1) == nothing
    some = Estimate("x", 0.1, -0.1, 0.3, 9, 1, 10, "t")
    assert some.half_width == pytest.approx(0.2)
    assert some.clipped(0.0, 0.25).to_dict() | {"low": 0.0, "high": 0.25} == some.clipped(0.0, 0.25).to_dict()
