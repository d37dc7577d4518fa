"""What a finished deal obliges the seats to pay in the next (RULES 15.2, 15.3, 15.6)."""

from __future__ import annotations

from typing import Any

from . import places
from .cards import SEATS, head, team
from .deal import Deal

POINT_COLUMNS = [(True, False), (False, False), (True, True), (False, True)]
"""Of heads a and b: (a opened, b opened)."""

POINT_TABLE = {
    (True, True): [(0, 4), (2, 2), (2, 2), (4, 0)],
    (False, False): [(0, 1), (1, 1), (0, 0), (1, 0)],
    (True, False): [(0, 3), (1, 2), (2, 0), (3, 0)],
}
"""(a declared, b declared): by column, (cards a pays, cards b pays)."""


def obligations(deal: Deal) -> list[dict[str, Any]]:
    """In `tribute_order`, then by payer, then in the order of the events."""
    options = deal.options
    if not options.tribute or not deal.finished or deal.void:
        return []
    loser = None if places.sweep(deal) is None else 1 - places.sweep(deal)
    if loser is not None and options.sweep_tribute == "none":
        return []
    by_kind = {
        "smother": [(payer, receiver, 1) for payer, receiver in deal.smothered if receiver is not None],
        "burn": [
            (burn.victim, burn.burner, options.counter_burn_cards if burn.counter else 1)
            for burn in deal.burns
            if burn.outcome == "success"
        ],
        "point": point(deal),
        "last": last(deal),
    }
    if loser is not None:
        by_kind["smother"] = by_kind["burn"] = []
        by_kind["last"] = [(seat, head(seat), 1) for seat in SEATS if team(seat) == loser]
    return [
        {"kind": kind, "from": payer, "to": receiver, "cards": cards}
        for kind in options.tribute_order
        for payer, receiver, cards in sorted(by_kind[kind], key=lambda due: due[0])
    ]


def point(deal: Deal) -> list[tuple[int, int, int]]:
    dues = []
    for a in (0, 1, 2):
        b = head(a)
        if deal.declared[b] and not deal.declared[a]:
            a, b = b, a
        column = POINT_COLUMNS.index((deal.opened[a], deal.opened[b]))
        cards = POINT_TABLE[deal.declared[a], deal.declared[b]][column]
        dues += [(a, b, cards[0]), (b, a, cards[1])]
    return [due for due in dues if due[2] > 0]


def last(deal: Deal) -> list[tuple[int, int, int]]:
    ranked = places.ranking(deal)
    dues = [(ranked[5], ranked[0], 2), (ranked[4], ranked[1], 1)]
    return [due for due in dues if deal.options.last_within_team or due[1] not in deal.partners(due[0])]
