"""Balance measures that are functions of the totals: of seats, positions in the deal, scores and skill.

Each has a direction, a range and an interval; no weighted total is made of them. Luck and hand strength,
which need products of their own, are in `luck`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from math import nan, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from gouji_sim.stats.delta import Vector, contrast, largest_contrast, smooth
from gouji_sim.stats.intervals import LEVEL, Estimate
from gouji_sim.stats.totals import Totals
from gouji_sim.vocab import N_SEATS, SEATS

if TYPE_CHECKING:
    from gouji_sim.rules import Options

__all__ = [
    "opening_gain",
    "position_advantage",
    "score_spread",
    "seat_balance",
    "skill_order",
    "total_variation",
]

_FAIR: Final = 1 / N_SEATS


def seat_balance(
    totals: Totals, prefix: str = "first_seat", *, statistic: str = "seat_balance", level: float = LEVEL
) -> Estimate:
    """1 − max |p_a − p_b| of the chances of place 1; 1 when all are equal, 0 at worst.

    ``prefix``: ``first_seat`` compares seats, ``first_position`` positions in the order of dealing.
    """
    names = [f"{prefix}_{seat}" for seat in SEATS]
    pairs = np.zeros((N_SEATS * (N_SEATS - 1), N_SEATS))
    for row, (a, b) in zip(pairs, permutations(SEATS, 2), strict=True):
        row[a], row[b] = 1, -1
    # a pair and its reverse share one two-sided interval, so half of the contrasts count for the level
    gap = largest_contrast(statistic, totals, names, pairs, comparisons=len(pairs) // 2, level=level)
    if gap.value is None or gap.low is None or gap.high is None:
        return gap
    value = 1 - gap.value
    return replace(gap, value=value, low=1 - min(1.0, gap.high), high=1 - gap.low, numerator=value)


def total_variation(
    totals: Totals, prefix: str = "first_seat", *, statistic: str = "seat_variation", level: float = LEVEL
) -> Estimate:
    """Total variation ½ Σ|p_s − 1/6| of the chances of place 1 from even ones; 0 is fair, 5/6 the most."""
    names = [f"{prefix}_{seat}" for seat in SEATS]
    # the total variation is the largest P(A) − |A|/6 over sets A of seats; a set and its complement agree
    sets = [subset for size in range(1, N_SEATS) for subset in combinations(SEATS, size)]
    contrasts = np.zeros((len(sets), N_SEATS))
    for row, subset in zip(contrasts, sets, strict=True):
        row[list(subset)] = 1
    return largest_contrast(
        statistic,
        totals,
        names,
        contrasts,
        _FAIR * contrasts.sum(axis=1),
        comparisons=len(sets) // 2,
        level=level,
    ).clipped(0.0, 1 - _FAIR)


def position_advantage(
    totals: Totals, options: Options, *, statistic: str = "position_advantage", level: float = LEVEL
) -> Estimate:
    """Mean score of the positions with the larger hands less that of those with the smaller, in points.

    Raises ValueError where all hands have the same size.
    """
    sizes = options.hand_sizes
    longer = [position for position in SEATS if sizes[position] == max(sizes)]
    if len(longer) == N_SEATS:
        raise ValueError("all hands have the same size")
    shorter = N_SEATS - len(longer)
    weights = [
        (f"score_position_{position}", 1 / len(longer) if position in longer else -1 / shorter)
        for position in SEATS
    ]
    return contrast(statistic, totals, weights, level=level)


def score_spread(totals: Totals, *, statistic: str = "score_spread", level: float = LEVEL) -> Estimate:
    """Standard deviation over deals of the even seats' mean score less the odd seats', in points."""

    def deviation(means: Vector) -> float:
        return sqrt(max(0.0, means[1] - means[0] ** 2)) / 3

    names = ("margin", "margin_squared")
    return smooth(statistic, totals, names, deviation, denominator="deals", level=level).clipped(0.0, None)


def skill_order(totals: Totals, *, statistic: str = "skill_order", level: float = LEVEL) -> Estimate:
    """(win rate − ½) / ½ of the policy on the even seats, draws counting half; −1 to 1, 0 for equal skill.

    On totals over blocks of duplicate deals (`Totals.from_replays`) the cards cancel.
    """
    estimate = contrast(statistic, totals, [("half_wins", 1.0)], level=level)
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return estimate
    return replace(
        estimate,
        value=estimate.value - 1,
        low=estimate.low - 1,
        high=estimate.high - 1,
        numerator=totals.sum("half_wins") - totals.sum("deals"),
        denominator=totals.sum("deals"),
    ).clipped(-1.0, 1.0)


def opening_gain(totals: Totals, *, statistic: str = "opening_gain", level: float = LEVEL) -> Estimate:
    """Mean score of seats that opened less that of seats that did not, in points."""

    def gain(means: Vector) -> float:
        opened, score, seats, total = means
        if opened <= 0 or seats - opened <= 0:
            return nan
        return float(score / opened - (total - score) / (seats - opened))

    names = ("opened", "score_opened", "seats", "score_total")
    return smooth(statistic, totals, names, gain, level=level)
