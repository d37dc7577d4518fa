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

from gouji_sim.stats.delta import Smooth, Vector, contrast, largest_contrast
from gouji_sim.stats.intervals import LEVEL, Estimate
from gouji_sim.vocab import N_SEATS, SEATS

if TYPE_CHECKING:
    from gouji_sim.rules import Options
    from gouji_sim.stats.totals import Totals

__all__ = [
    "OPENING_GAIN",
    "SCORE_SPREAD",
    "SKILL_ORDER",
    "position_advantage",
    "seat_balance",
    "total_variation",
]

TEAM_SIZE: Final = 3

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
    # a pair and its reverse share one two-sided interval
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
    fair = _FAIR * contrasts.sum(axis=1)
    return largest_contrast(
        statistic, totals, names, contrasts, fair, comparisons=len(sets) // 2, level=level
    ).clipped(0.0, 1 - _FAIR)


def position_advantage(options: Options) -> Smooth:
    """Mean place of the positions with the smaller hands less that of those with the larger, in places.

    Above 0 the larger hands do better. Scores would not show it: they are a team's, and each team has its
    part of the larger hands. Raises ValueError where all hands have the same size.
    """
    sizes = options.hand_sizes
    longer = [position for position in SEATS if sizes[position] == max(sizes)]
    if len(longer) == N_SEATS:
        raise ValueError("all hands have the same size")
    loss, gain = -1 / len(longer), 1 / (N_SEATS - len(longer))
    return contrast(
        [(f"place_position_{position}", loss if position in longer else gain) for position in SEATS]
    )


def _spread(means: Vector) -> float:
    variance = means[1] - means[0] ** 2
    return sqrt(variance) / TEAM_SIZE if variance > 0 else nan


def _opening_gain(means: Vector) -> float:
    opened, score, seats, total = means
    if opened <= 0 or seats - opened <= 0:
        return nan
    return float(score / opened - (total - score) / (seats - opened))


SCORE_SPREAD: Final = Smooth(("score_even", "score_even_squared"), _spread)
"""Standard deviation over deals of the even seats' mean score, with teams the score of their team, in
points.
"""

SKILL_ORDER: Final = contrast([("half_wins", 1.0)], offset=-1.0)
"""(win rate − ½) / ½ of the policy on the even seats, draws counting half: −1 to 1, 0 for equal skill.

On totals over blocks of duplicate deals (`Totals.from_replays`) the cards cancel.
"""

OPENING_GAIN: Final = Smooth(("opened", "score_opened", "seats", "score_total"), _opening_gain)
"""Mean score of seats that opened less that of seats that did not, in points."""
