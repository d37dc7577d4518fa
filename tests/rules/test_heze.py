"""菏泽 (HZ), clause by clause, in its two readings."""

from __future__ import annotations

import pytest
from rules.positions import LAST_TWO, RANDOM, asked, bought, opened, owed, paid, seats, state

from gouji_sim.core import CompiledRules, play_sessions
from gouji_sim.rules import load_variant


def test_hz_01_hz_05_six_players_in_two_teams_with_the_short_deck() -> None:
    options = load_variant("heze").options
    assert options.teams
    assert options.deck_counts == (6, 6) + (16,) * 11 + (4, 4)
    assert options.hand_sizes == (33,) * 4 + (32,) * 2
    assert options.count_visible_at == 0


@pytest.mark.parametrize(
    ("play", "who"), [("KK", [0]), ("2K", [0]), ("2", [0]), ("22", [0]), ("w", []), ("wK", []), ("w2", [])]
)
def test_hz_02_opens_by_gouji_without_jokers_twos_allowed(play: str, who: list[int]) -> None:
    assert opened("heze", f"{play}46 5 5 5 5 5", f"{play} 4") == who


def test_hz_03_no_tribute_no_declaring_no_revolt() -> None:
    # no seat holds a 2 or a joker, and yet nothing is asked before the first lead
    assert asked("heze", "3467 346 346 346 346 346", start="dealt") == "0 lead: 4 6 7"
    assert owed("heze", **LAST_TWO) == []


@pytest.mark.parametrize(
    ("hands", "after"),
    [
        ("266 36 36 336 36 36", "663 63 63 263 63 63"),
        ("Ww66 36 36 336 36 36", "W663 63 63 w63 63 63"),
        ("T66 36 36 336 36 36", "663 63 63 T63 63 63"),  # the highest card
        ("266 36 36 36 36 336", "663 63 63 63 63 263"),  # the head has one: from its team
        ("T66 36 36 36 336 36", "T663 63 63 63 63 63"),  # from one's own team, for nothing
    ],
)
def test_hz_04_buying_a_three(hands: str, after: str) -> None:
    assert bought("heze", hands, buy_fours="no") == after.split()


def test_hz_06_a_drawn_leader_first_then_the_last_of_the_deal_before() -> None:
    options = load_variant("heze").options
    assert (options.first_lead_first, options.first_lead) == ("random", "last_place")
    deals = play_sessions(CompiledRules(options), RANDOM, 1, 0, 40).reshape(40, options.session_deals)
    last = deals["place"][:, :-1].argmax(axis=2)
    kept = deals["sweep"][:, :-1] < 0
    assert (deals["leader"][:, 1:] == last)[kept].all()
    assert len(set(deals["leader"][:, 0].tolist())) == 6


def test_hz_07_the_other_passage_gives_the_three_for_nothing() -> None:
    hands = "T66 36 36 336 36 36"
    assert bought("heze", hands, buy_fours="no", buy_broke="free") == ["T663", "63", "63", "63", "63", "63"]


def test_hz_08_buying_a_four_is_left_to_the_player_and_free_for_who_cannot_pay() -> None:
    hands = "2366 34 34 344 34 34"
    assert asked("heze", hands, start="dealt") == "0 buy: buy skip"
    assert bought("heze", hands, "skip") == ["2663", "43", "43", "443", "43", "43"]
    assert bought("heze", hands, "buy") == ["6643", "43", "43", "243", "43", "43"]
    assert bought("heze", "366 34 34 344 34 34", "buy") == ["6643", "43", "43", "43", "43", "43"]


def test_hz_09_order_of_tribute_point_burn_last() -> None:
    debts = "last 0>5 x1, smother 0>4 x1, burn 0>2 x1, point 0>3 x1"
    # nothing to 4: smother tribute is not named; 5 gives a 6 back, the one rank that both hold
    after = ["666", "66", "w66", "W66", "66", "26"]
    assert paid("heze_tribute", "Ww266 66 66 66 66 66", debts) == after


def test_hz_10_four_big_jokers_resist_the_tribute_of_a_team() -> None:
    hands = "WWWW6 26 26 26 26 26"
    assert paid("heze_tribute", hands, "burn 1>2 x1, point 2>5 x1")[:3] == ["WWWW6", "6", "226"]
    assert paid("heze_tribute", hands, "burn 1>2 x1, point 2>5 x1", resist=False)[:3] == ["WWWW6", "6", "26"]


def test_hz_11_declaring_comes_before_the_deal() -> None:
    # 0 has no 4 to begin with; the question whether to buy one comes after six declarations
    hands = "2366 34 34 344 34 34"
    for seat in range(6):
        before = "silent " * seat
        assert asked("heze_tribute", hands, before, start="dealt") == f"{seat} declare: declare silent"
    assert asked("heze_tribute", hands, "silent " * 6, start="dealt") == "0 buy: buy skip"


def test_hz_12_counter_clockwise_from_the_leader() -> None:
    assert seats("heze", "86 94 T4 J4 Q4 K5", "8") == [1, 2, 3, 4, 5]


def test_hz_13_who_passed_neither_answers_nor_burns() -> None:
    assert asked("heze", "77KK6 5 5 88AA4 994 5", "77 pass 99 KK") == "0 lead: 6"
    assert asked("heze", "77KK6 88AA 994 5 5 5", "77 pass 99 KK") == "0 lead: 6"


def test_hz_14_yield_and_only_the_head_answers_the_yielder() -> None:
    hands = "8Q6 5 5 9J4 T4 T4"
    assert asked("heze", hands, "8") == "3 answer: 9 J pass yield"
    assert seats("heze", hands, "8 yield") == [4, 5, 3]
    assert seats("heze", hands, "8 yield pass pass 9") == [0]


def test_hz_15_headless_once_the_head_is_out() -> None:
    assert seats("heze", "KK6 AA78 AA78 - 5 5", "KK", settled="3:out") == [1, 2]


def test_hz_16_the_deal_ends_when_one_team_is_out() -> None:
    end = state("heze", "- - - 777 8 5", "8", leader=4, settled="1:out 0:out 2:out")
    assert (end["finished"], end["places"]) == (True, [2, 1, 3, 6, 4, 5])
