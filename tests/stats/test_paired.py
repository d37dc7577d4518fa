"""Paired differences against the plain tests on differences deal by deal."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from gouji_sim.rules import Options, load_variant
from gouji_sim.stats.catalogue import CATALOGUE, statistics_for
from gouji_sim.stats.features import FEATURES, features
from gouji_sim.stats.intervals import garwood
from gouji_sim.stats.mcnemar import EXACT_BELOW, bonett_price, mcnemar
from gouji_sim.stats.paired import PairedTotals, difference, differences
from gouji_sim.stats.totals import Totals

MakeRecords = Callable[..., Any]
OPTIONS = Options()


@pytest.fixture
def pair(synthetic: MakeRecords) -> tuple[Any, Any]:
    """The same deals twice, the second time with some of them changed."""
    a, other = synthetic(3000, 1), synthetic(3000, 2)
    b = a.copy()
    changed = np.random.default_rng(3).random(3000) < 0.3
    b[changed] = other[changed]
    b["plays"] += 2
    return a, b


def paired(pair: tuple[Any, Any], unit: int = 1) -> PairedTotals:
    return PairedTotals.from_records(*pair, OPTIONS, OPTIONS, unit_a=unit, unit_b=unit)


def column(records: Any, name: str) -> np.ndarray:
    return features(records, OPTIONS)[:, FEATURES.index(name)].astype(float)


@pytest.mark.parametrize(("id", "feature"), [("plays", "plays"), ("lead_advantage", "leader_score")])
def test_a_mean_is_the_paired_t_test(pair: tuple[Any, Any], id: str, feature: str) -> None:
    found = difference(paired(pair), id)
    a, b = column(pair[0], feature), column(pair[1], feature)
    test = stats.ttest_rel(b, a)
    interval = test.confidence_interval()
    assert found.value == pytest.approx((b - a).mean())
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.p_value == pytest.approx(test.pvalue, rel=1e-6, abs=1e-300)
    assert found.reduction == pytest.approx((a.var() + b.var()) / (b - a).var())
    assert found.half_width == pytest.approx((interval.high - interval.low) / 2)


def test_a_ratio_is_a_t_test_on_residuals(pair: tuple[Any, Any]) -> None:
    found = difference(paired(pair), "burn_success_rate")
    residuals, ratios = [], []
    for records in pair:
        s, a = column(records, "burn_success"), column(records, "burns_ended")
        ratios.append(s.sum() / a.sum())
        residuals.append((s - ratios[-1] * a) / a.mean())
    gap = residuals[1] - residuals[0]
    assert found.value == pytest.approx(ratios[1] - ratios[0])
    half = stats.t.ppf(0.975, 2999) * gap.std(ddof=1) / np.sqrt(3000)
    assert found.half_width == pytest.approx(half)
    assert found.reduction == pytest.approx((residuals[0].var() + residuals[1].var()) / gap.var())


def test_a_rate_is_mcnemars(pair: tuple[Any, Any]) -> None:
    found = difference(paired(pair), "sweep_rate")
    a, b = pair[0]["sweep"] >= 0, pair[1]["sweep"] >= 0
    table = [[(a & b).sum(), (a & ~b).sum()], [(~a & b).sum(), (~a & ~b).sum()]]
    assert (found.only_a, found.only_b) == (table[0][1], table[1][0])
    assert found.value == pytest.approx(b.mean() - a.mean())
    assert found.p_value == pytest.approx(statsmodels_mcnemar(table, exact=True).pvalue)
    assert found.method == "mcnemar"
    assert found.to_dict()["a"]["statistic"] == "sweep_rate"


@pytest.mark.parametrize(("b", "c"), [(0, 0), (3, 9), (40, 41), (5, 0)])
def test_mcnemar_agrees_with_statsmodels(b: int, c: int) -> None:
    if b + c:
        assert mcnemar(b, c, "exact") == pytest.approx(
            statsmodels_mcnemar([[1, b], [c, 1]], exact=True).pvalue
        )
        plain = statsmodels_mcnemar([[1, b], [c, 1]], exact=False, correction=False).pvalue
        assert mcnemar(b, c, "asymptotic") == pytest.approx(plain)
        # Fagerland 2013, (5): the exact p less the chance of the observed point
        point = stats.binom.pmf(min(b, c), b + c, 0.5)
        two_sided = min(1.0, 2 * stats.binom.cdf(min(b, c), b + c, 0.5) - point)
        assert mcnemar(b, c, "mid_p") == pytest.approx(two_sided)
    else:
        assert mcnemar(b, c) == 1
    assert mcnemar(b, c) == mcnemar(c, b) == mcnemar(b, c, "exact")


def test_many_pairs_take_the_asymptotic_test() -> None:
    many = EXACT_BELOW
    assert mcnemar(many, many + 50) == mcnemar(many, many + 50, "asymptotic")
    assert mcnemar(many, many + 50) == pytest.approx(mcnemar(many, many + 50, "mid_p"), rel=0.01)


def test_bonett_price() -> None:
    # p12 = 6/102, p21 = 2/102; difference 4/102 ± 1.96 sqrt((8/102 - (4/102)²)/102)
    low, high = bonett_price(5, 1, 100)
    half = 1.959964 * np.sqrt((8 / 102 - (4 / 102) ** 2) / 102)
    assert (low, high) == pytest.approx((4 / 102 - half, 4 / 102 + half))
    assert bonett_price(0, 0, 50)[1] == -bonett_price(0, 0, 50)[0] > 0
    assert bonett_price(9, 0, 9)[1] == 1
    for call in (lambda: mcnemar(-1, 2), lambda: bonett_price(3, 3, 5)):
        with pytest.raises(ValueError, match="discordant"):
            call()


def test_rare_counts_keep_an_honest_interval(pair: tuple[Any, Any]) -> None:
    a, b = pair[0].copy(), pair[1].copy()
    a["settled_by"] = b["settled_by"] = 1
    a["settled_by"][:6, 0] = 3
    found = difference(paired((a, b)), "smother_rate")
    assert found.method == "newcombe"
    low, high = garwood(6, 3000)
    # square and add: no event in b, six in a
    upper = garwood(0, 3000)[1]
    assert found.low == pytest.approx(-0.002 - (high - 0.002))
    assert found.high == pytest.approx(-0.002 + np.hypot(upper, 0.002 - low))
    assert found.p_value == pytest.approx(stats.binomtest(6, 6, 0.5).pvalue)


def test_rare_ratios_are_exact_given_the_events(pair: tuple[Any, Any]) -> None:
    a, b = pair[0].copy(), pair[1].copy()
    for records, failures in ((a, 2), (b, 9)):
        records["burns"][:, 3] = 0
        records["burns"][:failures, 3] = 1
    found = difference(paired((a, b)), "burn_failed_rate")
    share = found.a.denominator / (found.a.denominator + found.b.denominator)
    below = stats.binom.cdf(2, 11, share)
    assert found.method == "newcombe"
    assert found.p_value == pytest.approx(2 * below)


def test_identical_runs_do_not_differ(synthetic: MakeRecords) -> None:
    records = synthetic(500)
    for found in differences(paired((records, records)), OPTIONS, OPTIONS).values():
        assert found.value == 0, found.statistic
        assert found.p_value == 1
        assert found.reduction is None


def test_every_smooth_statistic_has_a_difference(pair: tuple[Any, Any]) -> None:
    found = differences(paired(pair), OPTIONS, OPTIONS)
    assert set(found) == {s.id for s in statistics_for(OPTIONS) if s.measure is None}
    for id, d in found.items():
        assert d.value is not None, id
        assert d.low is not None, id
        assert d.high is not None, id
        assert d.low <= d.value <= d.high, id
        assert d.p_value is not None, id
        assert 0 <= d.p_value <= 1, id
        # what excludes 0 has a small p, but for the different approximations at the edge
        if d.method == "t" and d.low < d.high:
            assert (d.p_value < 0.05) == (d.low > 0 or d.high < 0), id
    none = difference(paired(pair), "seat_balance")
    assert (none.value, none.method) == (None, "na")
    assert CATALOGUE["seat_balance"].linearise(Totals.empty()) is None


def test_smooth_measures_move_with_their_deals(pair: tuple[Any, Any]) -> None:
    """The spread of the score: a jackknife over deals gives the same deviation of the difference."""
    found = difference(paired(pair), "score_spread")
    y = [records["score"][:, 0].astype(float) for records in pair]
    n = len(y[0])

    def without(x: np.ndarray) -> np.ndarray:
        mean, square = (x.sum() - x) / (n - 1), ((x**2).sum() - x**2) / (n - 1)
        return np.sqrt(square - mean**2)

    gap = without(y[1]) - without(y[0])
    deviation = np.sqrt((n - 1) / n * ((gap - gap.mean()) ** 2).sum())
    assert found.half_width == pytest.approx(stats.t.ppf(0.975, n - 1) * deviation, rel=1e-3)


def test_variants_with_other_rules_compare_where_both_are_defined(pair: tuple[Any, Any]) -> None:
    found = differences(paired(pair), OPTIONS, load_variant("camp").options)
    assert "sweep_rate" in found
    assert "open_rate" not in found


def test_sessions_are_units(pair: tuple[Any, Any]) -> None:
    found = difference(paired(pair, unit=5), "sweep_rate")
    a, b = ((records["sweep"] >= 0).reshape(-1, 5).mean(axis=1) for records in pair)
    test = stats.ttest_rel(b, a)
    assert (found.n, found.method) == (600, "t")
    assert found.p_value == pytest.approx(test.pvalue, rel=1e-6)
    with pytest.raises(ValueError, match="same units"):
        PairedTotals.from_records(*pair, OPTIONS, OPTIONS, unit_b=5)


def test_merging_and_json(pair: tuple[Any, Any]) -> None:
    whole = paired(pair)
    merged = PairedTotals.empty()
    for start, end in pairwise([0, 1, 1000, 3000]):
        merged += paired((pair[0][start:end], pair[1][start:end]))
    assert merged == whole == PairedTotals.from_json(whole.to_json())
    assert whole.a == Totals.from_records(pair[0], OPTIONS)
    assert whole.b == Totals.from_records(pair[1], OPTIONS)
    assert whole.n == 3000
    with pytest.raises(ValueError, match="other quantities"):
        PairedTotals.from_dict(whole.a.to_dict())


def test_one_unit_has_no_difference(pair: tuple[Any, Any]) -> None:
    found = difference(paired((pair[0][:1], pair[1][:1])), "plays")
    assert (found.value, found.half_width, found.n) == (None, None, 1)
