"""Intervals hold the truth as often as they say: simulation of many experiments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from gouji_sim.stats.balance import SCORE_SPREAD, seat_balance, total_variation
from gouji_sim.stats.delta import smooth_estimate
from gouji_sim.stats.intervals import (
    Estimate,
    clopper_pearson,
    garwood,
    mean_interval,
    ratio_interval,
    wilson,
)
from gouji_sim.stats.luck import luck_share
from gouji_sim.stats.mcnemar import bonett_price, mcnemar
from gouji_sim.stats.regression import r_squared
from gouji_sim.stats.sequential import Gsprt, PairCounts
from gouji_sim.stats.totals import Totals

pytestmark = pytest.mark.soak

RUNS = 2000
Experiment = Callable[[np.random.Generator], tuple[float, float] | None]


def held(experiment: Experiment, truth: float, runs: int = RUNS) -> int:
    """How often the interval of an experiment held the truth."""
    rng = np.random.default_rng(20)
    count = 0
    for _ in range(runs):
        interval = experiment(rng)
        assert interval is not None
        count += interval[0] - 1e-12 <= truth <= interval[1] + 1e-12
    return count


def near_the_level(count: int, level: float = 0.95, runs: int = RUNS, slack: float = 0.01) -> bool:
    """Whether a coverage within ``slack`` of the level is credible: the binomial bounds of 1 in 10,000."""
    low = stats.binom.ppf(5e-5, runs, level - slack)
    high = stats.binom.ppf(1 - 5e-5, runs, min(1.0, level + slack))
    return bool(low <= count <= high)


def at_least_the_level(count: int, level: float = 0.95, runs: int = RUNS) -> bool:
    return bool(count >= stats.binom.ppf(1e-4, runs, level))


def bounds(found: Estimate) -> tuple[float, float] | None:
    return None if found.low is None or found.high is None else (found.low, found.high)


@pytest.mark.parametrize("p", [0.1, 0.3, 0.5])
def test_wilson(p: float) -> None:
    assert near_the_level(held(lambda rng: wilson(int(rng.binomial(1000, p)), 1000), p))


@pytest.mark.parametrize("p", [0.0005, 0.004, 0.02])
def test_exact_intervals_never_hold_less(p: float) -> None:
    n = 1000
    assert at_least_the_level(held(lambda rng: clopper_pearson(int(rng.binomial(n, p)), n), p))
    assert at_least_the_level(held(lambda rng: garwood(int(rng.poisson(n * p)), n), p))


def test_the_mean_of_scores() -> None:
    """Scores of a team: sums of place points, doubled by a sweep."""
    points = np.array([4, 2, 0, 0, -2, -4])

    def experiment(rng: np.random.Generator) -> tuple[float, float] | None:
        order = rng.permuted(np.tile(points, (200, 1)), axis=1)
        score = order[:, :3].sum(axis=1)
        score = np.where(abs(score) == 6, 2 * score, score)
        return mean_interval(200, int(score.sum()), int((score**2).sum()))

    assert near_the_level(held(experiment, 0.0))


def test_a_ratio_of_clustered_counts() -> None:
    """Burns of a deal succeed or fail together: Poisson attempts, a chance for each deal."""

    def experiment(rng: np.random.Generator) -> tuple[float, float] | None:
        attempts = rng.poisson(0.8, 500)
        success = rng.binomial(attempts, rng.beta(2, 1, 500))
        sums = (
            success.sum(),
            attempts.sum(),
            (success**2).sum(),
            (attempts**2).sum(),
            (success * attempts).sum(),
        )
        return ratio_interval(500, *(int(x) for x in sums))

    assert near_the_level(held(experiment, 2 / 3))


def firsts(rng: np.random.Generator, shares: np.ndarray, n: int) -> Totals:
    table = np.zeros((n, 7), dtype=np.int64)
    table[np.arange(n), rng.choice(6, size=n, p=shares)] = 1
    table[:, 6] = 1
    return Totals.from_matrix([*(f"first_seat_{seat}" for seat in range(6)), "deals"], table)


@pytest.mark.parametrize(
    "shares", [[1 / 6] * 6, [0.2, 0.2, 0.2, 0.2, 0.1, 0.1], [0.3, 0.2, 0.2, 0.1, 0.1, 0.1]]
)
def test_balance_of_seats_is_simultaneous(shares: list[float]) -> None:
    p = np.array(shares)
    runs = 500
    truth = 1 - (p.max() - p.min())
    assert at_least_the_level(
        held(lambda rng: bounds(seat_balance(firsts(rng, p, 400))), truth, runs), runs=runs
    )
    truth = np.abs(p - 1 / 6).sum() / 2
    assert at_least_the_level(
        held(lambda rng: bounds(total_variation(firsts(rng, p, 400))), truth, runs), runs=runs
    )


def test_the_spread_of_scores() -> None:
    def experiment(rng: np.random.Generator) -> tuple[float, float] | None:
        score = 3 * rng.integers(-6, 7, 400)
        table = np.stack([score, score**2, np.ones(400, dtype=np.int64)], axis=1)
        totals = Totals.from_matrix(("score_even", "score_even_squared", "deals"), table)
        return bounds(smooth_estimate("score_spread", totals, SCORE_SPREAD))

    assert near_the_level(held(experiment, np.sqrt(14.0), 1000), runs=1000)


def test_the_share_of_luck() -> None:
    def experiment(rng: np.random.Generator) -> tuple[float, float] | None:
        cards = rng.normal(0, 30, (400, 1))
        y = np.rint(cards + rng.normal(0, 40, (400, 2))).astype(np.int64)
        total = y.sum(axis=1)
        table = np.stack([total, total**2, (y**2).sum(axis=1), np.full(400, 2)], axis=1)
        return bounds(luck_share(Totals.from_matrix(("total", "total_squared", "squares", "replays"), table)))

    assert near_the_level(held(experiment, 0.36, 1000), runs=1000)


def test_r_squared() -> None:
    def experiment(rng: np.random.Generator) -> tuple[float, float] | None:
        x = rng.integers(-50, 51, 500)
        y = x + rng.integers(-100, 101, 500)
        names = ("deals", "x", "y", "x*x", "x*y", "y*y")
        table = np.stack([np.ones(500, dtype=np.int64), x, y, x * x, x * y, y * y], axis=1)
        totals = Totals.from_matrix(names, table)
        return bounds(smooth_estimate("r2", totals, r_squared(totals, "y", ["x"])))

    # var x = 850, var e = 3366.7
    assert near_the_level(held(experiment, 850 / (850 + 3366 + 2 / 3), 1000), runs=1000)


@pytest.mark.parametrize(("p", "q"), [(0.02, 0.02), (0.002, 0.01), (0.1, 0.05)])
def test_differences_of_paired_rates(p: float, q: float) -> None:
    n = 1000

    def experiment(rng: np.random.Generator) -> tuple[float, float]:
        only_a, only_b, _ = rng.multinomial(n, [p, q, 1 - p - q])
        return bonett_price(int(only_a), int(only_b), n)

    assert near_the_level(held(experiment, p - q), slack=0.015)


def test_mcnemar_keeps_its_level() -> None:
    rng = np.random.default_rng(4)
    pairs = rng.multinomial(400, [0.03, 0.03, 0.94], RUNS)
    rejected = sum(mcnemar(int(b), int(c)) <= 0.05 for b, c, _ in pairs)
    assert rejected <= stats.binom.ppf(1 - 1e-4, RUNS, 0.05)


@pytest.mark.parametrize(("shift", "wrong"), [(0.0, "accept1"), (0.5, "accept0")])
def test_the_sequential_test_errs_as_seldom_as_it_says(shift: float, wrong: str) -> None:
    """Blocks worth −12, …, 12 with means 0 and half a point: at most about 5 % of the tests go wrong."""
    values = np.arange(-12, 13, 6)
    away = np.array([0.1, 0.2, 0.4, 0.2, 0.1])
    # tilt the distribution to the mean under test
    tilt = 6 * shift / (away @ values.astype(float) ** 2)
    p = away * (1 + tilt * values)
    p /= p.sum()
    test = Gsprt(0.0, 0.5)
    rng = np.random.default_rng(8)
    runs, errors = 300, 0
    for _ in range(runs):
        pairs = PairCounts()
        for _ in range(400):
            drawn = rng.multinomial(20, p).tolist()
            pairs += PairCounts(Counter(dict(zip(values.tolist(), drawn, strict=True))))
            if (said := test.decide(pairs)) != "continue":
                errors += said == wrong
                break
    assert errors <= stats.binom.ppf(0.999, runs, 0.05)
