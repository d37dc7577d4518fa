"""The built-in decks and how a deck is dealt out (RULES 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

from gouji_sim.vocab import N_RANKS, N_SEATS, RANKS, Counts

DeckName: TypeAlias = Literal["std216", "short196", "threes204", "fours192", "six324", "jokers240"]
DECK_NAMES: Final[tuple[DeckName, ...]] = get_args(DeckName)


class RankCounts(Mapping[str, int]):
    """An immutable table from ranks (``"3"`` … ``"W"``) to positive numbers, in the order of the ranks.

    A rank that is absent counts 0: ``table.counts`` holds all 15. Hashable and picklable.
    """

    __slots__ = ("counts",)

    counts: Counts

    def __init__(self, table: Mapping[str, int]) -> None:
        self.counts = tuple(table.get(rank, 0) for rank in RANKS)

    def __getitem__(self, rank: str) -> int:
        if len(rank) == 1 and rank in RANKS and (count := self.counts[RANKS.index(rank)]):
            return count
        raise KeyError(rank)

    def __iter__(self) -> Iterator[str]:
        return (rank for rank, count in zip(RANKS, self.counts, strict=True) if count)

    def __len__(self) -> int:
        return sum(map(bool, self.counts))

    def __hash__(self) -> int:
        return hash(self.counts)

    def __repr__(self) -> str:
        return f"RankCounts({dict(self)!r})"


def packs(
    n: int, *, without: Mapping[str, int] | None = None, extra: Mapping[str, int] | None = None
) -> Counts:
    """``n`` packs of 54 cards, less the cards ``without``, plus the cards ``extra``."""
    less, more = without or {}, extra or {}
    return tuple((n if rank in "wW" else 4 * n) - less.get(rank, 0) + more.get(rank, 0) for rank in RANKS)


DECKS: Final[dict[DeckName, Counts]] = {
    "std216": packs(4),
    "short196": packs(4, without={"3": 10, "4": 10}),
    "threes204": packs(4, without={"3": 10, "4": 2}),
    "fours192": packs(4, without={"3": 10, "4": 10, "5": 4}),
    "six324": packs(6),
    "jokers240": packs(4, extra={"w": 12, "W": 12}),
}
"""Counts of each built-in deck by rank."""


def hand_sizes(counts: Sequence[int]) -> tuple[int, ...]:
    """Cards that each seat gets, in dealing order: the remainder goes to the seats dealt first."""
    share, rest = divmod(sum(counts[:N_RANKS]), N_SEATS)
    return tuple(share + (place < rest) for place in range(N_SEATS))
