"""Exact odds of the first lead by showing (RULES 13.6), for any deck and any sizes of hands.

The seat with the most cards of the shown rank in one suit, at least two, leads; among equals the one that got
its last needed card first; if nobody has two the lead is random. Card j of a rank is of suit j mod 4.

The suits are placed one after another: a state is, for each hand, the number of cards of the rank it holds
and in how many suits it holds the most. Hands of one size are alike, so a state is kept with its hands
sorted; what is left is when each hand got its last needed card, and given the state the hands are independent
there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import comb, factorial, perm, prod
from operator import add
from typing import Any, Final

__all__ = ["LeadOdds", "lead_odds"]

State = tuple[int, ...]
"""For each hand `_HELD` times its cards of the rank, plus the suits in which it holds the most."""

_HELD: Final = 8

SUITS: Final = 4

LEAST: Final = 2
"""Cards in one suit that a seat must show."""


@dataclass(frozen=True)
class LeadOdds:
    """Who leads by showing.

    ``most``: P(the most cards that any hand has in one suit = m) by m. ``nobody``: P(nobody can show).
    ``can_show``: P(the hand of a position has two of one suit) in dealing order. ``leads``: P(the position
    leads), the random lead included; they sum to 1.
    """

    most: Mapping[int, Fraction]
    nobody: Fraction
    can_show: tuple[Fraction, ...]
    leads: tuple[Fraction, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "most": {str(m): float(p) for m, p in self.most.items()},
            "nobody": float(self.nobody),
            "can_show": [float(p) for p in self.can_show],
            "leads": [float(p) for p in self.leads],
        }


@lru_cache(maxsize=32)
def lead_odds(copies: int, sizes: tuple[int, ...]) -> LeadOdds:
    """The odds for ``copies`` cards of the shown rank in a deck dealt into hands of ``sizes``.

    ``sizes`` in dealing order use the whole deck; those dealt a card more come first.
    """
    suits = [copies // SUITS + (suit < copies % SUITS) for suit in range(SUITS)]
    total, hands = sum(sizes), len(sizes)
    everything = perm(total, copies)
    most: dict[int, Fraction] = {}
    leads = [Fraction(0)] * hands
    for m in range(max(suits) + 1):
        ways: dict[tuple[int, ...], int] = defaultdict(int)
        for state, number in _states(tuple(suits), sizes, m).items():
            tops = tuple(hand % _HELD for hand in state)
            # 0 where a hand would hold more than its size
            places = prod(perm(size, hand // _HELD) for size, hand in zip(sizes, state, strict=True))
            if places and (m == 0 or any(tops)):
                ways[tops] += number * places
        chance = Fraction(sum(ways.values()), everything)
        if not chance:
            continue
        most[m] = chance
        for tops, number in ways.items():
            share = Fraction(number, everything)
            firsts = [Fraction(1, hands)] * hands if m < LEAST else _first_to_show(tops, m, sizes)
            for position, first in enumerate(firsts):
                leads[position] += share * first
    nobody = sum((p for m, p in most.items() if m < LEAST), Fraction(0))
    can_show = tuple(1 - _no_two_of_a_suit(suits, size, total) for size in sizes)
    return LeadOdds(most, nobody, can_show, tuple(leads))


def _no_two_of_a_suit(suits: Sequence[int], cards: int, total: int) -> Fraction:
    """P(a hand has at most one card of the rank in each suit)."""
    ways = [1]
    for suit in suits:
        ways = [a + suit * b for a, b in zip([*ways, 0], [0, *ways], strict=True)]
    rest = total - sum(suits)
    return Fraction(
        sum(w * comb(rest, cards - k) for k, w in enumerate(ways) if k <= cards), comb(total, cards)
    )


def _states(suits: tuple[int, ...], sizes: tuple[int, ...], most: int) -> dict[State, int]:
    """In how many ways labelled cards go to hands, by state, no hand holding more than ``most`` in a suit."""
    starts = [i for i, size in enumerate(sizes) if i == 0 or size != sizes[i - 1]]
    alike = [slice(start, end) for start, end in zip(starts, [*starts[1:], len(sizes)], strict=True)]
    states: dict[State, int] = {(0,) * len(sizes): 1}
    for suit in suits:
        shares = [
            (
                tuple(k * _HELD + (k == most and most > 0) for k in split),
                factorial(suit) // prod(map(factorial, split)),
            )
            for split in _compositions(suit, len(sizes), most)
        ]
        after: dict[State, int] = defaultdict(int)
        for state, number in states.items():
            for share, orders in shares:
                hands = list(map(add, state, share))
                for part in alike:
                    hands[part] = sorted(hands[part])
                after[tuple(hands)] += number * orders
        states = after
    return states


def _compositions(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        if total == 0:
            yield ()
        return
    for k in range(min(total, most) + 1):
        for rest in _compositions(total - k, parts - 1, most):
            yield (k, *rest)


def _first_to_show(tops: tuple[int, ...], m: int, sizes: tuple[int, ...]) -> list[Fraction]:
    """P(each position was the first to get its m-th card in a suit), hands of one size being alike.

    ``tops`` are the suits in which each hand has ``m``, as in a state.
    """
    chances = [Fraction(0)] * len(sizes)
    arrangements = {
        order
        for order in permutations(range(len(sizes)))
        if all(sizes[i] == sizes[j] for i, j in enumerate(order))
    }
    spread: dict[tuple[int, ...], int] = defaultdict(int)
    for order in arrangements:
        spread[tuple(tops[j] for j in order)] += 1
    for arranged, number in spread.items():
        for position, chance in enumerate(_race(arranged, m, sizes)):
            chances[position] += Fraction(number, len(arrangements)) * chance
    return chances


@lru_cache(maxsize=4096)
def _race(tops: tuple[int, ...], m: int, sizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    """P(each position is first to complete one of its ``tops`` suits of m cards, cards coming round by
    round)."""
    runners = [position for position, suits in enumerate(tops) if suits]
    open_after = {position: _unfinished(tops[position], m, sizes[position]) for position in runners}
    everything = prod(open_after[position][0] for position in runners)
    ways = [0] * len(tops)
    for position in runners:
        mine = open_after[position]
        for turn in range(1, sizes[position] + 1):
            now = mine[turn - 1] - mine[turn]
            for other in runners:
                if other != position and now:
                    # positions before this one have had as many cards as it when its card comes
                    now *= open_after[other][min(sizes[other], turn if other < position else turn - 1)]
            ways[position] += now
    return tuple(Fraction(number, everything) for number in ways)


@lru_cache(maxsize=256)
def _unfinished(suits: int, m: int, cards: int) -> tuple[int, ...]:
    """Ways to place ``suits`` sets of m labelled cards in a hand so that none is whole after 0, 1, …
    ``cards`` turns.

    By inclusion and exclusion over the sets that are whole.
    """
    return tuple(
        sum(
            (-1) ** j * comb(suits, j) * perm(turns, j * m) * perm(cards - j * m, (suits - j) * m)
            for j in range(suits + 1)
        )
        for turns in range(cards + 1)
    )
