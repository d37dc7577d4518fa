"""How much is luck of the cards, how much is play, and whether a session snowballs.

Each measure sums a few products of its own over units and is a smooth function of their means. The sums are
`Totals` and merge like them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import nan
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gouji_sim.stats.delta import Smooth, Vector, smooth_estimate
from gouji_sim.stats.features import Records
from gouji_sim.stats.intervals import LEVEL, Estimate
from gouji_sim.stats.regression import correlation, product_name, r_squared
from gouji_sim.stats.totals import Totals
from gouji_sim.vocab import N_SEATS

__all__ = [
    "hand_strength",
    "luck_share",
    "replay_totals",
    "snowball",
    "snowball_totals",
    "strength_totals",
]

_STRENGTH: Final = tuple(
    f"{whose}_{card}" for whose in ("own", "head", "partners") for card in ("big", "small", "twos")
)


def replay_totals(replays: Sequence[Records], *, seat: int = 0) -> Totals:
    """Totals for `luck_share`: the scores of ``seat`` in k ≥ 2 replays of each of n deals.

    ``replays`` are k arrays of n records: the same cards, fresh randomness of play. With teams the score of
    a seat is that of its team. Raises ValueError for fewer than two replays or unequal lengths.
    """
    k = len(replays)
    if k < 2 or len({len(records) for records in replays}) != 1:
        raise ValueError("luck takes two replays or more of the same deals")
    scores = np.stack([records["score"][:, seat] for records in replays], axis=1).astype(np.int64)
    total = scores.sum(axis=1)
    columns = [total, np.square(total), np.square(scores).sum(axis=1), np.full(len(total), k)]
    return Totals.from_matrix(("total", "total_squared", "squares", "replays"), np.stack(columns, axis=1))


def luck_share(totals: Totals, level: float = LEVEL) -> Estimate:
    """Intraclass correlation of the score over replays of the same deal: the share of its variance that is
    cards.

    One-way analysis of variance, (MSB − MSW) / (MSB + (k − 1) MSW) (Shrout and Fleiss 1979, case 1): 1 when
    the cards decide all, 0 when they decide nothing. The interval is by the delta method, without
    normality.
    """
    k = totals.sum("replays") / totals.n if totals.n else nan

    def icc(means: Vector) -> float:
        total, squared, squares = means
        within = (squares - squared / k) / (k - 1)
        between = (squared - total * total) / k * (totals.n / (totals.n - 1))
        spread = between + (k - 1) * within
        return float((between - within) / spread) if spread > 0 else nan

    smooth = Smooth(("total", "total_squared", "squares"), icc, None)
    return smooth_estimate("luck_share", totals, smooth, level).clipped(-1 / (k - 1) if k > 1 else None, 1.0)


def strength_totals(records: Records, *, unit: int = 1) -> Totals:
    """Totals for `hand_strength`: scores of all seats beside the jokers and twos dealt to them and to others.

    ``unit``: consecutive deals that are one independent unit.
    """
    held = {card: records[card].astype(np.int64) for card in ("big", "small", "twos")}
    by_whose = {
        "own": held,
        "head": {card: np.roll(counts, 3, axis=1) for card, counts in held.items()},
        "partners": {
            card: np.roll(counts, 2, axis=1) + np.roll(counts, 4, axis=1) for card, counts in held.items()
        },
    }
    columns = {
        f"{whose}_{card}": counts for whose, cards in by_whose.items() for card, counts in cards.items()
    }
    score = records["score"].astype(np.int64)
    sums: dict[str, NDArray[Any]] = {"seats": np.full(len(records), N_SEATS), "score": score.sum(axis=1)}
    sums[product_name("score", "score")] = np.square(score).sum(axis=1)
    for name, counts in columns.items():
        sums[name] = counts.sum(axis=1)
        sums[product_name(name, "score")] = (counts * score).sum(axis=1)
    for x, y in combinations_with_replacement(_STRENGTH, 2):
        sums[product_name(x, y)] = (columns[x] * columns[y]).sum(axis=1)
    matrix = np.stack(list(sums.values()), axis=1).reshape(-1, unit, len(sums)).sum(axis=1)
    return Totals.from_matrix(tuple(sums), matrix)


def hand_strength(totals: Totals, level: float = LEVEL) -> Estimate:
    """R² of a seat's score on the jokers and twos dealt to it, its head and its partners (least squares).

    What the other two opponents hold follows from the deck. The unit is the deal with its six seats.
    """
    smooth = r_squared(totals, "score", _STRENGTH, denominator="seats")
    return smooth_estimate("hand_strength", totals, smooth, level).clipped(0.0, 1.0)


def snowball_totals(records: Records, session_deals: int, *, seat: int = 0) -> Totals:
    """Totals for `snowball`: scores of ``seat`` in consecutive deals of whole sessions; the session is the
    unit.

    Raises ValueError for sessions of one deal or a part of a session.
    """
    if session_deals < 2 or len(records) % session_deals:
        raise ValueError(f"{len(records)} deals are no whole sessions of {session_deals} ≥ 2 deals")
    scores = records["score"][:, seat].astype(np.int64).reshape(-1, session_deals)
    before, after = scores[:, :-1], scores[:, 1:]
    sums = {
        "pairs": np.full(len(scores), session_deals - 1),
        "before": before.sum(axis=1),
        "after": after.sum(axis=1),
        product_name("before", "before"): np.square(before).sum(axis=1),
        product_name("after", "after"): np.square(after).sum(axis=1),
        product_name("before", "after"): (before * after).sum(axis=1),
    }
    return Totals.from_matrix(tuple(sums), np.stack(list(sums.values()), axis=1))


def snowball(totals: Totals, level: float = LEVEL) -> Estimate:
    """Correlation of a team's score between consecutive deals of a session.

    Above 0 a lead snowballs, below 0 the rules correct it; compare sessions with tribute and without.
    """
    smooth = correlation("before", "after", "pairs")
    return smooth_estimate("snowball", totals, smooth, level).clipped(-1.0, 1.0)
