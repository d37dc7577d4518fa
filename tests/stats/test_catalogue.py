"""Every statistic of the catalogue, defined where it should be, with an interval that fits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from gouji_sim.rules import Options, list_variants, load_variant
from gouji_sim.stats import CATALOGUE, Totals, estimate, estimates, statistics_for
from gouji_sim.stats.catalogue import GROUPS, statistic
from gouji_sim.stats.features import FEATURES, features
from gouji_sim.stats.intervals import clopper_pearson, garwood, wilson

MakeRecords = Callable[..., Any]


def test_the_table_is_sound() -> None:
    for id, stat in CATALOGUE.items():
        assert id == stat.id == stat.label
        assert stat.group in GROUPS
        assert set(stat.uses) <= set(FEATURES)
        assert (stat.function is None and stat.measure is None) == (stat.kind != "measure")
        assert stat.baseline is not None or stat.direction != "baseline"


@pytest.mark.parametrize("variant", list_variants())
@pytest.mark.parametrize("unit", [1, 5])
def test_all_that_is_defined_has_a_sensible_interval(variant: str, unit: int, synthetic: MakeRecords) -> None:
    options = load_variant(variant).options
    totals = Totals.from_records(synthetic(500, 3, options), options, unit=unit)
    found = estimates(totals, options)
    assert list(found) == [stat.id for stat in statistics_for(options)]
    for id, e in found.items():
        stat = CATALOGUE[id]
        assert (e.statistic, e.n, e.level) == (id, 500 // unit, 0.95)
        assert e.value is not None, id
        assert e.low is not None, id
        assert e.high is not None, id
        assert e.low <= e.value <= e.high, id
        assert e.low < e.high or e.method in ("t", "delta", "simultaneous"), id
        assert stat.low is None or e.low >= stat.low, id
        assert stat.high is None or e.high <= stat.high, id


def test_no_deals_mean_no_figures() -> None:
    options = Options()
    for e in estimates(Totals.empty(), options).values():
        assert (e.value, e.low, e.high, e.n, e.method) == (None, None, None, 0, "na")


def test_where_statistics_are_defined() -> None:
    defined = {v: {s.id for s in statistics_for(load_variant(v).options)} for v in list_variants()}
    assert {v for v in defined if "open_rate" not in defined[v]} == {
        "puji", "kanto", "kyushu", "kansai", "camp",
    }  # fmt: skip
    assert {v for v in defined if "sweep_rate" not in defined[v]} == {
        "kanto", "shikoku", "kinki", "kinki_single_three", "kinki_single_four", "kyushu", "kansai",
    }  # fmt: skip
    assert {v for v in defined if "position_advantage" in defined[v]} == {
        "zoucheng", "zhangqiu", "heze", "heze_tribute",
    }  # fmt: skip
    assert {v for v in defined if "suffocation_rate" in defined[v]} == {"kansai"}
    assert {v for v in defined if "shed" in defined[v]} == {"zhangqiu"}
    # these have neither a revolt of choice nor one of a seat too poor to buy
    assert {v for v in defined if "revolt_rate" not in defined[v]} == {
        "zoucheng", "zhangqiu", "heze", "heze_tribute",
    }  # fmt: skip


def test_random_places_sweep_once_in_ten() -> None:
    teams = [set(places) for places in combinations(range(6), 3)]
    swept = sum(team in ({0, 1, 2}, {3, 4, 5}) for team in teams)
    assert CATALOGUE["sweep_rate"].baseline == swept / len(teams) == 0.1
    assert CATALOGUE["sweep_rate_team_0"].baseline == swept / len(teams) / 2


def test_rates_of_deals_are_wilson(synthetic: MakeRecords) -> None:
    options = Options()
    records = synthetic(1000)
    found = estimate(Totals.from_records(records, options), "sweep_rate", 0.9)
    events = int((records["sweep"] >= 0).sum())
    assert (found.numerator, found.denominator, found.method, found.level) == (events, 1000, "wilson", 0.9)
    assert (found.low, found.high) == pytest.approx(wilson(events, 1000, 0.9))


def test_rates_over_sessions_are_ratios(synthetic: MakeRecords) -> None:
    options = Options()
    found = estimate(Totals.from_records(synthetic(1000), options, unit=5), "sweep_rate")
    assert (found.n, found.denominator, found.method) == (200, 1000, "delta")


def test_rare_events_have_exact_intervals(synthetic: MakeRecords) -> None:
    options = Options()
    records = synthetic(1000)
    records["sweep"] = -1
    records["sweep"][:3] = 1
    records["settled_by"] = 1
    records["burns"] = 0
    totals = Totals.from_records(records, options)
    sweep, smother = estimate(totals, "sweep_rate"), estimate(totals, "smother_rate")
    assert (sweep.low, sweep.high, sweep.method) == (*clopper_pearson(3, 1000), "clopper_pearson")
    assert (smother.value, smother.low, smother.high, smother.method) == (0, *garwood(0, 1000), "garwood")
    success = estimate(totals, "burn_success_rate")
    assert (success.value, success.low, success.n, success.method) == (None, None, 1000, "na")


def test_open_rate_is_a_ratio_over_deals(synthetic: MakeRecords) -> None:
    """Six seats of a deal are not independent: R = ΣS/ΣA with Σ(S − R·A)² / (N (N−1) Ā²)."""
    options = Options()
    records = synthetic(400)
    # all six of a deal open or none
    records["revolter"] = -1
    records["opened"] = np.where(np.arange(400) % 4 == 0, 63, 0)
    found = estimate(Totals.from_records(records, options), "open_rate")
    assert (found.value, found.numerator, found.denominator, found.method) == (0.25, 600, 2400, "delta")
    # as uncertain as 400 independent units, not 2400: sd = sqrt(.25 * .75 / 399)
    assert found.half_width == pytest.approx(1.966 * np.sqrt(0.25 * 0.75 / 399), rel=1e-3)


def test_burn_shares_add_up(synthetic: MakeRecords) -> None:
    totals = Totals.from_records(synthetic(300), Options())
    shares = [
        estimate(totals, f"burn_{o}_rate").value
        for o in ["success", "broken", "countered", "failed", "dissolved"]
    ]
    assert sum(x for x in shares if x is not None) == pytest.approx(1)


def test_revolts_and_voids_are_counted_by_deals_dealt(synthetic: MakeRecords) -> None:
    records = synthetic(2000)
    totals = Totals.from_records(records, Options())
    void = int(records["void_deals"].sum())
    revolts = int(records["void_revolts"].sum() + (records["revolter"] >= 0).sum())
    assert estimate(totals, "void_rate").value == pytest.approx(void / (2000 + void))
    assert estimate(totals, "revolt_rate").value == pytest.approx(revolts / (2000 + void))


def test_a_baseline_of_points_needs_points_that_sum_to_zero() -> None:
    lead = statistic("lead_advantage")
    assert lead.baseline_under(Options()) == 0
    assert lead.baseline_under(Options(positive_only=True)) is None
    assert lead.baseline_under(Options(place_points=(5, 2, 0, 0, -2, -4))) is None
    assert statistic("sweep_rate").baseline_under(Options(positive_only=True)) == 0.1


def test_an_unknown_statistic_is_named_with_its_neighbours() -> None:
    with pytest.raises(KeyError, match="open_rate"):
        statistic("opening_rate")


def test_drama_is_scaled_back(synthetic: MakeRecords) -> None:
    options = Options()
    records = synthetic(200)
    table = dict(zip(FEATURES, features(records, options).sum(axis=0).tolist(), strict=True))
    drama = estimate(Totals.from_records(records, options), "drama")
    assert drama.value == pytest.approx(table["drama"] / table["plays_behind"] / 1000)
