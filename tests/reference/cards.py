"""Ranks, seats and hands (RULES 2, 3, 19).

A hand is a list or a tuple of 15 counts, one a rank, from 3 to the big joker.
"""

from __future__ import annotations

from collections.abc import Sequence

RANKS = "3456789TJQKA2wW"
THREE, FOUR, FIVE = RANKS.index("3"), RANKS.index("4"), RANKS.index("5")
TWO, SMALL, BIG = RANKS.index("2"), RANKS.index("w"), RANKS.index("W")
NATURALS = range(THREE, TWO)

SEATS = range(6)

Hand = Sequence[int]


def head(seat: int) -> int:
    return (seat + 3) % 6


def team(seat: int) -> int:
    return seat % 2


def rotation(seat: int) -> list[int]:
    """The five other seats in playing order."""
    return [(seat + step) % 6 for step in range(1, 6)]


def parse_cards(text: str) -> list[int]:
    """Count the cards of a string; ValueError names the first character that is no card."""
    counts = [0] * len(RANKS)
    for character in text:
        if character not in RANKS:
            raise ValueError(f"{character!r} in {text!r} is no card")
        counts[RANKS.index(character)] += 1
    return counts


def format_cards(hand: Hand) -> str:
    """The cards from high to low."""
    return "".join(RANKS[rank] * hand[rank] for rank in reversed(range(len(RANKS))))


def size(hand: Hand) -> int:
    return sum(hand)


def jokers(hand: Hand) -> int:
    return hand[SMALL] + hand[BIG]


def only_threes(hand: Hand) -> bool:
    """Whether the hand has cards and all of them are 3s."""
    return hand[THREE] > 0 and hand[THREE] == sum(hand)


def broke(hand: Hand) -> bool:
    """Whether the hand has neither twos nor jokers."""
    return hand[TWO] + hand[SMALL] + hand[BIG] == 0
