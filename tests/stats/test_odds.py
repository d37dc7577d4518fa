"""Exact odds against scipy, enumeration of tiny decks, and dealt cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from scipy import stats

from gouji_sim.rules import Options, list_variants, load_variant
from gouji_sim.stats.lead_odds import lead_odds
from gouji_sim.stats.odds import (
    any_hand_without,
    at_least_in_a_team,
    at_least_in_any_hand,
    at_least_in_hand,
    exactly_in_hand,
    hand_odds,
    hand_without,
    hands_without,
    no_gouji_group,
)
from gouji_sim.vocab import BIG

# ranks 3, 4, 5 and so on with 3, 2, 1 and 2 copies
TINY = (3, 2, 1, 2)
CARDS = [rank for rank, count in enumerate(TINY) for _ in range(count)]
SIZES = (3, 3, 2)


def deals(sizes: tuple[int, ...] = SIZES) -> list[tuple[tuple[int, ...], ...]]:
    """All deals of the tiny deck, cards told apart, as hands of ranks."""
    found = []

    def fill(left: tuple[int, ...], hands: tuple[tuple[int, ...], ...]) -> None:
        if len(hands) == len(sizes):
            found.append(hands)
            return
        for chosen in combinations(left, sizes[len(hands)]):
            rest = tuple(card for card in left if card not in chosen)
            fill(rest, (*hands, tuple(CARDS[card] for card in chosen)))

    fill(tuple(range(len(CARDS))), ())
    return found


DEALS = deals()


def share(event: object) -> Fraction:
    return Fraction(sum(map(event, DEALS)), len(DEALS))  # type: ignore[arg-type]


def test_hands_of_a_tiny_deck_by_enumeration() -> None:
    assert hand_without(TINY, [0], 3) == share(lambda d: 0 not in d[0])
    assert hand_without(TINY, [1, 3, 3], 3) == share(lambda d: not {1, 3} & set(d[0]))
    for number in range(4):
        assert exactly_in_hand(TINY, 0, number, 3) == share(lambda d, k=number: d[0].count(0) == k)
        assert at_least_in_hand(TINY, 0, number, 3) == share(lambda d, k=number: d[0].count(0) >= k)
        assert at_least_in_any_hand(TINY, 0, number, SIZES) == share(
            lambda d, k=number: any(hand.count(0) >= k for hand in d)
        )
        assert at_least_in_a_team(TINY, 0, number, SIZES) == share(
            lambda d, k=number: d[0].count(0) + d[2].count(0) >= k or d[1].count(0) >= k
        )
    # hands that leave cards over
    assert at_least_in_any_hand(TINY, 0, 2, SIZES[:2]) == share(lambda d: any(h.count(0) >= 2 for h in d[:2]))
    assert exactly_in_hand(TINY, 0, 5, 3) == 0


def test_numbers_of_hands_without_a_rank() -> None:
    chances = hands_without(TINY, [0], SIZES)
    for number, chance in enumerate(chances):
        assert chance == share(lambda d, k=number: sum(0 not in hand for hand in d) == k)
    assert sum(chances) == 1
    assert any_hand_without(TINY, [0], SIZES) == share(lambda d: any(0 not in hand for hand in d))


@pytest.mark.parametrize("thresholds", [(2, 2, 0, 0), (3, 1, 1, 2), (0, 0, 0, 0)])
def test_groups_of_a_tiny_deck(thresholds: tuple[int, ...]) -> None:
    for ranks in (range(4), range(2)):
        expected = share(
            lambda d, r=ranks: (
                not any(thresholds[rank] and d[0].count(rank) >= thresholds[rank] for rank in r)
            )
        )
        assert no_gouji_group(TINY, thresholds, 3, ranks=ranks) == expected


def test_single_hands_are_hypergeometric() -> None:
    counts = Options().deck_counts
    for number in range(5):
        expected = stats.hypergeom.pmf(number, 216, 4, 36)
        assert float(exactly_in_hand(counts, BIG, number, 36)) == pytest.approx(expected, rel=1e-9)
    # no 3 in 36 of 216 with sixteen 3s
    assert hand_without(counts, [0], 36) == Fraction(comb(200, 36), comb(216, 36))
    # four big jokers in some hand of six: six times C(36, 4) / C(216, 4)
    assert at_least_in_any_hand(counts, BIG, 4, (36,) * 6) == 6 * Fraction(comb(36, 4), comb(216, 4))


@pytest.mark.parametrize("variant", list_variants())
def test_every_variant_has_a_table(variant: str) -> None:
    options = load_variant(variant).options
    table = {(line.id, line.cards): line.odds for line in hand_odds(options)}
    assert all(0 <= odds.exact <= 1 for odds in table.values())
    for cards in set(options.hand_sizes):
        exactly = [
            odds.exact for (id, size), odds in table.items() if size == cards and id.startswith("big_jokers")
        ]
        assert sum(exactly) + at_least_in_hand(options.deck_counts, BIG, len(exactly), cards) == 1
        assert table["no_pure_gouji", cards].exact <= table["no_gouji_group", cards].exact
    assert ("four_big_jokers_in_a_team", None) in table or not options.teams
    line = hand_odds(options)[0].to_dict()
    assert Fraction(line["exact"]) == table[line["id"], line["cards"]].exact
    assert line["value"] == pytest.approx(float(Fraction(line["exact"])))


def test_sampled_hands_agree() -> None:
    """Events that are awkward to enumerate, on 20,000 shuffles: within four standard deviations."""
    options = load_variant("heze").options
    rng = np.random.default_rng(11)
    deck = np.repeat(np.arange(15), options.deck_counts)
    n, size = 20_000, options.hand_sizes[0]
    thresholds = np.array(options.thresholds)
    hands = rng.permuted(np.tile(deck, (n, 1)), axis=1)[:, :size]
    held = np.stack([(hands == rank).sum(axis=1) for rank in range(15)], axis=1)
    natural = (held[:, :12] >= thresholds[:12]) & (thresholds[:12] > 0)
    for seen, exact in (
        (~natural.any(axis=1), no_gouji_group(options.deck_counts, options.thresholds, size)),
        (held[:, 12:].sum(axis=1) == 0, hand_without(options.deck_counts, [12, 13, 14], size)),
    ):
        p = float(exact)
        assert abs(seen.mean() - p) < 4 * np.sqrt(p * (1 - p) / n) + 1e-9


def leads_by_enumeration(
    copies: int, sizes: tuple[int, ...]
) -> tuple[Fraction, list[Fraction], Counter[int]]:
    """Nobody's chance, each position's, and how often each greatest number occurs, over all orders of the
    deck.
    """
    total, hands = sum(sizes), len(sizes)
    cards = [j % 4 for j in range(copies)] + [None] * (total - copies)
    seats = [slot % hands for slot in range(hands * min(sizes))]
    seats += [seat for seat, size in enumerate(sizes) if size > min(sizes)]
    orders = set(permutations(cards))
    leads, nobody, most = [Fraction(0)] * hands, Fraction(0), Counter()
    for order in orders:
        held: Counter[tuple[int, int]] = Counter()
        reached: dict[int, int] = {}
        for seat, suit in zip(seats, order, strict=True):
            if suit is not None:
                held[seat, suit] += 1
                # the first seat to reach a number of cards in one suit
                reached.setdefault(held[seat, suit], seat)
        top = max(reached, default=0)
        most[top] += 1
        if top < 2:
            nobody += 1
            leads = [lead + Fraction(1, hands) for lead in leads]
        else:
            leads[reached[top]] += 1
    return nobody / len(orders), [lead / len(orders) for lead in leads], most


@pytest.mark.parametrize(
    ("copies", "sizes"),
    [(6, (3, 3, 2)), (8, (3, 3, 3)), (5, (3, 2, 2)), (4, (2, 2, 2)), (7, (2, 2, 2, 1))],
)
def test_first_lead_by_enumeration(copies: int, sizes: tuple[int, ...]) -> None:
    odds = lead_odds(copies, sizes)
    nobody, leads, most = leads_by_enumeration(copies, sizes)
    assert odds.nobody == nobody
    assert list(odds.leads) == leads
    assert {m: p for m, p in odds.most.items() if p} == {
        m: Fraction(k, most.total()) for m, k in most.items()
    }
    assert sum(odds.leads) == 1


def test_who_can_show_in_a_real_deck() -> None:
    # 章丘 leads by a random draw, but its deck has six 3s: suits of 2, 2, 1 and 1 in hands of 33 and 32
    odds = lead_odds(6, load_variant("zhangqiu").options.hand_sizes)
    pair = Fraction(comb(33, 2), comb(196, 2))
    # P(a pair of one suit in a hand of 33), of two such suits, by inclusion and exclusion
    both = Fraction(comb(33, 4), comb(196, 4))
    assert odds.can_show[0] == 2 * pair - both
    assert odds.can_show[0] > odds.can_show[5]
    assert sum(odds.leads) == 1
    assert odds.leads == tuple(sorted(odds.leads, reverse=True))
    assert odds.to_dict()["nobody"] == float(odds.nobody)
