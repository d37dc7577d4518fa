"""Card by card, as the reference compares, and the closed form of RULES 5 agree on all small plays."""

from __future__ import annotations

from itertools import product

import pytest
from reference.cards import BIG, RANKS, SMALL, TWO
from reference.comparison import beats, is_gouji
from reference.plays import Play, parse_play

THRESHOLDS = {"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2, "2": 1}

PLAYS = [
    Play(rank, naturals, twos, small, big)
    for rank, naturals in [(None, 0), *product([RANKS.index(card) for card in "89A"], (1, 2, 3))]
    for twos, small, big in product(range(3), range(3), range(3))
    if naturals + twos + small + big > 0
]
"""Naturals of three ranks, at most three of them, and at most two of each wild card."""


def lowest(play: Play) -> int:
    """The base of RULES 5: the lowest card, a two below which a natural lies counting as that natural."""
    if play.rank is not None:
        return play.rank
    if play.twos:
        return TWO
    return SMALL if play.small else BIG


def closed_form(attack: Play, table: Play) -> bool:
    return (
        attack.size == table.size
        and table.big == 0
        and attack.big >= table.small
        and lowest(attack) > lowest(table)
    )


def as_small(play: Play) -> Play:
    mixed = play.small > 0 and play.big > 0
    return play._replace(small=play.small + play.big, big=0) if mixed else play


def two_for_one(attack: Play, table: Play) -> bool:
    """Twice as many big jokers answer the big ones, and the rest beats the rest (RULES 5)."""
    reds = table.big
    if reds == 0 or attack.size != table.size + reds or attack.big < 2 * reds:
        return False
    rest = attack._replace(big=attack.big - 2 * reds)
    table_rest = table._replace(big=0)
    return table_rest.size == 0 or closed_form(rest, table_rest)


def test_closed_form_when_jokers_are_separate():
    for attack, table in product(PLAYS, PLAYS):
        assert beats(attack, table, "separate", False) == closed_form(attack, table), (attack, table)


def test_closed_form_when_mixed_jokers_count_as_small():
    for attack, table in product(PLAYS, PLAYS):
        expected = closed_form(as_small(attack), as_small(table))
        assert beats(attack, table, "small", False) == expected, (attack, table)


def test_two_big_jokers_for_one():
    bigger = [play._replace(big=big) for play in PLAYS if play.big == 0 for big in range(5)]
    for attack, table in product(bigger, PLAYS):
        expected = closed_form(attack, table) or two_for_one(attack, table)
        assert beats(attack, table, "separate", True) == expected, (attack, table)


def test_nothing_beats_itself_and_beating_goes_on():
    better = {
        table: {attack for attack in PLAYS if beats(attack, table, "separate", False)} for table in PLAYS
    }
    for table, attacks in better.items():
        assert table not in attacks
        for attack in attacks:
            assert better[attack] <= attacks


@pytest.mark.parametrize(
    ("text", "gouji"),
    [
        ("TTTTT", True), ("TTTT", False), ("2TTTT", True), ("JJJJ", True), ("JJJ", False), ("QQQ", True),
        ("KK", True), ("K", False), ("2K", True), ("AA", True), ("2", True), ("99999999", False),
        ("w3", True), ("W", True), ("22229", False),
    ],
)  # fmt: skip
def test_gouji_by_size_or_joker(text, gouji):
    assert is_gouji(parse_play(text), THRESHOLDS, red_not_gouji=False) == gouji


@pytest.mark.parametrize(
    ("text", "gouji"), [("W", False), ("WAA", False), ("Ww9", False), ("w9", True), ("AA", True)]
)
def test_big_jokers_that_are_not_gouji(text, gouji):
    assert is_gouji(parse_play(text), THRESHOLDS, red_not_gouji=True) == gouji
