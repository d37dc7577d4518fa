"""What is counted apart from the plain statistics: every breakdown of the report as a ratio by groups.

A breakdown names its groups and says, for a batch, the numerator and the denominator of each group in each
deal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from gouji_sim.core.record import BURN_OUTCOMES
from gouji_sim.report.view import Bands, BatchView, Ints, as_ints, grouped
from gouji_sim.rules import Options
from gouji_sim.vocab import BIG, N_SEATS, SMALL, TWO

__all__ = [
    "CARD_BANDS",
    "JOKERS_SHOWN",
    "Breakdown",
    "breakdowns",
    "strength_bands",
    "team_joker_bands",
    "team_strength_bands",
]

Pair = tuple[Ints, Ints]
Values = Callable[[BatchView], Ints]

JOKERS_SHOWN: Final = 6
"""Jokers in a hand are told apart up to this number; more count with it."""

CARD_BANDS: Final = ((0, 6), (7, 12), (13, 18), (19, 24), (25, 255))
"""Bands of the number of cards that a burner held."""

_SEAT_IDS = tuple(str(i) for i in range(N_SEATS))
_PLACE_IDS = tuple(str(i + 1) for i in range(N_SEATS))


@dataclass(frozen=True)
class Breakdown:
    """``groups`` are ids; ``pair`` gives S and A, (n, groups) each."""

    groups: tuple[str, ...]
    pair: Callable[[BatchView], Pair]


def strength_bands(options: Options) -> Bands:
    """Bands of the wild cards (jokers and twos) dealt to a seat, around the mean of the deck."""
    return Bands(_wild_cards(options) / N_SEATS)


def team_strength_bands(options: Options) -> Bands:
    """Bands of the wild cards dealt to a team, around the mean of the deck."""
    return Bands(_wild_cards(options) / 2, reach=4)


def team_joker_bands(options: Options) -> Bands:
    """Bands of the jokers dealt to a team, around the mean of the deck."""
    return Bands(sum(options.deck_counts[rank] for rank in (SMALL, BIG)) / 2, reach=4)


def _wild_cards(options: Options) -> int:
    return sum(options.deck_counts[rank] for rank in (TWO, SMALL, BIG))


def breakdowns(options: Options) -> dict[str, Breakdown]:
    """All breakdowns that the variant has a use for, by name."""
    found = {**_seats(options)}
    if options.open_by != "none":
        found |= _opening(options)
    if options.teams:
        found |= _sweeps(options)
    if options.burn:
        found |= _burns()
    if options.hold_threes == "smother":
        found |= _smothering(options)
    if options.revolt != "never" or options.buy_broke == "revolt":
        found |= _revolt()
    return found


def _each(values: Ints) -> Pair:
    return values, np.ones_like(values)


def _seats(options: Options) -> dict[str, Breakdown]:
    found: dict[str, Breakdown] = {}
    for order, line_up in (("dealing", BatchView.by_dealing), ("lead", BatchView.by_lead)):
        found |= {
            f"score_by_{order}": _lined_up(line_up, lambda v: v.score),
            f"first_by_{order}": _lined_up(line_up, lambda v: _is(v.place, 1)),
            f"last_by_{order}": _lined_up(line_up, lambda v: _is(v.place, N_SEATS)),
            f"place_by_{order}": _lined_up(line_up, lambda v: v.place),
        }
    bands = strength_bands(options)
    groups = bands.ids()

    def by_strength(values: Values) -> Breakdown:
        return Breakdown(groups, lambda v: _banded(values(v), bands.code(v.strength), bands.size))

    found |= {
        "score_by_strength": by_strength(lambda v: v.score),
        "first_by_strength": by_strength(lambda v: _is(v.place, 1)),
    }
    return found


def _lined_up(line_up: Callable[[BatchView, Ints], Ints], values: Values) -> Breakdown:
    """A quantity of seats in the order of ``line_up``."""
    return Breakdown(_SEAT_IDS, lambda v: _each(line_up(v, values(v))))


def _is(values: Ints, target: int) -> Ints:
    return as_ints(values == target)


def _banded(values: Ints, codes: Ints, size: int) -> Pair:
    return grouped(values, codes, size), grouped(np.ones_like(values), codes, size)


def _opening(options: Options) -> dict[str, Breakdown]:
    bands = strength_bands(options)
    found = {
        "open_by_dealing": Breakdown(_SEAT_IDS, lambda v: _each(v.by_dealing(v.opened))),
        "open_by_lead": Breakdown(_SEAT_IDS, lambda v: _each(v.by_lead(v.opened))),
        "open_by_place": Breakdown(_PLACE_IDS, lambda v: _each(v.by_place(v.opened))),
        "open_by_strength": Breakdown(
            bands.ids(), lambda v: _banded(v.opened, bands.code(v.strength), bands.size)
        ),
        "score_by_opened": Breakdown(("no", "yes"), lambda v: _banded(v.score, v.opened, 2)),
        "first_by_opened": Breakdown(("no", "yes"), lambda v: _banded(_is(v.place, 1), v.opened, 2)),
        "last_by_opened": Breakdown(("no", "yes"), lambda v: _banded(_is(v.place, N_SEATS), v.opened, 2)),
        "place_by_opened": Breakdown(("no", "yes"), lambda v: _banded(v.place, v.opened, 2)),
    }
    if options.teams:
        found["score_by_openers"] = Breakdown(
            ("0", "1", "2", "3"),
            lambda v: _banded(v.teams(v.score) // 3, v.teams(v.opened), 4),
        )
    if options.declare:
        found["open_by_head_declared"] = Breakdown(
            ("no", "yes"), lambda v: _banded(v.opened, np.roll(v.mask("declared"), 3, axis=1), 2)
        )
    return found


def _sweeps(options: Options) -> dict[str, Breakdown]:
    bands = team_strength_bands(options)
    jokers = team_joker_bands(options)

    def leading(v: BatchView) -> Pair:
        ours = np.take_along_axis(v.sweep, v.leader_team[:, None], axis=1)
        return _each(np.concatenate([ours, v.sweep.sum(axis=1, keepdims=True) - ours], axis=1))

    found = {
        "sweep": Breakdown(("sweep",), lambda v: _each(v.sweep.sum(axis=1, keepdims=True))),
        "sweep_by_lead": Breakdown(("leading", "other"), leading),
        "sweep_by_strength": Breakdown(
            bands.ids(), lambda v: _banded(v.sweep, bands.code(v.teams(v.strength)), bands.size)
        ),
        "sweep_by_jokers": Breakdown(
            jokers.ids(), lambda v: _banded(v.sweep, jokers.code(v.teams(v.jokers)), jokers.size)
        ),
    }
    if options.open_by != "none":
        found["sweep_by_openers"] = Breakdown(
            ("0", "1", "2", "3"), lambda v: _banded(v.sweep, v.teams(v.opened), 4)
        )
    return found


def _burns() -> dict[str, Breakdown]:
    outcomes = tuple(BURN_OUTCOMES)
    found = {
        "burns_by_outcome": Breakdown(
            outcomes,
            lambda v: (v.field("burns"), np.repeat(v.field("burns").sum(axis=1)[:, None], len(outcomes), 1)),
        ),
        "burns_a_chance": Breakdown(
            ("burn",), lambda v: (v.field("burns").sum(axis=1)[:, None], v.field("burn_chances")[:, None])
        ),
    }
    by_jokers = (*(str(n) for n in range(JOKERS_SHOWN)), f"{JOKERS_SHOWN}+")
    by_cards = tuple(f"{low}-{high}" if high < 255 else f"{low}+" for low, high in CARD_BANDS)
    edges = np.array([low for low, _ in CARD_BANDS[1:]])
    axes: dict[str, tuple[tuple[str, ...], Values]] = {
        "jokers": (by_jokers, lambda v: np.minimum(v.field("first_burn_jokers"), JOKERS_SHOWN)),
        "settled": (_SEAT_IDS, lambda v: np.minimum(v.field("first_burn_settled"), N_SEATS - 1)),
        "cards": (by_cards, lambda v: np.searchsorted(edges, v.field("first_burn_cards"), side="right")),
    }
    for axis, (groups, code) in axes.items():
        for outcome_code, outcome in enumerate(outcomes):
            found[f"{outcome}_by_{axis}"] = _first_burns(groups, code, outcome_code)
        found[f"score_by_burn_{axis}"] = _first_burn_scores(groups, code, "first_burn_seat")
    for name, seat in (("burner", "first_burn_seat"), ("victim", "first_burn_victim")):
        found[f"{name}_score_by_outcome"] = _first_burn_scores(
            outcomes, lambda v: v.field("first_burn_outcome"), seat
        )
    return found


def _first_burns(groups: tuple[str, ...], code: Values, outcome: int) -> Breakdown:
    """How many of the first burns of each group ended in that way."""
    return Breakdown(groups, lambda v: _first_burn(v, code(v), len(groups), outcome))


def _first_burn_scores(groups: tuple[str, ...], code: Values, seat_field: str) -> Breakdown:
    """What the seat of that field scored, by group of the first burn."""
    return Breakdown(groups, lambda v: _first_burn_score(v, seat_field, code(v), len(groups)))


def _first_burn(v: BatchView, codes: Ints, size: int, outcome: int) -> Pair:
    burned = (v.field("first_burn_seat") >= 0).astype(np.int64)
    ended_so = burned * (v.field("first_burn_outcome") == outcome)
    return grouped(ended_so[:, None], codes[:, None], size), grouped(burned[:, None], codes[:, None], size)


def _first_burn_score(v: BatchView, seat_field: str, codes: Ints, size: int) -> Pair:
    seat = v.field(seat_field)
    burned = ((seat >= 0) & (v.field("first_burn_seat") >= 0)).astype(np.int64)
    score = burned * v.at_seat(v.score, np.maximum(seat, 0))
    return grouped(score[:, None], codes[:, None], size), grouped(burned[:, None], codes[:, None], size)


def _smothering(options: Options) -> dict[str, Breakdown]:
    bands = strength_bands(options)
    return {
        "smothered_by_dealing": Breakdown(_SEAT_IDS, lambda v: _each(v.by_dealing(v.smothered))),
        "smothered_by_strength": Breakdown(
            bands.ids(), lambda v: _banded(v.smothered, bands.code(v.strength), bands.size)
        ),
        "score_by_smothered": Breakdown(("no", "yes"), lambda v: _banded(v.score, v.smothered, 2)),
        "place_by_smothered": Breakdown(("no", "yes"), lambda v: _banded(v.place, v.smothered, 2)),
        "deals_by_smothered": Breakdown(
            ("0", "1", "2", "3+"),
            lambda v: _each(
                (np.minimum(v.smothered.sum(axis=1), 3)[:, None] == np.arange(4)).astype(np.int64)
            ),
        ),
    }


def _revolt() -> dict[str, Breakdown]:
    def revolter(values: Values) -> Breakdown:
        return Breakdown(("revolter",), lambda v: _of_seat(v, "revolter", values(v), 0))

    return {
        "revolter_score": revolter(lambda v: v.score),
        "revolter_place": revolter(lambda v: v.place),
        "revolter_head_score": Breakdown(("head",), lambda v: _of_seat(v, "revolter", v.score, 3)),
        "kept_head": Breakdown(
            ("kept",),
            lambda v: (v.field("kept_head")[:, None], (v.field("revolter") >= 0).astype(np.int64)[:, None]),
        ),
    }


def _of_seat(v: BatchView, seat_field: str, values: Ints, ahead: int) -> Pair:
    """The value at the seat ``ahead`` of the one named, in the deals that have one."""
    seat = v.field(seat_field)
    there = (seat >= 0).astype(np.int64)
    return (there * v.at_seat(values, (np.maximum(seat, 0) + ahead) % N_SEATS))[:, None], there[:, None]
