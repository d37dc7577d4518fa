"""够级大纲, 普级 (DG), article by article."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from rules.positions import (
    LAST_TWO,
    RANDOM,
    asked,
    burns,
    leaders_that_show,
    opened,
    owed,
    paid,
    position,
    seats,
    state,
)

from gouji_sim.core import CompiledRules, play_sessions
from gouji_sim.errors import IllegalActionError
from gouji_sim.rules import load_variant

NO_BURN = {"options": {"burn": False}}


def test_dg_01_six_players_in_two_teams_36_cards_and_the_first_out_wins() -> None:
    options = load_variant("puji").options
    assert (options.teams, options.hand_sizes) == (True, (36,) * 6)
    assert state("puji", **LAST_TWO)["places"] == [1, 2, 3, 4, 5, 6]


def test_dg_03_the_last_of_a_deal_leads_the_next() -> None:
    options = load_variant("puji").options
    deals = play_sessions(CompiledRules(options), RANDOM, 1, 0, 40).reshape(40, options.session_deals)
    last = deals["place"][:, :-1].argmax(axis=2)
    kept = deals["sweep"][:, :-1] < 0
    assert (deals["leader"][:, 1:] == last)[kept].all()


def test_dg_04_first_lead_by_showing_threes() -> None:
    assert load_variant("puji").options.first_lead_first == "show_threes"
    assert leaders_that_show("puji", "3")


def test_dg_05_1_a_wrong_play_is_refused() -> None:
    game = position("puji", "886 994 5 5 5 5", "88")
    for wrong in ("9", "94", "88", "yield", "burn:99"):
        with pytest.raises(IllegalActionError):
            game.apply(wrong)
    game.apply("99")


@pytest.mark.parametrize(("low", "high"), list(pairwise("3456789TJQKA2wW")))
def test_dg_05_2_order_of_the_ranks(low: str, high: str) -> None:
    options = {"burn": False, "yield": False}
    hands = f"{low}3 3 3 {high}3 3 3"
    assert asked("puji", hands, low, options=options) == f"3 answer: {' '.join(sorted([high, 'pass']))}"


@pytest.mark.parametrize(
    ("play", "hand", "answers"),
    [
        ("W9", "WWWTTT", None),
        ("w88", "W994", "W99 pass"),
        ("w88", "W884", None),
        ("ww8", "Ww94", None),
        ("ww8", "WW94", "WW9 pass"),
        ("288", "9994", "999 pass yield"),
    ],
)
def test_dg_05_3_jokers_and_added_twos(play: str, hand: str, answers: str | None) -> None:
    expected = f"3 answer: {answers}" if answers else "0 lead: 6"
    assert asked("puji", f"{play}6 5 5 {hand} 5 5", play, **NO_BURN) == expected


def test_dg_05_4_no_mixed_ranks_but_for_twos_and_jokers() -> None:
    assert asked("puji", "89w 5 5 5 5 5") == "0 lead: 8 9 w w8 w9"


def test_dg_05_5_counter_clockwise_one_after_another() -> None:
    assert seats("puji", "86 94 T4 J4 Q4 K4", "8") == [1, 2, 3, 4, 5]


def test_dg_05_6_an_answer_must_be_higher() -> None:
    assert asked("puji", "8886 8884 5 5 5 5", "888") == "0 lead: 6"
    assert asked("puji", "8886 9994 5 5 5 5", "888") == "1 answer: 999 pass"


@pytest.mark.parametrize(
    ("play", "other"),
    [
        ("TTTTT", "JJJJJ"),
        ("JJJJ", "QQQQ"),
        ("QQQ", "KKK"),
        ("KK", "AA"),
        ("AA", "22"),
        ("2", "w"),
        ("w", "W"),
    ],
)
def test_dg_06_the_gouji_plays_are_the_heads_business(play: str, other: str) -> None:
    assert asked("puji", f"{play}6 {other}4 5 5 5 5", play, **NO_BURN) == "0 lead: 6"


def test_dg_07_burns_in_the_order_of_the_seats_and_burned_again() -> None:
    assert seats("puji", "KK6 88AA 88AA 5 99AA 99AA", "KK", "decline") == [1, 2, 4, 5]
    assert asked("puji", "KK6 AA78 5 5 5 5", "KK") == "0 lead: 6"
    assert burns("puji", "KK6 AA7 228 5 5 5", "KK burn:AA burn:22") == [
        "1>0 countered",
        "2>1 counter running",
    ]


def test_dg_08_a_pass_binds_for_the_round_except_against_the_head() -> None:
    assert asked("puji", "8J6 9Q4 5 5 K4 5", "8 9 pass J Q") == "4 answer: K pass"
    assert asked("puji", "8J6 9Q4 9T4 5 5 5", "8 pass 9 J") == "0 lead: 6"
    assert asked("puji", "77KK6 88AA 994 5 5 5", "77 pass 99 KK") == "0 lead: 6"


def test_dg_09_yield_and_only_the_head_answers_the_yielder() -> None:
    hands = "8Q6 5 5 9J4 T4 T4"
    assert asked("puji", hands, "8") == "3 answer: 9 J pass yield"
    assert seats("puji", hands, "8 yield") == [4, 5, 3]
    assert seats("puji", hands, "8 yield pass pass 9") == [0]


def test_dg_11_numbers_of_cards_are_told_from_ten_on() -> None:
    assert load_variant("puji").options.count_visible_at == 10


def test_dg_12_headless_once_the_head_is_out() -> None:
    assert seats("puji", "KK6 AA78 AA78 - 5 5", "KK", settled="3:out") == [1, 2]
    assert asked("puji", "AA6 KK8 5 - 5 5", "KK", leader=1, settled="3:out") == "0 answer: AA pass"


def test_dg_13_melee_after_the_second_is_out() -> None:
    assert seats("puji", "KK6 AA4 - AA4 AA4 -", "KK", settled="2:out 5:out") == [1, 3, 4]
    assert asked("puji", "86 5 - 95 T5 -", "8", settled="2:out 5:out") == "3 answer: 9 pass"


def test_dg_14_the_next_seat_inherits_the_lead_when_all_others_pass() -> None:
    assert seats("puji", "8 94 5 T4 5 5", "8") == [1, 3]
    assert asked("puji", "8 94 5 T4 5 5", "8 pass pass") == "1 lead: 4 9"


def test_dg_16_only_positive_scores_and_twelve_for_a_sweep() -> None:
    assert state("puji", **LAST_TWO)["scores"] == [2, 0, 2, 0, 2, 0]
    end = state("puji", "- 8 - 5 - 6", "8 5", leader=1, settled="0:out 2:out 4:out")
    assert (end["sweep"], end["scores"]) == (0, [12, 0] * 3)


def test_dg_17_1_tribute_is_the_highest_joker_or_two() -> None:
    assert paid("puji", "wA66 66 66 66 66 66", "burn 0>1 x2", tribute=True)[:2] == ["A66", "w66"]


def test_dg_17_2_the_last_pays_the_first_two_cards_and_the_fifth_the_second_one() -> None:
    assert owed("puji", **LAST_TWO, kinds="last", options={"tribute": True}) == ["last 4>1 x1", "last 5>0 x2"]


def test_dg_17_4_as_many_cards_returned_but_refused_where_the_payer_has_none_of_the_rank() -> None:
    hands, debt = "6789 66 66 66 66 W267", "last 5>0 x2"
    assert paid("puji", hands, debt, "return:7 return:6", tribute=True)[::5] == ["W298", "7766"]
    # 8 and 9 are refused: they stay, and nothing else is given for them
    assert paid("puji", hands, debt, "return:8 return:9", tribute=True)[::5] == ["W29876", "76"]


def test_dg_17_5_tribute_within_a_team_is_a_matter_of_agreement() -> None:
    deal = {"hands": "- 8 - - - 5", "actions": "8", "kinds": "last", "leader": 1}
    deal["settled"] = "2:out 0:out 4:smothered 3:smothered"
    assert owed("puji", **deal, options={"tribute": True}) == ["last 3>0 x1"]
    agreed = {"tribute": True, "last_within_team": True}
    assert owed("puji", **deal, options=agreed) == ["last 3>0 x1", "last 4>2 x2"]


def test_dg_17_7_after_a_sweep_usually_nothing_or_one_card_to_each_head() -> None:
    deal = {"hands": "- 8 - 5 - 6", "actions": "8 5", "leader": 1, "settled": "0:out 2:out 4:out"}
    assert owed("puji", **deal, options={"tribute": True}) == []
    reduced = {"tribute": True, "sweep_tribute": "reduced"}
    assert owed("puji", **deal, kinds="last", options=reduced) == [
        "last 1>4 x1",
        "last 3>0 x1",
        "last 5>2 x1",
    ]


def test_dg_19_a_revolt_deals_anew() -> None:
    after = state("puji", "4667 24 24 24 24 24", "revolt", start="dealt")
    assert (after["finished"], after["void"], after["revolted"]) == (True, True, [0])


def test_dg_21_scores_of_2_4_6_and_12_no_tribute_no_held_threes_no_opening() -> None:
    options = load_variant("puji").options
    points = options.place_points
    sums = {sum(points[place] for place in places) for places in combinations(range(6), 3)}
    assert {total for total in sums if total > 0} == {2, 4, 6}
    assert owed("puji", **LAST_TWO) == []
    assert asked("puji", "335 5 5 5 5 5") == "0 lead: 3 33 5"
    assert opened("puji", "KK46 5 5 5 5 5", "KK 4") == []
    # nothing is asked before the first lead, neither declaring nor buying
    assert asked("puji", "26 24 24 24 24 24", start="dealt") == "0 lead: 2 26 6"
