"""Plays: what they are made of, how they are written, and those that a hand allows (RULES 4, 9.4, 10)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .cards import BIG, FOUR, NATURALS, RANKS, SMALL, THREE, TWO, only_threes, parse_cards

PURE_JOKERS = 15
"""Base "rank" of a play that has neither naturals nor twos."""


class Play(NamedTuple):
    """Naturals of one rank (``rank`` is None without naturals), twos and jokers."""

    rank: int | None
    naturals: int
    twos: int
    small: int
    big: int

    @property
    def size(self) -> int:
        return self.naturals + self.twos + self.small + self.big

    @property
    def jokers(self) -> int:
        return self.small + self.big

    @property
    def base(self) -> int:
        """The rank of the naturals, else 2 with twos, else `PURE_JOKERS`."""
        if self.rank is not None:
            return self.rank
        return TWO if self.twos else PURE_JOKERS

    @property
    def pure(self) -> bool:
        """Neither twos nor jokers."""
        return self.twos == 0 and self.jokers == 0

    @property
    def counts(self) -> list[int]:
        """The cards as 15 counts."""
        counts = [0] * len(RANKS)
        if self.rank is not None:
            counts[self.rank] = self.naturals
        counts[TWO], counts[SMALL], counts[BIG] = self.twos, self.small, self.big
        return counts

    @property
    def text(self) -> str:
        return _text(self)


@lru_cache(maxsize=100_000)
def _text(play: Play) -> str:
    naturals = RANKS[play.rank] * play.naturals if play.rank is not None else ""
    return "W" * play.big + "w" * play.small + "2" * play.twos + naturals


@lru_cache(maxsize=100_000)
def parse_play(text: str) -> Play:
    """Read a play; ValueError when it is empty, has other characters, or naturals of two ranks."""
    counts = parse_cards(text)
    ranks = [rank for rank in NATURALS if counts[rank]]
    if not text or len(ranks) > 1:
        raise ValueError(f"{text!r} is no play")
    rank = ranks[0] if ranks else None
    return Play(rank, counts[rank] if rank is not None else 0, counts[TWO], counts[SMALL], counts[BIG])


@lru_cache(maxsize=20_000)
def plays_by_size(
    hand: tuple[int, ...], threes_held: bool, fours_with_jokers: bool
) -> dict[int, tuple[Play, ...]]:
    """All plays that the hand allows, by their number of cards."""
    found: dict[int, list[Play]] = {}
    for play in _plays(hand, threes_held, fours_with_jokers):
        found.setdefault(play.size, []).append(play)
    return {number: tuple(plays) for number, plays in found.items()}


def _plays(hand: tuple[int, ...], threes_held: bool, fours_with_jokers: bool) -> list[Play]:
    if threes_held and only_threes(hand):
        return [Play(THREE, hand[THREE], 0, 0, 0)]
    wild = [
        (twos, small, big)
        for twos in range(hand[TWO] + 1)
        for small in range(hand[SMALL] + 1)
        for big in range(hand[BIG] + 1)
    ]
    plays = [Play(None, 0, *cards) for cards in wild if any(cards)]
    for rank in NATURALS:
        if rank == THREE and threes_held:
            continue
        for naturals in range(1, hand[rank] + 1):
            for twos, small, big in wild:
                if rank == FOUR and small + big > 0 and not fours_with_jokers:
                    continue
                plays.append(Play(rank, naturals, twos, small, big))
    return plays
