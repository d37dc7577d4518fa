"""Sessions: deals in a row, linked by the first lead and by tribute (RULES 15.1, 15.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gouji_sim.rules import load_variant

from .cards import format_cards
from .dealing import Card, deal, first_leader
from .game import ReferenceGame

MOST_SHED_DEALS = 3
"""Deals in a row that may begin with a swept team (RULES 15.6)."""


class Shuffle(NamedTuple):
    """What chance decides about one deal."""

    order: Sequence[Card]
    first_dealt: int
    random_leader: int


class PlayedDeal(NamedTuple):
    position: dict[str, Any]
    """As dealt, with the actions that were chosen."""
    first_lead: str
    """The rule by which its leader was found."""
    result: dict[str, Any]


@dataclass
class Links:
    """What a deal takes over from the deal before."""

    first_lead: str
    last_place: int | None = None
    obligations: list[dict[str, Any]] = field(default_factory=list)
    swept: int | None = None
    shed_deals: int = 0
    """Deals in a row before this one that began with a swept team."""


def play_session(
    variant: str,
    overrides: Mapping[str, Any],
    shuffles: Iterator[Shuffle],
    choose: Callable[[ReferenceGame], str],
) -> list[PlayedDeal]:
    """Play `session_deals` deals; the list holds the void ones too, each before the deal that replaced it."""
    options = load_variant(variant, overrides).options
    links = Links(options.first_lead_first)
    played: list[PlayedDeal] = []
    finished = 0
    while finished < options.session_deals:
        done = _play_deal(variant, overrides, links, next(shuffles), choose)
        played.append(done)
        if not done.result["void"]:
            finished += 1
            links = next_links(options, links, done.result)
    return played


def _play_deal(
    variant: str,
    overrides: Mapping[str, Any],
    links: Links,
    shuffle: Shuffle,
    choose: Callable[[ReferenceGame], str],
) -> PlayedDeal:
    leader = first_leader(links.first_lead, *shuffle, links.last_place)
    position = {
        "variant": variant,
        "options": dict(overrides),
        "hands": [format_cards(hand) for hand in deal(shuffle.order, shuffle.first_dealt)],
        "leader": leader,
        "start": "dealt",
        "first_dealt": shuffle.first_dealt,
        "obligations": links.obligations,
        "swept": links.swept,
    }
    game = ReferenceGame.from_position(position)
    while game.decision is not None:
        game.apply(choose(game))
    return PlayedDeal({**position, "actions": game.history}, links.first_lead, game.result())


def next_links(options: Any, links: Links, result: Mapping[str, Any]) -> Links:
    """What the deal after a finished one takes over; void deals change nothing (RULES 15.1)."""
    shed_deals = links.shed_deals + 1 if links.swept is not None else 0
    if shed_deals == MOST_SHED_DEALS:
        return Links(options.first_lead_first)
    last_place = result["places"].index(6)
    if result["sweep"] is None:
        return Links(options.first_lead, last_place, result["obligations"])
    fresh = options.sweep_tribute == "none"
    return Links(
        options.first_lead_first if fresh else options.first_lead,
        last_place,
        result["obligations"],
        swept=1 - result["sweep"] if options.shed_fives else None,
        shed_deals=shed_deals,
    )
