"""The words of the game: seats, ranks, cards and the names of everything that files and records mention.

Seats run 0 to 5 counter-clockwise. Ranks are indices into `RANKS`, low to high. A hand or a play is a tuple
of 15 counts, one a rank. All names are the identifiers of RULES 1, 3, 13, 15 and 19; what they are called
in Chinese and English stands in ``i18n/terms.toml``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

Seat: TypeAlias = int
"""0 to 5, counter-clockwise."""

Rank: TypeAlias = int
"""0 (a 3) to 14 (the big joker)."""

Team: TypeAlias = int
"""0: seats 0, 2 and 4; 1: seats 1, 3 and 5."""

Counts: TypeAlias = tuple[int, ...]
"""15 counts, one a rank."""

N_SEATS: Final = 6
SEATS: Final = range(N_SEATS)

RANKS: Final = "3456789TJQKA2wW"
N_RANKS: Final = 15
THREE, FOUR, FIVE = 0, 1, 2
TWO: Final = RANKS.index("2")
SMALL: Final = RANKS.index("w")
BIG: Final = RANKS.index("W")
NATURALS: Final = range(TWO)
"""Ranks 3 to A: the naturals of a play are of one of these."""

MAX_OF_A_RANK: Final = 24
"""Most cards of one rank in a deck: six packs (RULES 3)."""

Place: TypeAlias = Literal[1, 2, 3, 4, 5, 6]
PLACES: Final = range(1, N_SEATS + 1)

SetupStep: TypeAlias = Literal["deal", "buy", "tribute", "shed", "revolt", "declare", "lead"]
SETUP_STEPS: Final[tuple[SetupStep, ...]] = ("deal", "buy", "tribute", "shed", "revolt", "declare", "lead")

Phase: TypeAlias = Literal[
    "buy", "return", "shed", "revolt", "choose", "declare", "lead", "answer", "burn", "over"
]
PHASES: Final[tuple[Phase, ...]] = (
    "buy", "return", "shed", "revolt", "choose", "declare", "lead", "answer", "burn", "over",
)  # fmt: skip
"""What a seat is asked for (RULES 19); ``over`` when nobody is asked any more."""

SettledBy: TypeAlias = Literal["last", "out", "revolt", "smothered", "burn_failed", "suffocated"]
SETTLED_BY: Final[tuple[SettledBy, ...]] = (
    "last", "out", "revolt", "smothered", "burn_failed", "suffocated",
)  # fmt: skip
"""How a seat was settled; ``last`` took a place that remained when the deal ended (RULES 11)."""

BurnOutcome: TypeAlias = Literal["success", "broken", "countered", "failed", "dissolved", "running"]
BURN_OUTCOMES: Final[tuple[BurnOutcome, ...]] = (
    "success", "broken", "countered", "failed", "dissolved", "running",
)  # fmt: skip
"""How a burn ended; ``running`` when the deal ended first (RULES 8, 22.3)."""

TributeKind: TypeAlias = Literal["smother", "burn", "point", "last"]
TRIBUTE_KINDS: Final[tuple[TributeKind, ...]] = ("smother", "burn", "point", "last")
"""RULES 15.2."""

Choice: TypeAlias = Literal[
    "pass", "yield", "decline", "buy", "skip", "shed", "revolt", "stay", "keep", "drop", "declare", "silent"
]
CHOICES: Final[tuple[Choice, ...]] = (
    "pass", "yield", "decline", "buy", "skip", "shed", "revolt", "stay", "keep", "drop", "declare", "silent",
)  # fmt: skip
"""Actions that are words; the others are cards, ``burn:`` + cards and ``return:`` + one card (RULES 19)."""

_RANK_OF: Final = {character: rank for rank, character in enumerate(RANKS)}


def head(seat: Seat) -> Seat:
    """The seat opposite (对头)."""
    return (seat + 3) % N_SEATS


def next_seat(seat: Seat) -> Seat:
    """The seat that plays after ``seat`` (下家)."""
    return (seat + 1) % N_SEATS


def team(seat: Seat) -> Team:
    """The team (联邦) of a seat where teams play."""
    return seat & 1


def partners(seat: Seat) -> tuple[Seat, Seat]:
    """The other two seats of the team, in rotation from ``seat``."""
    return (seat + 2) % N_SEATS, (seat + 4) % N_SEATS


def rotation(seat: Seat) -> tuple[Seat, ...]:
    """The five other seats in the order in which they are asked after ``seat`` (RULES 2)."""
    return tuple((seat + step) % N_SEATS for step in range(1, N_SEATS))


def parse_cards(text: str) -> Counts:
    """Count the cards of a string such as ``"W2288"``, in any order; ``""`` is no cards.

    Raises ValueError that names the first character that is no card (RULES 19).
    """
    counts = [0] * N_RANKS
    for position, character in enumerate(text):
        rank = _RANK_OF.get(character)
        if rank is None:
            raise ValueError(
                f"{character!r} (character {position + 1} of {text!r}) is no card; cards are {RANKS}"
            )
        counts[rank] += 1
    return tuple(counts)


def format_cards(counts: Sequence[int]) -> str:
    """Write 15 counts as a string sorted from high to low: the inverse of `parse_cards`."""
    return "".join(RANKS[rank] * counts[rank] for rank in reversed(range(N_RANKS)))
