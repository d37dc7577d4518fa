"""Vocabulary: seats, card text, and that all lists of names agree."""

from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_sim import vocab
from gouji_sim.core import record
from gouji_sim.vocab import (
    BIG,
    N_RANKS,
    RANKS,
    SEATS,
    SMALL,
    TWO,
    format_cards,
    head,
    next_seat,
    parse_cards,
    partners,
    rotation,
    team,
)

counts = st.tuples(*[st.integers(0, vocab.MAX_OF_A_RANK)] * N_RANKS)


def test_ranks_are_those_of_the_rules():
    assert [RANKS.index(rank) for rank in "3TJQKA2wW"] == [0, 7, 8, 9, 10, 11, 12, 13, 14]
    assert (TWO, SMALL, BIG, len(RANKS)) == (12, 13, 14, N_RANKS)
    assert (RANKS[vocab.THREE], RANKS[vocab.FOUR], RANKS[vocab.FIVE]) == ("3", "4", "5")
    assert [RANKS[rank] for rank in vocab.NATURALS] == list("3456789TJQKA")


@pytest.mark.parametrize("seat", SEATS)
def test_the_head_is_opposite_and_an_opponent(seat):
    assert head(head(seat)) == seat
    assert team(head(seat)) != team(seat)
    assert next_seat(next_seat(next_seat(seat))) == head(seat)


@pytest.mark.parametrize("seat", SEATS)
def test_rotation_asks_the_five_others_in_turn(seat):
    asked = rotation(seat)
    assert sorted((*asked, seat)) == list(SEATS)
    assert asked[0] == next_seat(seat)
    assert asked[2] == head(seat)
    assert all(next_seat(a) == b for a, b in pairwise(asked))
    assert partners(seat) == tuple(other for other in asked if team(other) == team(seat))


def test_cards_are_written_from_high_to_low():
    assert format_cards(parse_cards("2W2828")) == "W22288"
    assert format_cards(parse_cards("3456789TJQKA2wW")) == "Ww2AKQJT9876543"
    assert parse_cards("") == (0,) * N_RANKS
    assert format_cards((0,) * N_RANKS) == ""


@given(counts)
def test_cards_survive_being_written_and_read(hand):
    assert parse_cards(format_cards(hand)) == hand


@given(counts, st.randoms(use_true_random=False))
def test_the_order_of_cards_on_input_does_not_matter(hand, rng):
    cards = list(format_cards(hand))
    rng.shuffle(cards)
    assert parse_cards("".join(cards)) == hand


@pytest.mark.parametrize(
    ("text", "bad", "number"),
    [("KKx", "x", 3), ("1", "1", 1), ("Q Q", " ", 2), ("k", "k", 1), ("二", "二", 1)],
)
def test_a_character_that_is_no_card_is_named(text, bad, number):
    with pytest.raises(ValueError, match=rf"'{bad}' \(character {number} of '{text}'\) is no card"):
        parse_cards(text)


def test_names_agree_with_their_types_and_with_the_record_of_a_deal():
    for names, kind in (
        (vocab.SETUP_STEPS, vocab.SetupStep),
        (vocab.PHASES, vocab.Phase),
        (vocab.SETTLED_BY, vocab.SettledBy),
        (vocab.BURN_OUTCOMES, vocab.BurnOutcome),
        (vocab.TRIBUTE_KINDS, vocab.TributeKind),
        (vocab.CHOICES, vocab.Choice),
    ):
        assert names == get_args(kind)
    assert list(vocab.PLACES) == list(get_args(vocab.Place))
    assert vocab.SETTLED_BY == record.SETTLED_BY
    assert vocab.BURN_OUTCOMES == record.BURN_OUTCOMES
    assert vocab.TRIBUTE_KINDS == record.TRIBUTE_KINDS
