"""Which play beats which, and which plays are gouji (RULES 5, 6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .cards import BIG, RANKS, SMALL, TWO
from .plays import PURE_JOKERS, Play


def beats(attack: Play, table: Play, mixed_jokers: str, red_two_for_one: bool) -> bool:
    """Whether ``attack`` beats ``table``: card by card from high to low, as RULES 5 defines it."""
    if attack.size == table.size:
        return _outranks(sorted_cards(attack, mixed_jokers), sorted_cards(table, mixed_jokers))
    reds = table.big
    if red_two_for_one and reds > 0 and attack.size == table.size + reds and attack.big >= 2 * reds:
        return _outranks(
            sorted_cards(attack, mixed_jokers)[2 * reds :], sorted_cards(table, mixed_jokers)[reds:]
        )
    return False


def _outranks(attack: tuple[int, ...], table: tuple[int, ...]) -> bool:
    return all(high > low for high, low in zip(attack, table, strict=True))


@lru_cache(maxsize=100_000)
def sorted_cards(play: Play, mixed_jokers: str) -> tuple[int, ...]:
    """The ranks that the cards count as, from high to low."""
    small, big = play.small, play.big
    if mixed_jokers == "small" and small and big:
        small, big = small + big, 0
    two = TWO if play.rank is None else play.rank
    naturals = () if play.rank is None else (play.rank,) * play.naturals
    return (BIG,) * big + (SMALL,) * small + (two,) * play.twos + naturals


def is_gouji(play: Play, thresholds: Mapping[str, int], red_not_gouji: bool) -> bool:
    """Whether a play is gouji outside the melee; ``thresholds`` go by the character of the base rank."""
    if red_not_gouji and play.big:
        return False
    if play.jokers:
        return True
    assert play.base != PURE_JOKERS
    return play.size >= thresholds.get(RANKS[play.base], play.size + 1)
