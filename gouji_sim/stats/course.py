"""The course of a deal: who was ahead between the settlings, by a stated value estimate.

The value of a team is the place points of its settled seats plus an even split of the points that remain
among the seats still playing; the team with the higher value is ahead. Places are those that the settled
seats have in the end. From it come the lead changes (RULES 21), drama and decisiveness (Browne, "Automatic
Generation and Evaluation of Recombination Games", 2008), here weighted by the plays between two settlings.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["COURSE", "DRAMA_SCALE", "course", "value_table"]

COURSE: Final = ("lead_changes", "drama", "plays_behind", "taken_at", "decided_at", "plays_won", "drawn")
"""Quantities that `course` computes, in this order."""

DRAMA_SCALE: Final = 1000
"""Drama is summed in integer thousandths of √deficit."""

_PLACES: Final = 6
_TEAM_BITS: Final = 6
_STATES: Final = 1 << (2 * _TEAM_BITS)

Table = NDArray[np.int16]


class ValueTable(NamedTuple):
    """What is known from the places that the teams' settled seats took.

    Arrays over the 4096 states: bit ``place - 1`` is set for a place taken by team 0, bit ``place + 5`` by
    team 1. States that no deal reaches hold 0. ``ahead`` is the sign of team 0's lead; ``certain`` is +1 /
    −1 / 2 when team 0 is sure to end ahead / behind / level, else 0; ``behind0`` and ``behind1`` are
    round(1000·√deficit) of the team that is behind, the deficit as a share of the greatest possible one.
    """

    ahead: Table
    certain: Table
    behind0: Table
    behind1: Table


@lru_cache(maxsize=64)
def value_table(place_points: tuple[int, ...]) -> ValueTable:
    """The table for six place points (place 1 first)."""
    points = np.array(place_points, dtype=np.int64)
    ordered = np.sort(points)
    widest = int(ordered[3:].sum() - ordered[:3].sum())
    table = ValueTable(*(np.zeros(_STATES, dtype=np.int16) for _ in range(4)))
    for mask0 in range(1 << _PLACES):
        for mask1 in range(1 << _PLACES):
            n0, n1 = mask0.bit_count(), mask1.bit_count()
            if mask0 & mask1 or n0 > 3 or n1 > 3:
                continue
            state = mask0 | mask1 << _TEAM_BITS
            settled = _points(points, mask0) - _points(points, mask1)
            free = np.sort(points[[p for p in range(_PLACES) if not (mask0 | mask1) >> p & 1]])
            left0, left = 3 - n0, len(free)
            # the difference times the seats left, so that the even split stays an integer
            value = settled * max(left, 1) + int(free.sum()) * (2 * left0 - left)
            worst = settled + int(free[:left0].sum() - free[left0:].sum())
            best = settled + int(free[left - left0 :].sum() - free[: left - left0].sum())
            table.ahead[state] = np.sign(value)
            table.certain[state] = 1 if worst > 0 else -1 if best < 0 else 2 if worst == best == 0 else 0
            if widest:
                deficit = abs(value) / (max(left, 1) * widest)
                behind = table.behind0 if value < 0 else table.behind1
                behind[state] = round(DRAMA_SCALE * deficit**0.5) if value else 0
    for array in table:
        array.setflags(write=False)
    return table


def _points(points: NDArray[np.int64], mask: int) -> int:
    return int(sum(points[p] for p in range(_PLACES) if mask >> p & 1))


# Sorting network of six inputs, twelve exchanges (Knuth, TAOCP 3, 5.3.4).
_NETWORK: Final = (
    (0, 5), (1, 3), (2, 4), (1, 2), (3, 4), (0, 3), (2, 5), (0, 1), (2, 3), (4, 5), (1, 2), (3, 4),
)  # fmt: skip


def course(
    settled_at: NDArray[np.uint16],
    place: NDArray[np.uint8],
    place_points: tuple[int, ...],
) -> tuple[NDArray[Any], ...]:
    """The `COURSE` quantities of deals played by teams.

    ``settled_at`` and ``place`` have shape (6, n), a row a seat. Seats settled by the same play count as
    one event. ``lead_changes``: times that the team ahead gave way to the other (level states do not
    count); ``drama``: Σ plays · 1000·√deficit of the team that won in the end while it was behind, over
    ``plays_behind`` such plays; ``taken_at``: plays made when the winner went ahead for good;
    ``decided_at``: plays made when no distribution of the places left could change the winner;
    ``plays_won``: plays of the deal; all but the first are 0 in a deal that is drawn on place points
    (``drawn`` = 1).
    """
    table = value_table(place_points)
    n = settled_at.shape[1]
    # time, then the bit of the state that the seat sets: 12 bits of team and place
    bit = place.astype(np.uint32)
    bit[1::2] += _TEAM_BITS
    key = (settled_at.astype(np.uint32) << 4) + bit
    rows = list(key)
    low = np.empty(n, dtype=np.uint32)
    for i, j in _NETWORK:
        np.minimum(rows[i], rows[j], out=low)
        np.maximum(rows[i], rows[j], out=rows[j])
        rows[i][:] = low
    times = [np.zeros(n, dtype=np.int32), *((row >> 4).astype(np.int32) for row in rows)]
    states = [np.zeros(n, dtype=np.intp)]
    for row in rows:
        states.append(states[-1] | np.left_shift(1, (row & 15).astype(np.intp) - 1))

    final = table.ahead[states[6]]
    won = final != 0
    changes = np.zeros(n, dtype=np.int16)
    drama = np.zeros(n, dtype=np.int32)
    behind_plays = np.zeros(n, dtype=np.int32)
    taken = np.zeros(n, dtype=np.int32)
    decided = times[6].copy()
    leader = np.zeros(n, dtype=np.int16)
    first = final > 0
    for k in range(7):
        ahead = table.ahead[states[k]]
        if k < 6:
            span = times[k + 1] - times[k]
            stays = span > 0
            ahead = ahead * stays
            deficit = np.where(first, table.behind0[states[k]], table.behind1[states[k]])
            drama += span * deficit
            behind_plays += span * (deficit > 0)
            np.copyto(taken, times[k + 1], where=stays & (ahead != final))
        changes += (leader * ahead) < 0
        np.copyto(leader, ahead, where=ahead != 0)
    for k in range(5, -1, -1):
        certain = table.certain[states[k]]
        np.copyto(decided, times[k], where=certain == final)
    return (
        changes,
        drama * won,
        behind_plays * won,
        taken * won,
        decided * won,
        times[6] * won,
        ~won,
    )
