"""Shuffling and dealing: every deck whole, shared cards in one order, uniform, first leads by showing
(RULES 3, 13.6).
"""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from gouji_sim.core import CompiledRules, Engine, deal_hands
from gouji_sim.core._deal import dealing_order, leader_by_rule
from gouji_sim.rules import load_variant

DECKS = ["std216", "short196", "threes204", "fours192", "six324", "jokers240"]


def rules(deck):
    return CompiledRules(load_variant("qingdao", {"deck": deck}).options)


@pytest.mark.parametrize("deck", DECKS)
def test_a_deal_holds_exactly_the_deck(deck):
    compiled = rules(deck)
    for deal in range(50):
        _, cards = dealing_order(compiled, 3, deal)
        assert len(set(cards)) == len(cards) == compiled.options.deck_size
        counts = Counter(rank for rank, _, _ in cards)
        assert tuple(counts[rank] for rank in range(15)) == tuple(compiled.options.deck_counts)


@pytest.mark.parametrize("deck", DECKS)
def test_hands_are_dealt_one_by_one(deck):
    compiled = rules(deck)
    for deal in range(20):
        first, cards = dealing_order(compiled, 9, deal)
        hands = [[0] * 15 for _ in range(6)]
        for number, (rank, _, _) in enumerate(cards):
            hands[(first + number) % 6][rank] += 1
        engine = Engine.from_deal(compiled, 9, deal)
        assert [list(hand) for hand in engine.hands()] == hands
        assert engine.state()["cards"] == [sum(hand) for hand in hands]
        sizes = [sum(hands[(first + i) % 6]) for i in range(6)]
        assert sizes == list(compiled.options.hand_sizes)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("other", DECKS)
def test_decks_agree_on_the_order_of_shared_cards(deck, other):
    one, two = rules(deck), rules(other)
    for deal in range(5):
        first_one, a = dealing_order(one, 17, deal)
        first_two, b = dealing_order(two, 17, deal)
        shared = set(a) & set(b)
        assert [card for card in a if card in shared] == [card for card in b if card in shared]
        assert first_one == first_two


@pytest.mark.parametrize("deck", ["std216", "short196", "six324"])
def test_the_shuffle_is_uniform(deck):
    # Where the first big joker of the deck lies, and which of two cards comes first.
    compiled = rules(deck)
    size = compiled.options.deck_size
    positions, earlier = [], 0
    for deal in range(6000):
        _, cards = dealing_order(compiled, 1, deal)
        positions.append(cards.index((14, 0, 0)))
        earlier += cards.index((2, 1, 1)) < cards.index((11, 3, 15))
    bins = np.bincount(np.array(positions) * 12 // size, minlength=12)
    assert (
        stats.chisquare(
            bins, [6000 * len(range(-(-size * i // 12), -(-size * (i + 1) // 12))) / size for i in range(12)]
        ).pvalue
        > 1e-4
    )
    assert abs(earlier - 3000) < 5 * 38.8


def test_first_dealt_is_uniform():
    firsts = np.bincount([dealing_order(rules("std216"), 5, deal)[0] for deal in range(6000)], minlength=6)
    assert stats.chisquare(firsts).pvalue > 1e-4


def shows(cards, first, rank):
    """RULES 13.6 in its own words: most cards of the rank in one suit, at least two; among equals the
    earlier one.
    """
    best, leader = 1, None
    for number, (card, suit, _) in enumerate(cards):
        if card != rank:
            continue
        seat = (first + number) % 6
        held = sum(
            1
            for i, other in enumerate(cards[: number + 1])
            if other[:2] == (rank, suit) and (first + i) % 6 == seat
        )
        if held > best:
            best, leader = held, seat
    return leader


@pytest.mark.parametrize(("rule", "rank"), [("show_threes", 0), ("show_fours", 1)])
@pytest.mark.parametrize("deck", ["std216", "short196"])
def test_first_lead_by_showing(rule, rank, deck):
    compiled = rules(deck)
    nobody = 0
    for deal in range(300):
        first, cards = dealing_order(compiled, 23, deal)
        leader = shows(cards, first, rank)
        if leader is None:
            nobody += 1
            leader = leader_by_rule(compiled, 23, deal, "random")
        assert leader_by_rule(compiled, 23, deal, rule) == leader
    assert nobody > 0 or deck == "std216"


def test_rotation_gives_the_hands_to_the_seats_further_on():
    compiled = rules("short196")
    for deal in range(20):
        plain = Engine.from_deal(compiled, 2, deal)
        for rotation in range(6):
            turned = Engine.from_deal(compiled, 2, deal, rotation=rotation)
            assert [turned.hand((seat + rotation) % 6) for seat in range(6)] == plain.hands()
            assert turned.state()["leader"] == (plain.state()["leader"] + rotation) % 6


@pytest.mark.parametrize("deck", DECKS)
def test_dealing_without_play_deals_the_same_hands(deck):
    compiled = rules(deck)
    hands, firsts = deal_hands(compiled, 9, 100, 20)
    for number in range(20):
        engine = Engine.from_deal(compiled, 9, 100 + number)
        assert hands[number].tolist() == [list(hand) for hand in engine.hands()]
        assert firsts[number] == engine.state()["first_dealt"]
