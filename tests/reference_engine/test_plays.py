"""What a hand can play (RULES 4, 9.4, 10) and what a burner can keep on with (RULES 8.2)."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from reference.burning import burnable
from reference.cards import parse_cards
from reference.plays import parse_play, plays_by_size


def texts(hand: str, *, threes_held: bool = False, fours_with_jokers: bool = True) -> list[str]:
    by_size = plays_by_size(tuple(parse_cards(hand)), threes_held, fours_with_jokers)
    assert all(play.size == number for number, plays in by_size.items() for play in plays)
    return sorted(play.text for plays in by_size.values() for play in plays)


def test_every_choice_of_wild_cards_is_a_play_of_its_own():
    # 8 or 88, with none, one or two twos, with or without W: 2 x 3 x 2; and W, 2, 22, W2, W22
    assert len(texts("W2288")) == 17
    assert texts("w22") == ["2", "22", "w", "w2", "w22"]


def test_naturals_of_one_rank():
    assert texts("7788") == ["7", "77", "8", "88"]


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("33", ["33"]),
        ("3", ["3"]),
        ("233", ["2"]),
        ("w35", ["5", "w", "w5"]),
    ],
)
def test_threes_held_back_until_they_are_all_that_is_left(hand, plays):
    assert texts(hand, threes_held=True) == plays


def test_threes_are_ordinary_otherwise():
    assert texts("233") == ["2", "23", "233", "3", "33"]


def test_fours_without_jokers():
    assert texts("w24", fours_with_jokers=False) == ["2", "24", "4", "w", "w2"]


def test_text_has_the_cards_from_high_to_low():
    assert parse_play("8W2w8").text == "Ww288"
    for wrong in ("", "78", "1", "8 8"):
        with pytest.raises(ValueError, match="no "):
            parse_play(wrong)


@cache
def runs_out(hand: tuple[int, ...], threes_held: bool) -> bool:
    """Whether the hand can be led play by play, each with a joker but the one that empties it."""
    if sum(hand) == 0:
        return True
    plays = [play for plays in plays_by_size(hand, threes_held, True).values() for play in plays]
    for play in plays:
        rest = tuple(held - played for held, played in zip(hand, play.counts, strict=True))
        if (play.jokers or sum(rest) == 0) and runs_out(rest, threes_held):
            return True
    return False


@pytest.mark.parametrize("threes_held", [True, False])
def test_burnable_is_what_can_be_led_out(threes_held):
    for threes, sixes, sevens, kings, twos, small, big in product(
        *[range(3)] * 4, range(3), range(2), range(2)
    ):
        hand = [0] * 15
        hand[0], hand[3], hand[4], hand[10], hand[12], hand[13], hand[14] = (
            threes, sixes, sevens, kings, twos, small, big,
        )  # fmt: skip
        assert burnable(hand, threes_held) == runs_out(tuple(hand), threes_held), hand
