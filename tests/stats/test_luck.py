"""Luck, hand strength and snowballing against analysis of variance and least squares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm

from gouji_sim.stats.luck import (
    hand_strength,
    luck_share,
    replay_totals,
    snowball,
    snowball_totals,
    strength_totals,
)
from gouji_sim.stats.totals import Totals

MakeRecords = Callable[..., Any]


def replays_with_luck(synthetic: MakeRecords, n: int, k: int, share: float, seed: int = 1) -> list[Any]:
    """Replays whose score is part card (the same in all replays), part play."""
    rng = np.random.default_rng(seed)
    cards = rng.normal(0, 100 * np.sqrt(share), n)
    found = [synthetic(n, i) for i in range(k)]
    for records in found:
        score = np.rint(cards + rng.normal(0, 100 * np.sqrt(1 - share), n)).astype(int)
        records["score"] = score[:, None]
    return found


def test_luck_share_is_the_intraclass_correlation(synthetic: MakeRecords) -> None:
    replays = replays_with_luck(synthetic, 500, 3, 0.4)
    found = luck_share(replay_totals(replays))
    y = np.stack([records["score"][:, 0] for records in replays], axis=1).astype(float)
    between = 3 * y.mean(axis=1).var(ddof=1)
    within = ((y - y.mean(axis=1, keepdims=True)) ** 2).sum() / (500 * 2)
    assert found.value == pytest.approx((between - within) / (between + 2 * within))
    # for normal scores the variance is 2 (1 - ρ)² (1 + (k-1)ρ)² / (k (k-1) n)
    rho = found.value
    expected = np.sqrt(2 * (1 - rho) ** 2 * (1 + 2 * rho) ** 2 / (3 * 2 * 500))
    assert found.half_width == pytest.approx(1.965 * expected, rel=0.15)


def test_cards_alone_or_play_alone(synthetic: MakeRecords) -> None:
    records = synthetic(300)
    all_cards = luck_share(replay_totals([records, records]))
    assert all_cards.value == pytest.approx(1)
    no_cards = luck_share(replay_totals([synthetic(2000, 1), synthetic(2000, 2)]))
    assert no_cards.low is not None
    assert no_cards.high is not None
    assert no_cards.low < 0 < no_cards.high < 0.1


def test_luck_merges(synthetic: MakeRecords) -> None:
    a, b = synthetic(100, 1), synthetic(100, 2)
    parts = Totals.from_matrix(replay_totals([a, b]).names, np.empty((0, 4), dtype=np.int64))
    parts += replay_totals([a[60:], b[60:]])
    parts += replay_totals([a[:60], b[:60]])
    assert parts == replay_totals([a, b])
    for wrong in ([a], [a, b[:5]]):
        with pytest.raises(ValueError, match="two replays"):
            replay_totals(wrong)


def test_hand_strength_is_least_squares_over_seats(synthetic: MakeRecords) -> None:
    records = synthetic(800)
    head = np.roll(records["big"].astype(int), 3, axis=1)
    records["score"] += 3 * records["big"] - 2 * head + records["twos"]
    found = hand_strength(strength_totals(records))
    columns = []
    for card in ("big", "small", "twos"):
        x = records[card].astype(float)
        partners = np.roll(x, 2, axis=1) + np.roll(x, 4, axis=1)
        columns += [x.ravel(), np.roll(x, 3, axis=1).ravel(), partners.ravel()]
    fit = sm.OLS(records["score"].ravel().astype(float), sm.add_constant(np.stack(columns, axis=1))).fit()
    assert found.n == 800
    assert found.value == pytest.approx(fit.rsquared, abs=1e-8)
    assert found.half_width is not None
    assert 0 < found.half_width < 0.1
    assert strength_totals(records, unit=4).n == 200


def test_snowball_is_the_correlation_of_neighbours(synthetic: MakeRecords) -> None:
    records = synthetic(1000)
    y = records["score"][:, 0].astype(float).reshape(200, 5)
    y[:, 1:] += 0.5 * y[:, :-1]
    records["score"] = np.rint(y).reshape(-1, 1)
    found = snowball(snowball_totals(records, 5))
    y = records["score"][:, 0].astype(float).reshape(200, 5)
    assert found.value == pytest.approx(np.corrcoef(y[:, :-1].ravel(), y[:, 1:].ravel())[0, 1])
    assert found.n == 200
    assert found.low is not None
    assert found.low > 0.1
    for wrong in (1, 3):
        with pytest.raises(ValueError, match="whole sessions"):
            snowball_totals(records, wrong)
