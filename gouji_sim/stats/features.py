"""Integer quantities of one deal, computed from its record: what every statistic is made of.

All are integers that add up over deals, so that sums and cross-products over any set of deals are exact and
the order of adding does not matter. Names that end in a digit stand for a seat, a place or a position in
the order of dealing, as their prefix says.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gouji_sim.core.record import BURN_OUTCOMES, SETTLED_BY, TRIBUTE_KINDS
from gouji_sim.stats.course import COURSE, course
from gouji_sim.vocab import N_SEATS, PLACES, SEATS

if TYPE_CHECKING:
    from gouji_sim.rules import Options

__all__ = ["CHUNK", "FEATURES", "HOLDINGS", "features", "features_by_chunk"]

Records = NDArray[Any]
Block = NDArray[np.float64]

CHUNK: Final = 4096
"""Deals worked on at a time: the records and their features stay in the second-level cache (measured)."""

_PLAIN: Final = ("plays", "decisions", "rounds", "gouji_plays", "burn_chances", "counter_burns", "yields")
_SETUP: Final = ("bought", "returned", "shed")


HOLDINGS: Final = ("big_even", "small_even", "twos_even")


def _each(prefix: str, values: range) -> tuple[str, ...]:
    return tuple(f"{prefix}_{value}" for value in values)


FEATURES: Final[tuple[str, ...]] = (
    "deals",  # 1
    "seats",  # 6
    "dealt",  # deals dealt at this index, void ones included
    "voids",  # void deals before this one
    "revolts",  # revolts, those in void deals included
    "revolters",  # revolters of this deal
    "kept_head",
    *_PLAIN,
    *_SETUP,
    *(f"tribute_{kind}" for kind in TRIBUTE_KINDS),  # cards paid
    "resisted",  # seats
    "declared",  # seats
    "declared_right",  # seats that declared and whose head did not open
    "opened",  # seats
    "opened_by_play",  # without the head of a revolter, which counts as opened (RULES 13.4)
    "openers",  # seats that could open by play: all but a revolter and its head
    "opened_declared",  # opened seats whose head had declared
    *_each("opened_seat", SEATS),
    *_each("opened_place", PLACES),
    "score_opened",  # sum of the scores of the seats that opened
    "score_total",  # of all seats
    "burns",
    "burns_ended",  # all but those running when the deal ended
    *(f"burn_{outcome}" for outcome in BURN_OUTCOMES),
    "burn_deals",  # 1 when anybody burned
    "burners",  # seats
    "score_burners",
    "burn_winners",  # seats
    "score_burn_winners",
    "smothered",  # seats
    "smother_deals",  # 1 when anybody was smothered
    "suffocated",  # seats
    "sweep",
    "sweep_team_0",
    "sweep_team_1",
    "leader_sweep",  # 1 when the team of the first leader swept
    "leader_score",
    "leader_first",  # 1 when the first leader took place 1
    "first_outs",  # 1 when a seat went out
    "first_out_score",  # score of the seat that went out first
    *_each("score_seat", SEATS),
    "score_even",  # scores of seats 0, 2, 4
    "score_even_squared",
    "margin",  # scores of seats 0, 2, 4 less those of 1, 3, 5
    "margin_squared",
    "half_wins",  # of the even seats: 2 for a margin above 0, 1 for none
    *_each("first_seat", SEATS),  # 1 when the seat took place 1
    *_each("place_seat", SEATS),
    *_each("lead_position", SEATS),  # 1 when that position had the first lead
    *_each("first_position", SEATS),
    *_each("place_position", SEATS),
    *_each("score_position", SEATS),
    *COURSE,
    *HOLDINGS,  # big jokers, small jokers and twos dealt to the even seats
    *(f"{a}*{b}" for a, b in combinations_with_replacement(HOLDINGS, 2)),
    *(f"{a}*margin" for a in HOLDINGS),
)
"""Names of the quantities, in the order of the columns of `features`."""

_ROW: Final = {name: row for row, name in enumerate(FEATURES)}
_BITS: Final = np.array([mask.bit_count() for mask in range(256)], dtype=np.uint8)
_HEADS: Final = np.array([(mask << 3 | mask >> 3) & 63 for mask in range(256)], dtype=np.uint8)
_SMOTHERED: Final = SETTLED_BY.index("smothered")
_SUFFOCATED: Final = SETTLED_BY.index("suffocated")
_RUNNING: Final = BURN_OUTCOMES.index("running")


def features(records: Records, options: Options) -> NDArray[np.int64]:
    """The quantities of ``records``, shape (n, len(FEATURES)), a row a deal.

    ``options`` are those the deals were played with: teams and place points matter here. The `COURSE` of a
    deal is 0 without teams.
    """
    table = np.empty((len(records), len(FEATURES)), dtype=np.int64)
    start = 0
    for block in features_by_chunk(records, options):
        stop = start + block.shape[1]
        table[start:stop] = block.T
        start = stop
    return table


def features_by_chunk(records: Records, options: Options, chunk: int = CHUNK) -> Iterator[Block]:
    """Blocks of shape (len(FEATURES), m) with m ≤ ``chunk`` deals, in order, as exact integers in float64.

    The memory of a block is used again for the next one.
    """
    memory = np.empty((len(FEATURES), min(chunk, len(records))), dtype=np.float64)
    for start in range(0, len(records), chunk):
        part = records[start : start + chunk]
        block = memory[:, : len(part)]
        _fill(block, part, options)
        yield block


def _fill(block: Block, records: Records, options: Options) -> None:
    """Write the quantities of ``records`` into the rows of ``block``."""

    def put(name: str, values: Any) -> None:
        block[_ROW[name]] = values

    def put_each(prefix: str, values: Any, first: int = 0) -> None:
        row = _ROW[f"{prefix}_{first}"]
        block[row : row + N_SEATS] = values

    def by_seat(name: str) -> NDArray[Any]:
        return np.ascontiguousarray(records[name].T)

    place, score, settled_by = by_seat("place"), by_seat("score"), by_seat("settled_by")
    _fill_plain(put, records)
    _fill_openings(put, put_each, records, place, score)
    _fill_burns(put, records, by_seat("burns"), score)

    smothered = (settled_by == _SMOTHERED).sum(axis=0, dtype=np.uint8)
    put("smothered", smothered)
    put("smother_deals", smothered > 0)
    put("suffocated", (settled_by == _SUFFOCATED).sum(axis=0, dtype=np.uint8))

    first = place == 1
    put_each("score_seat", score)
    put_each("first_seat", first)
    put_each("place_seat", place)
    even, odd = score[0::2].sum(axis=0, dtype=np.int32), score[1::2].sum(axis=0, dtype=np.int32)
    margin = even - odd
    put("score_total", even + odd)
    put("score_even", even)
    put("score_even_squared", np.square(even))
    put("margin", margin)
    put("margin_squared", np.square(margin.astype(np.int64)))
    put("half_wins", (margin > 0).astype(np.uint8) + (margin >= 0))
    _fill_lead(put, put_each, records, place, score)
    _fill_holdings(put, records, margin)

    quantities = (
        course(by_seat("settled_at"), place, tuple(options.place_points))
        if options.teams
        else (0,) * len(COURSE)
    )
    for name, values in zip(COURSE, quantities, strict=True):
        put(name, values)


def _fill_plain(put: Any, records: Records) -> None:
    put("deals", 1)
    put("seats", N_SEATS)
    voids, revolters = records["void_deals"], records["revolter"] >= 0
    put("voids", voids)
    put("dealt", voids.astype(np.int32) + 1)
    put("revolts", records["void_revolts"] + revolters)
    put("revolters", revolters)
    for name in (*_PLAIN, *_SETUP, "kept_head"):
        put(name, records[name])
    tribute = np.ascontiguousarray(records["tribute"].T)
    for kind, cards in zip(TRIBUTE_KINDS, tribute, strict=True):
        put(f"tribute_{kind}", cards)
    put("resisted", _BITS[records["resisted"]])


def _fill_openings(put: Any, put_each: Any, records: Records, place: Records, score: Records) -> None:
    opened, declared = records["opened"], records["declared"]
    revolter = records["revolter"]
    revolted = np.where(revolter >= 0, np.left_shift(1, np.maximum(revolter, 0)), 0).astype(np.uint8)
    heads_declared = _HEADS[declared]
    count = _BITS[opened]
    put("declared", _BITS[declared])
    put("declared_right", _BITS[heads_declared & ~opened])
    put("opened", count)
    put("opened_by_play", _BITS[opened & ~(revolted | _HEADS[revolted])])
    put("openers", N_SEATS - 2 * (revolter >= 0))
    put("opened_declared", _BITS[opened & heads_declared])
    bits = np.empty((N_SEATS, len(records)), dtype=np.uint8)
    places = np.zeros(len(records), dtype=np.uint8)
    for seat in SEATS:
        bits[seat] = opened >> seat & 1
        places |= bits[seat] << place[seat]
    put_each("opened_seat", bits)
    for number in PLACES:
        put(f"opened_place_{number}", places >> number & 1)
    put("score_opened", (score * bits).sum(axis=0, dtype=np.int32))


def _fill_burns(put: Any, records: Records, burns: Records, score: Records) -> None:
    total = burns.sum(axis=0, dtype=np.uint16)
    put("burns", total)
    put("burns_ended", total - burns[_RUNNING])
    for outcome, count in zip(BURN_OUTCOMES, burns, strict=True):
        put(f"burn_{outcome}", count)
    burners, winners = records["burners"], records["burn_winners"]
    put("burn_deals", burners != 0)
    put("burners", _BITS[burners])
    put("burn_winners", _BITS[winners])
    burned = np.zeros(len(records), dtype=np.int32)
    won = np.zeros(len(records), dtype=np.int32)
    for seat in SEATS:
        burned += score[seat] * (burners >> seat & 1)
        won += score[seat] * (winners >> seat & 1)
    put("score_burners", burned)
    put("score_burn_winners", won)


def _fill_lead(put: Any, put_each: Any, records: Records, place: Records, score: Records) -> None:
    n = len(records)
    column = np.arange(n)
    leader, dealt = records["leader"].astype(np.intp), records["first_dealt"].astype(np.intp)
    sweep, out = records["sweep"], records["first_out"].astype(np.intp)
    put("sweep", sweep >= 0)
    put("sweep_team_0", sweep == 0)
    put("sweep_team_1", sweep == 1)
    put("leader_sweep", sweep == (leader & 1))
    # a table of all seats laid flat: seat * n + deal
    flat_place, flat_score = place.reshape(-1), score.reshape(-1)
    lead_at = leader * n + column
    put("leader_score", flat_score[lead_at])
    put("leader_first", flat_place[lead_at] == 1)
    went = out >= 0
    put("first_outs", went)
    put("first_out_score", flat_score[np.maximum(out, 0) * n + column] * went)
    lead_position = leader - dealt
    lead_position += N_SEATS * (lead_position < 0)
    seat = dealt
    by_position = np.empty((N_SEATS, n), dtype=place.dtype)
    scores = np.empty((N_SEATS, n), dtype=score.dtype)
    for position in SEATS:
        at = seat * n + column
        np.take(flat_place, at, out=by_position[position], mode="clip")
        np.take(flat_score, at, out=scores[position], mode="clip")
        put(f"lead_position_{position}", lead_position == position)
        seat = seat + 1
        seat -= N_SEATS * (seat >= N_SEATS)
    put_each("first_position", by_position == 1)
    put_each("place_position", by_position)
    put_each("score_position", scores)


def _fill_holdings(put: Any, records: Records, margin: NDArray[np.int32]) -> None:
    held = [
        np.ascontiguousarray(records[name].T)[0::2].sum(axis=0, dtype=np.int32)
        for name in ("big", "small", "twos")
    ]
    for name, cards in zip(HOLDINGS, held, strict=True):
        put(name, cards)
        put(f"{name}*margin", cards * margin)
    for (a, x), (b, y) in combinations_with_replacement(zip(HOLDINGS, held, strict=True), 2):
        put(f"{a}*{b}", x * y)
