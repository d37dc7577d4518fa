"""Exact probabilities of what is dealt, for any deck and any sizes of hands: multivariate hypergeometric.

Counting is by integers. A hand of h cards is one of C(N, h) equally likely sets; the number of sets with
given counts of each kind is a coefficient of a product of polynomials. Simulated figures must agree with
these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb
from typing import TYPE_CHECKING, Any

from gouji_sim.vocab import BIG, FOUR, NATURALS, SMALL, THREE, TWO

if TYPE_CHECKING:
    from gouji_sim.rules import Options

__all__ = [
    "HandOdds",
    "Odds",
    "any_hand_without",
    "at_least_in_a_team",
    "at_least_in_any_hand",
    "at_least_in_hand",
    "exactly_in_hand",
    "hand_odds",
    "hand_without",
    "hands_without",
    "no_gouji_group",
]


@dataclass(frozen=True)
class Odds:
    """An exact probability."""

    exact: Fraction

    @property
    def value(self) -> float:
        return float(self.exact)

    def to_dict(self) -> dict[str, Any]:
        return {"exact": f"{self.exact.numerator}/{self.exact.denominator}", "value": self.value}


def hand_without(counts: Sequence[int], ranks: Iterable[int], cards: int) -> Fraction:
    """P(a hand of ``cards`` has none of ``ranks``), from a deck of ``counts`` by rank."""
    total, of_ranks = sum(counts), sum(counts[rank] for rank in set(ranks))
    return Fraction(comb(total - of_ranks, cards), comb(total, cards))


def hands_without(counts: Sequence[int], ranks: Iterable[int], sizes: Sequence[int]) -> tuple[Fraction, ...]:
    """P(exactly 0, 1, … all of the hands have none of ``ranks``), for hands of ``sizes`` from one deck."""
    total, of_ranks = sum(counts), sum(counts[rank] for rank in set(ranks))
    k = len(sizes)
    # S_j of inclusion and exclusion: the sum over sets of j hands of P(all of the set have none)
    by_cards = _subset_sums(sizes)
    sums = [
        sum(
            (
                number * Fraction(comb(total - of_ranks, cards), comb(total, cards))
                for (j, cards), number in by_cards.items()
                if j == size
            ),
            Fraction(0),
        )
        for size in range(k + 1)
    ]
    return tuple(
        sum(((-1) ** (j - m) * comb(j, m) * sums[j] for j in range(m, k + 1)), Fraction(0))
        for m in range(k + 1)
    )


def any_hand_without(counts: Sequence[int], ranks: Iterable[int], sizes: Sequence[int]) -> Fraction:
    """P(at least one of the hands has none of ``ranks``)."""
    return 1 - hands_without(counts, ranks, sizes)[0]


def exactly_in_hand(counts: Sequence[int], rank: int, number: int, cards: int) -> Fraction:
    """P(a hand of ``cards`` has exactly ``number`` of ``rank``)."""
    total = sum(counts)
    if not 0 <= number <= cards:
        return Fraction(0)
    return Fraction(
        comb(counts[rank], number) * comb(total - counts[rank], cards - number), comb(total, cards)
    )


def at_least_in_hand(counts: Sequence[int], rank: int, number: int, cards: int) -> Fraction:
    """P(a hand of ``cards`` has ``number`` or more of ``rank``)."""
    return 1 - sum((exactly_in_hand(counts, rank, few, cards) for few in range(number)), Fraction(0))


def at_least_in_any_hand(counts: Sequence[int], rank: int, number: int, sizes: Sequence[int]) -> Fraction:
    """P(some of the hands has ``number`` or more of ``rank``); the hands need not use the whole deck."""
    total, of_rank = sum(counts), counts[rank]
    spare = total - sum(sizes)
    few = [[comb(size, k) for k in range(min(number - 1, size) + 1)] for size in sizes]
    free = [comb(spare, k) for k in range(spare + 1)]
    return 1 - Fraction(_coefficient([*few, free], of_rank), comb(total, of_rank))


def at_least_in_a_team(counts: Sequence[int], rank: int, number: int, sizes: Sequence[int]) -> Fraction:
    """P(the three hands of some team together have ``number`` or more of ``rank``); ``sizes`` in dealing
    order."""
    return at_least_in_any_hand(counts, rank, number, (sum(sizes[0::2]), sum(sizes[1::2])))


def no_gouji_group(
    counts: Sequence[int], thresholds: Sequence[int], cards: int, *, ranks: Iterable[int] = NATURALS
) -> Fraction:
    """P(a hand has no group of one of ``ranks`` that is gouji by itself, without twos and jokers).

    ``thresholds`` by rank, 0 where no number of cards is gouji (RULES 6). ``ranks`` are the naturals; with
    the twos among them it is the chance of no pure gouji play at all.
    """
    chosen = set(ranks)
    factors = [
        [comb(count, k) for k in range(min(count, thresholds[rank] - 1) + 1)]
        if rank in chosen and thresholds[rank]
        else [comb(count, k) for k in range(count + 1)]
        for rank, count in enumerate(counts)
    ]
    return Fraction(_coefficient(factors, cards), comb(sum(counts), cards))


@dataclass(frozen=True)
class HandOdds:
    """One line of a table of odds: an event of one hand of a given size, or of the whole deal.

    ``id`` names the event; ``cards`` is the size of the hand, ``None`` for an event of the deal.
    """

    id: str
    cards: int | None
    odds: Odds

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.id, "cards": self.cards, **self.odds.to_dict()}


def hand_odds(options: Options) -> list[HandOdds]:
    """The table of odds of a variant, as dealt, before buying and tribute.

    Of a hand, for each size that is dealt: ``no_three``, ``no_four``, ``can_revolt`` (no 2 and no joker),
    ``big_jokers_k`` and ``at_least_k_big_jokers``, ``four_big_jokers``, ``no_gouji_group`` (naturals),
    ``no_pure_gouji`` (naturals and twos). Of the deal: ``any_…`` (at least one hand), ``two_can_revolt``,
    ``four_big_jokers_in_a_hand``, ``four_big_jokers_in_a_team`` (with teams).
    """
    counts, sizes, thresholds = options.deck_counts, options.hand_sizes, options.thresholds
    wild = (TWO, SMALL, BIG)
    table: list[HandOdds] = []

    def add(id: str, cards: int | None, exact: Fraction) -> None:
        table.append(HandOdds(id, cards, Odds(exact)))

    for cards in sorted(set(sizes), reverse=True):
        add("no_three", cards, hand_without(counts, [THREE], cards))
        add("no_four", cards, hand_without(counts, [FOUR], cards))
        add("can_revolt", cards, hand_without(counts, wild, cards))
        for number in range(min(counts[BIG], cards, 4) + 1):
            add(f"big_jokers_{number}", cards, exactly_in_hand(counts, BIG, number, cards))
        for number in range(1, min(counts[BIG], cards, 4) + 1):
            add(f"at_least_{number}_big_jokers", cards, at_least_in_hand(counts, BIG, number, cards))
        add("no_gouji_group", cards, no_gouji_group(counts, thresholds, cards))
        add("no_pure_gouji", cards, no_gouji_group(counts, thresholds, cards, ranks=range(TWO + 1)))
    add("any_no_three", None, any_hand_without(counts, [THREE], sizes))
    add("any_no_four", None, any_hand_without(counts, [FOUR], sizes))
    revolters = hands_without(counts, wild, sizes)
    add("any_can_revolt", None, 1 - revolters[0])
    add("two_can_revolt", None, 1 - revolters[0] - revolters[1])
    add("four_big_jokers_in_a_hand", None, at_least_in_any_hand(counts, BIG, 4, sizes))
    if options.teams:
        add("four_big_jokers_in_a_team", None, at_least_in_a_team(counts, BIG, 4, sizes))
    return table


def _subset_sums(sizes: Sequence[int]) -> dict[tuple[int, int], int]:
    """How many sets of j hands have that many cards together, by (j, cards)."""
    found = {(0, 0): 1}
    for size in sizes:
        for (j, cards), number in list(found.items()):
            key = j + 1, cards + size
            found[key] = found.get(key, 0) + number
    return found


def _coefficient(factors: Iterable[list[int]], power: int) -> int:
    """The coefficient of x^power in a product of polynomials given by coefficients from the constant up."""

    def multiply(p: list[int], q: list[int]) -> list[int]:
        product = [0] * min(len(p) + len(q) - 1, power + 1)
        for i, a in enumerate(p):
            for j, b in enumerate(q[: max(0, power + 1 - i)]):
                product[i + j] += a * b
        return product

    result = reduce(multiply, factors, [1])
    return result[power] if power < len(result) else 0
