"""Dealing a shuffled deck, and the first lead by showing cards of one suit (RULES 3, 13.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .cards import FOUR, RANKS, SEATS, THREE


class Card(NamedTuple):
    rank: int
    suit: int


def deck(options: Any) -> list[Card]:
    """Every card of the deck; the copies of a rank take the four suits in turn."""
    return [Card(rank, copy % 4) for rank, count in enumerate(options.deck_counts) for copy in range(count)]


def deal(order: Sequence[Card], first_dealt: int) -> list[list[int]]:
    """The six hands by seat: cards go one by one counter-clockwise from the seat dealt first."""
    hands = [[0] * len(RANKS) for _ in SEATS]
    for index, card in enumerate(order):
        hands[(first_dealt + index) % 6][card.rank] += 1
    return hands


def leader_by_showing(order: Sequence[Card], first_dealt: int, rank: int) -> int | None:
    """The seat with the most cards of the rank in one suit, at least two; of equals the first complete."""
    shown: dict[tuple[int, int], list[int]] = {}
    for index, card in enumerate(order):
        if card.rank == rank:
            shown.setdefault(((first_dealt + index) % 6, card.suit), []).append(index)
    most = max(map(len, shown.values()), default=0)
    if most < 2:
        return None
    completed = {indexes[-1]: seat for (seat, _), indexes in shown.items() if len(indexes) == most}
    return completed[min(completed)]


def first_leader(
    rule: str, order: Sequence[Card], first_dealt: int, random_leader: int, last_place: int | None
) -> int:
    """Who leads under a rule for the first lead; ``random_leader`` where chance decides (RULES 13.6)."""
    if rule == "last_place":
        assert last_place is not None
        return last_place
    rank = {"show_threes": THREE, "show_fours": FOUR}.get(rule)
    shown = None if rank is None else leader_by_showing(order, first_dealt, rank)
    return random_leader if shown is None else shown
