"""Dealing and showing for the first lead (RULES 3, 13.6)."""

from __future__ import annotations

from random import Random

import pytest
from reference.cards import FOUR, THREE, size
from reference.dealing import Card, deal, deck, first_leader, leader_by_showing

from gouji_sim.rules import list_variants, load_variant


@pytest.mark.parametrize(
    ("variant", "sizes"),
    [
        ("qingdao", [36] * 6),
        ("zoucheng", [32, 33, 33, 33, 33, 32]),
        ("kinki_single_three", [34] * 6),
        ("kinki_single_four", [32] * 6),
        ("zaozhuang", [54] * 6),
        ("kyushu", [40] * 6),
    ],
)
def test_hand_sizes_by_deck(variant, sizes):
    # seat 1 is dealt first: with 196 cards, 1 to 4 hold 33 (the table of RULES 3)
    order = deck(load_variant(variant).options)
    Random(3).shuffle(order)
    assert [size(hand) for hand in deal(order, first_dealt=1)] == sizes


def test_every_card_is_dealt():
    for variant in list_variants():
        options = load_variant(variant).options
        hands = deal(deck(options), first_dealt=4)
        assert [sum(counts) for counts in zip(*hands, strict=True)] == list(options.deck_counts)


def order_of(*shown: str) -> list[Card]:
    """Cards in dealing order: a rank character and a suit digit, other cards being of rank 9."""
    ranks = {"3": THREE, "4": FOUR}
    return [Card(ranks.get(text[0], 6), int(text[1])) for text in shown]


def test_most_cards_of_one_suit_lead():
    # seat 0 gets three 3s, of suits 0, 0, 1; seat 1 gets three of suit 2
    order = order_of(
        "30",
        "32",
        "90",
        "90",
        "90",
        "90",
        "30",
        "32",
        "90",
        "90",
        "90",
        "90",
        "31",
        "32",
        "90",
        "90",
        "90",
        "90",
    )
    assert leader_by_showing(order, first_dealt=0, rank=THREE) == 1


def test_of_equals_the_one_that_is_complete_first():
    # seat 5 is dealt first: 5 and 0 both get two 3s of a suit, 0 first 0, then 5
    order = order_of(
        "31",
        "32",
        "90",
        "90",
        "90",
        "90",
        "90",
        "32",
        "90",
        "90",
        "90",
        "90",
        "31",
        "90",
        "90",
        "90",
        "90",
        "90",
    )
    assert leader_by_showing(order, first_dealt=5, rank=THREE) == 0


def test_two_of_a_suit_at_least():
    order = order_of("30", "31", "90", "90", "90", "90", "31", "32", "90", "90", "90", "90")
    assert leader_by_showing(order, first_dealt=0, rank=THREE) is None
    assert first_leader("show_threes", order, 0, random_leader=4, last_place=2) == 4


def test_other_rules_for_the_first_lead():
    order = order_of("40", "30", "90", "90", "90", "90", "40", "30", "90", "90", "90", "90")
    found = {
        rule: first_leader(rule, order, 0, random_leader=4, last_place=2)
        for rule in ("random", "show_threes", "show_fours", "last_place")
    }
    assert found == {"random": 4, "show_threes": 1, "show_fours": 0, "last_place": 2}
