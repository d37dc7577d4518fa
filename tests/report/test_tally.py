"""Exact tallies against the formulas of the delta method, unit by unit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gouji_sim.report.tally import Histogram, Ratios, whole_units
from gouji_sim.stats.intervals import clopper_pearson


def delta(s, a):
    """R = ΣS/ΣA with the variance Σ(S − R·A)² / (N (N−1) Ā²) and Student's quantile."""
    n, ratio = len(s), s.sum() / a.sum()
    variance = ((s - ratio * a) ** 2).sum() / (n * (n - 1) * a.mean() ** 2)
    half = stats.t.ppf(0.975, n - 1) * variance**0.5
    return ratio, ratio - half, ratio + half


def test_a_ratio_is_the_quotient_of_sums_with_the_delta_interval():
    generator = np.random.default_rng(1)
    a = generator.integers(0, 7, (400, 2))
    s = generator.binomial(a, 0.4)
    tally = Ratios(2)
    tally.add(s[:150], a[:150])
    tally.add(s[150:], a[150:])
    for group in (0, 1):
        measure = tally.measure(group, "rate")
        expected = delta(s[:, group], a[:, group])
        assert (measure.value, measure.low, measure.high) == pytest.approx(expected, rel=1e-12)
        assert measure.n == a[:, group].sum()


def test_the_unit_may_be_a_session():
    generator = np.random.default_rng(2)
    s, a = generator.integers(-12, 13, (500, 1)), np.ones((500, 1), dtype=np.int64)
    tally = Ratios(1)
    tally.add(s, a, deals_a_unit=5)
    by_session = s[:, 0].reshape(100, 5).sum(axis=1)
    measure = tally.measure(0, "points")
    assert (measure.value, measure.low, measure.high) == pytest.approx(delta(by_session, np.full(100, 5)))
    assert measure.signed


def test_rare_events_have_the_exact_interval():
    s = np.zeros((300, 1), dtype=np.int64)
    s[:7] = 1
    tally = Ratios(1)
    tally.add(s, np.ones_like(s))
    measure = tally.measure(0, "rate")
    assert (measure.low, measure.high) == clopper_pearson(7, 300)


def test_without_cases_nothing_is_claimed():
    tally = Ratios(1)
    tally.add(np.zeros((10, 1), dtype=np.int64), np.zeros((10, 1), dtype=np.int64))
    measure = tally.measure(0, "rate")
    assert (measure.value, measure.low, measure.high, measure.n) == (None, None, None, 0)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=60), st.sampled_from([0.05, 0.25, 0.5, 0.75, 0.95]))
def test_quantiles_are_those_of_the_sorted_values(values, share):
    histogram = Histogram(0, 40)
    histogram.add(np.array(values))
    rank = max(0, int(np.ceil(share * len(values) - 1e-9)) - 1)
    assert histogram.quantile(share) == sorted(values)[rank]
    assert histogram.total == len(values)


def test_values_outside_the_range_count_at_its_ends():
    histogram = Histogram(-2, 2)
    histogram.add(np.array([-9, 0, 1, 9]))
    assert histogram.counts.tolist() == [1, 0, 1, 1, 1]


def test_an_empty_histogram_has_no_quantile():
    with pytest.raises(ValueError, match="empty"):
        Histogram(0, 5).quantile(0.5)


@given(st.lists(st.integers(0, 13), max_size=8), st.integers(1, 5))
def test_batches_are_cut_where_units_end(sizes, unit):
    numbers = np.arange(sum(sizes))
    batches = np.split(numbers, np.cumsum(sizes)[:-1]) if sizes else []
    views = [view.records for view in whole_units(batches, unit)]
    assert all(len(records) % unit == 0 and len(records) > 0 for records in views)
    joined = np.concatenate(views) if views else numbers[:0]
    assert joined.tolist() == numbers[: len(numbers) - len(numbers) % unit].tolist()
