"""Balance measures against direct computation."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm

from gouji_sim.rules import Options, load_variant
from gouji_sim.stats import Totals, estimate
from gouji_sim.stats.balance import OPENING_GAIN, position_advantage, seat_balance, total_variation
from gouji_sim.stats.delta import smooth_estimate

MakeRecords = Callable[..., Any]


def with_first_places(records: Any, shares: list[float], seed: int = 5) -> Any:
    """Records whose place 1 goes to seat s with probability ``shares[s]``."""
    rng = np.random.default_rng(seed)
    first = rng.choice(6, size=len(records), p=shares)
    at = np.arange(len(records))
    holder = np.argmax(records["place"] == 1, axis=1)
    records["place"][at, holder] = records["place"][at, first]
    records["place"][at, first] = 1
    return records


@pytest.fixture
def uneven(synthetic: MakeRecords) -> Any:
    return with_first_places(synthetic(20_000), [0.3, 0.1, 0.15, 0.15, 0.15, 0.15])


def test_seat_balance_and_variation(uneven: Any) -> None:
    totals = Totals.from_records(uneven, Options())
    p = np.bincount(np.argmax(uneven["place"] == 1, axis=1), minlength=6) / len(uneven)
    balance, variation = seat_balance(totals), total_variation(totals)
    assert balance.value == pytest.approx(1 - (p.max() - p.min()))
    assert variation.value == pytest.approx(np.abs(p - 1 / 6).sum() / 2)
    assert balance.low is not None
    assert balance.high is not None
    assert variation.low is not None
    assert variation.high is not None
    # the true values: 1 - 0.2 and 0.3 - 1/6 = 0.1333
    assert balance.low < 0.8 < balance.high < 0.83
    assert variation.low < 0.3 - 1 / 6 < variation.high < 0.15


def test_the_intervals_are_those_of_simultaneous_differences(uneven: Any) -> None:
    """Var of p_a − p_b from a multinomial: (p_a + p_b − (p_a − p_b)²) / (n − 1), at level 1 − 0.05/15."""
    n = len(uneven)
    p = np.bincount(np.argmax(uneven["place"] == 1, axis=1), minlength=6) / n
    highs = []
    for a, b in combinations(range(6), 2):
        half = 2.9352 * np.sqrt((p[a] + p[b] - (p[a] - p[b]) ** 2) / (n - 1))
        highs.append(abs(p[a] - p[b]) + half)
    balance = seat_balance(Totals.from_records(uneven, Options()))
    assert balance.low == pytest.approx(1 - max(highs), abs=1e-5)


def test_equal_seats_are_not_called_unequal(synthetic: MakeRecords) -> None:
    totals = Totals.from_records(synthetic(5000), Options())
    assert estimate(totals, "seat_balance").high == 1
    assert estimate(totals, "seat_variation").low == 0


def test_positions_are_told_from_seats(uneven: Any) -> None:
    totals = Totals.from_records(uneven, Options())
    assert estimate(totals, "position_balance").high == 1


def test_position_advantage_compares_places_of_larger_and_smaller_hands(synthetic: MakeRecords) -> None:
    options = load_variant("zoucheng").options
    records = synthetic(3000, 2, options)
    found = estimate(Totals.from_records(records, options), "position_advantage", options=options)
    seats = (records["first_dealt"][:, None] + np.arange(6)) % 6
    places = np.take_along_axis(records["place"], seats, axis=1).astype(float)
    gap = places[:, 4:].mean(axis=1) - places[:, :4].mean(axis=1)
    assert found.value == pytest.approx(gap.mean())
    assert found.half_width == pytest.approx(1.9608 * gap.std(ddof=1) / np.sqrt(3000), rel=1e-4)
    with pytest.raises(ValueError, match="options"):
        estimate(Totals.from_records(records, options), "position_advantage")
    with pytest.raises(ValueError, match="same size"):
        position_advantage(Options())


def test_score_spread_is_the_standard_deviation_of_a_team(synthetic: MakeRecords) -> None:
    records = synthetic(4000)
    found = estimate(Totals.from_records(records, Options()), "score_spread")
    y = records["score"][:, 0].astype(float)
    assert found.value == pytest.approx(y.std())
    # Var of s² is (m4 − s⁴)/n, and of s that over 4 s²
    c = y - y.mean()
    deviation = np.sqrt(((c**4).mean() - y.var() ** 2) / len(y)) / (2 * y.std())
    assert found.half_width == pytest.approx(1.9605 * deviation, rel=1e-3)


def test_skill_order_and_win_rate(synthetic: MakeRecords) -> None:
    records = synthetic(2000)
    totals = Totals.from_records(records, Options())
    mine = records["score"][:, 0]
    rate = ((mine > 0).sum() + (mine == 0).sum() / 2) / 2000
    win, order = estimate(totals, "win_rate"), estimate(totals, "skill_order")
    assert win.value == pytest.approx(rate)
    assert order.value == pytest.approx((rate - 0.5) / 0.5)
    assert order.half_width == pytest.approx(2 * (win.half_width or 0))
    skill = estimate(totals, "skill")
    assert skill.value == pytest.approx(2 * mine.mean())


def test_opening_gain_is_a_difference_of_ratios(synthetic: MakeRecords) -> None:
    records = synthetic(3000)
    opened = (records["opened"][:, None] >> np.arange(6) & 1).astype(bool)
    score = records["score"].astype(float)
    score[opened] += 2
    records["score"] = score
    totals = Totals.from_records(records, Options())
    found = estimate(totals, "opening_gain")
    assert found.value == pytest.approx(score[opened].mean() - score[~opened].mean())
    # the residuals of both ratios, deal by deal
    up, down = score[opened].mean(), score[~opened].mean()
    residual = ((score - up) * opened).sum(axis=1) / opened.sum() - ((score - down) * ~opened).sum(axis=1) / (
        ~opened
    ).sum()
    assert found.half_width == pytest.approx(1.9608 * np.sqrt((residual**2).sum()), rel=2e-3)


def test_hand_strength_is_least_squares_on_what_a_team_holds(synthetic: MakeRecords) -> None:
    records = synthetic(2000)
    records["score"][:, 0::2] += records["big"][:, 0::2].sum(axis=1, keepdims=True).astype(np.int16)
    found = estimate(Totals.from_records(records, Options()), "hand_strength_r2")
    held = np.stack([records[card][:, 0::2].sum(axis=1) for card in ("big", "small", "twos")], axis=1)
    score = records["score"].astype(float)
    margin = score[:, 0::2].sum(axis=1) - score[:, 1::2].sum(axis=1)
    assert found.value == pytest.approx(sm.OLS(margin, sm.add_constant(held.astype(float))).fit().rsquared)
    assert found.low is not None
    assert found.low > 0


def test_what_never_varies_has_no_width(synthetic: MakeRecords) -> None:
    records = synthetic(50)
    records["score"] = 0
    totals = Totals.from_records(records, Options())
    assert estimate(totals, "score_spread").value is None
    assert estimate(totals, "skill_order").half_width == 0


def test_a_function_without_a_value_is_undefined() -> None:
    assert smooth_estimate("opening_gain", Totals.empty(), OPENING_GAIN).value is None
