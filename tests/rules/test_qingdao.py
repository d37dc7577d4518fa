"""青岛 (QD), clause by clause."""

from __future__ import annotations

from itertools import pairwise

import pytest
from rules.positions import (
    LAST_TWO,
    OPENED,
    POINT_TABLE,
    asked,
    burns,
    leaders_that_show,
    opened,
    owed,
    paid,
    point_owed,
    position,
    seats,
    state,
)

from gouji_sim.rules import load_variant

NO_BURN = {"options": {"burn": False}}
RANKS = "3456789TJQKA2wW"


def test_qd_01_qd_02_first_lead_by_showing_threes() -> None:
    options = load_variant("qingdao").options
    assert (options.first_lead_first, options.first_lead) == ("show_threes", "last_place")
    assert leaders_that_show("qingdao", "3")


def test_qd_03_no_three_and_no_two_or_joker_revolts_by_itself() -> None:
    after = state("qingdao", "666 236 236 2336 236 236", start="dealt")
    assert after["revolted"] == [0]
    assert after["settled"] == [{"seat": 0, "by": "revolt"}]
    assert after["hands"] == ["", "263", "263", "2633", "263", "263"]


def test_qd_04_without_twos_and_jokers_one_may_revolt() -> None:
    hands = "3667 236 236 236 236 236"
    assert asked("qingdao", hands, start="dealt") == "0 revolt: revolt stay"
    after = state("qingdao", hands, "revolt", start="dealt")
    assert (after["revolted"], after["hands"][0]) == ([0], "")


def test_qd_05_two_revolts_void_the_deal() -> None:
    after = state("qingdao", "3667 366 236 236 236 236", "revolt revolt", start="dealt")
    assert after["void"]
    assert after["places"] == after["scores"] == [None] * 6


def test_qd_06_play_goes_round_counter_clockwise() -> None:
    assert seats("qingdao", "86 94 T4 J4 Q4 K4", "8") == [1, 2, 3, 4, 5]


def test_qd_07_a_pass_is_final() -> None:
    # 1 passes on 8 and is not asked about J, which its Q would beat
    assert asked("qingdao", "8J6 9Q4 9T4 5 5 5", "8 pass 9 J") == "0 lead: 6"
    # also towards its head 1 for 4, but for gouji
    assert asked("qingdao", "8J6 9Q4 5 5 K4 5", "8 9 pass J Q") == "1 lead: 4"
    assert asked("qingdao", "77KK6 5 5 88AA4 994 5", "77 pass 99 KK", **NO_BURN) == "3 answer: AA pass"


def test_qd_08_after_two_are_out_no_burn_no_yield_and_passes_do_not_bind() -> None:
    two_out = {"settled": "2:out 5:out"}
    assert asked("qingdao", "8J6 9Q4 - 9T4 TK4 -", "8 pass", **two_out) == "3 answer: 9 T pass"
    assert asked("qingdao", "8J6 9Q4 - 9T4 TK4 -", "8 pass 9 pass J", **two_out) == "1 answer: Q pass"
    assert asked("qingdao", "KK6 AA4 - AA4 5 -", "KK", **two_out) == "1 answer: AA pass"


def test_qd_09_an_answer_must_be_higher() -> None:
    assert asked("qingdao", "8886 8884 5 5 5 5", "888") == "0 lead: 6"
    assert asked("qingdao", "8886 9994 5 5 5 5", "888") == "1 answer: 999 pass"


def test_qd_10_same_number_of_cards_filled_with_twos_or_jokers() -> None:
    assert asked("qingdao", "8886 99994 5 5 5 5", "888") == "1 answer: 999 pass"
    assert asked("qingdao", "8886 9924 5 5 5 5", "888") == "1 answer: 299 pass"
    assert asked("qingdao", "8886 99w4 5 5 5 5", "888") == "1 answer: pass w99"
    assert asked("qingdao", "8886 994 5 5 5 5", "888") == "0 lead: 6"


@pytest.mark.parametrize(("low", "high"), list(pairwise(RANKS)))
def test_qd_11_order_of_the_ranks(low: str, high: str) -> None:
    options = {"hold_threes": "off", "burn": False, "yield": False}
    hands = f"{low}3 3 3 {high}3 3 3"
    assert asked("qingdao", hands, low, options=options) == f"3 answer: {' '.join(sorted([high, 'pass']))}"


def test_qd_12_any_number_of_jokers_and_twos_goes_with_any_card() -> None:
    legal = set(position("qingdao", "Ww2295 5 5 5 5 5").legal()["actions"])
    assert {"29", "229", "w9", "W9", "Ww9", "W29", "Ww229", "Ww225"} <= legal


@pytest.mark.parametrize("play", ["W9", "W", "Ww9", "W2"])
def test_qd_13_a_play_with_a_big_joker_is_dead(play: str) -> None:
    assert asked("qingdao", f"{play}6 5 5 WWWTTT4 5 5", play, **NO_BURN) == "0 lead: 6"


@pytest.mark.parametrize(
    ("play", "hand", "answers"),
    [
        ("w88", "W994", "W99 pass"),
        ("w88", "w994", None),  # a small joker does not beat a small joker
        ("w88", "W884", None),  # the base must be higher
        ("w88", "WWT4", "WWT pass"),  # a joker may stand for one of the 8s
        ("ww8", "Ww94", None),  # as many big jokers as small ones
        ("ww8", "WW94", "WW9 pass"),
    ],
)
def test_qd_14_small_jokers_need_big_ones_and_a_higher_base(
    play: str, hand: str, answers: str | None
) -> None:
    expected = f"3 answer: {answers}" if answers else "0 lead: 6"
    assert asked("qingdao", f"{play}6 5 5 {hand} 5 5", play, **NO_BURN) == expected


def test_qd_15_an_added_two_is_an_ordinary_card_of_the_set() -> None:
    assert asked("qingdao", "2886 5 5 9994 5 5", "288", **NO_BURN) == "3 answer: 999 pass yield"
    assert asked("qingdao", "2A6 5 5 224 5 5", "2A", **NO_BURN) == "3 answer: 22 pass"


def test_qd_16_no_mixed_ranks_but_for_twos_and_jokers() -> None:
    assert asked("qingdao", "289 5 5 5 5 5") == "0 lead: 2 28 29 8 9"


@pytest.mark.parametrize(
    ("play", "other"),
    [
        ("TTTTT", "JJJJJ"), ("JJJJ", "QQQQ"), ("QQQ", "KKK"), ("KK", "AA"), ("AA", "22"), ("2", "w"),
        ("w", "W"), ("w9", "WT"), ("KKK", "AAA"), ("2TTTT", "JJJJJ"),
    ],
)  # fmt: skip
def test_qd_17_the_gouji_plays(play: str, other: str) -> None:
    assert asked("qingdao", f"{play}6 {other}4 5 5 5 5", play, **NO_BURN) == "0 lead: 6"


@pytest.mark.parametrize(
    ("play", "other"),
    [("TTTT", "JJJJ"), ("JJJ", "QQQ"), ("QQ", "KK"), ("K", "A"), ("A", "2"), ("999999", "TTTTTT")],
)
def test_qd_17_one_card_less_is_no_gouji_play(play: str, other: str) -> None:
    assert asked("qingdao", f"{play}6 {other}4 5 5 5 5", play, **NO_BURN).startswith("1 answer: ")


def test_qd_18_only_the_head_may_answer_a_gouji_play() -> None:
    assert seats("qingdao", "KK6 AA4 AA4 AA4 AA4 AA4", "KK", **NO_BURN) == [3]
    assert seats("qingdao", "KK6 AA4 AA4 - AA4 AA4", "KK", settled="3:out", **NO_BURN) == [1, 2, 4, 5]


def test_qd_19_no_gouji_play_in_the_melee() -> None:
    assert seats("qingdao", "KK6 AA4 - AA4 AA4 -", "KK", settled="2:out 5:out") == [1, 3, 4]


@pytest.mark.parametrize("first", ["revolt", "out", "smothered", "burn_failed"])
def test_qd_20_melee_once_two_places_are_settled(first: str) -> None:
    hands = "KK6 AA4 5 AA4 - -"
    assert asked("qingdao", hands, "KK", settled=f"4:{first} 5:out", **NO_BURN) == "1 answer: AA pass"
    one_settled = asked("qingdao", "KK6 AA4 5 AA4 5 -", "KK", settled=f"5:{first}", **NO_BURN)
    assert one_settled == "3 answer: AA pass"


@pytest.mark.parametrize(
    ("play", "who"), [("KK", [0]), ("2K", []), ("22", []), ("2", []), ("w", []), ("wK", []), ("WK", [])]
)
def test_qd_21_pure_means_without_twos_and_jokers(play: str, who: list[int]) -> None:
    assert opened("qingdao", f"{play}46 5 5 5 5 5", f"{play} 4") == who


def test_qd_22_opens_by_a_pure_gouji_play_that_stands_and_a_four_next() -> None:
    assert opened("qingdao", "KK46 5 5 5 5 5", "KK") == []
    assert opened("qingdao", "KK46 5 5 5 5 5", "KK 4") == [0]
    assert opened("qingdao", "KK446 5 5 5 5 5", "KK 44") == [0]
    assert opened("qingdao", "KK2446 5 5 5 5 5", "KK 24") == []
    assert opened("qingdao", "KK46 5 5 5 5 5", "KK 6 4") == []
    assert opened("qingdao", "KK46 5 5 AA46 5 5", "KK AA 4") == [3]


def test_qd_23_everybody_declares_or_not_after_the_deal() -> None:
    hands = " ".join(["236"] * 6)
    assert asked("qingdao", hands, start="dealt", first_dealt=3) == "3 declare: declare silent"
    assert seats("qingdao", hands, "", "silent", start="dealt", first_dealt=3) == [3, 4, 5, 0, 1, 2]


def test_qd_24_a_burn_comes_before_the_answer_of_the_head() -> None:
    hands = "KK66 AA78 5 AA9 5 5"
    assert asked("qingdao", hands, "KK") == "1 burn: burn:AA decline"
    assert asked("qingdao", hands, "KK decline") == "3 answer: AA pass"
    # the last play of a seat as well
    assert asked("qingdao", "KK AA78 5 5 5 5", "KK") == "1 burn: burn:AA decline"


def test_qd_25_every_play_of_a_burner_has_a_joker_but_the_cover_and_the_threes() -> None:
    hands = "KK66 AAw7833 5 5 5 5"
    assert asked("qingdao", hands, "KK burn:AA") == "1 lead: w w7 w8"
    hands = "KK66 AAw733 5 5 5 5"
    assert asked("qingdao", hands, "KK burn:AA w7") == "1 lead: 33"
    assert burns("qingdao", hands, "KK burn:AA w7 33") == ["1>0 success"]


def test_qd_26_after_the_cover_only_threes_are_left() -> None:
    assert asked("qingdao", "KK66 AA33 5 5 5 5", "KK burn:AA") == "1 lead: 33"
    assert burns("qingdao", "KK66 AA33 5 5 5 5", "KK burn:AA 33") == ["1>0 success"]


def test_qd_27_partners_of_the_gouji_player_burn_first_then_the_order_of_play() -> None:
    assert seats("qingdao", "KK6 AA7 AA8 5 AA9 AAT", "KK", "decline") == [2, 4, 1, 5]


def test_qd_28_another_seats_burn_takes_the_burn_over() -> None:
    hands = "KK66 AA7 5 228 5 5"
    # against 1 its partner 3 is asked, though it is the head of the victim
    assert asked("qingdao", hands, "KK burn:AA") == "3 burn: burn:22 decline"
    assert burns("qingdao", hands, "KK burn:AA burn:22") == ["1>0 countered", "3>1 counter running"]


def test_qd_29_the_burners_head_breaks_the_burn() -> None:
    # 4 declines to burn KK itself
    hands, burn = "KK66 AA7 5 5 228 5", "KK decline burn:AA"
    assert asked("qingdao", hands, burn) == "4 answer: 22 pass"
    assert burns("qingdao", hands, f"{burn} 22") == ["1>0 broken"]
    assert state("qingdao", hands, f"{burn} 22")["settled"] == []
    assert asked("qingdao", hands, f"{burn} 22") == "4 lead: 8"


def test_qd_30_a_bluffed_burn_fails_without_a_joker_and_takes_the_last_place() -> None:
    hands = "KK66 AA78 5 5 5 5"
    assert asked("qingdao", hands, "KK burn:AA") == "0 lead: 6 66"
    after = state("qingdao", hands, "KK burn:AA")
    assert (after["settled"], after["hands"][1]) == ([{"seat": 1, "by": "burn_failed"}], "")
    end = state("qingdao", "- - - - 8 5", "8", leader=4, settled="1:burn_failed 0:out 2:out 3:out")
    assert end["places"] == [1, 6, 2, 3, 4, 5]


def test_qd_31_a_partner_may_be_burned_and_a_pass_ends_the_right() -> None:
    assert asked("qingdao", "KK66 5 AA7 5 5 5", "KK") == "2 burn: burn:AA decline"
    assert asked("qingdao", "77KK6 88AA4 994 5 5 5", "77 pass 99 KK") == "0 lead: 6"


def test_qd_32_smothered_when_the_play_before_the_threes_is_beaten() -> None:
    after = state("qingdao", "83 5 94 5 T5 5", "8 9")
    assert after["settled"] == [{"seat": 0, "by": "smothered"}]
    assert after["smothered"] == [{"seat": 0, "by": 2}]
    assert (after["hands"][0], after["table"], after["owner"]) == ("", "9", 2)
    # any number of 3s, and the play may as well be burned
    assert state("qingdao", "KK333 AA7 5 5 5 5", "KK burn:AA")["smothered"] == [{"seat": 0, "by": 1}]


def test_qd_33_smothered_seats_take_the_lowest_places_in_turn() -> None:
    settled = "1:smothered 2:smothered 3:smothered 0:out"
    assert state("qingdao", "- - - - 8 5", "8", leader=4, settled=settled)["places"] == [1, 6, 5, 4, 2, 3]


def test_qd_34_a_failed_burn_is_worse_than_being_smothered() -> None:
    settled = "1:smothered 2:burn_failed 3:out 0:out"
    assert state("qingdao", "- - - - 8 5", "8", leader=4, settled=settled)["places"] == [2, 5, 6, 1, 3, 4]


def test_qd_35_a_smothered_seat_cannot_inherit_the_lead() -> None:
    # 0 beats 1 and goes out; after 0 it would be the turn of 1
    assert asked("qingdao", "9 83 5 5 5 5", "8 9", leader=1) == "2 lead: 5"


def test_qd_36_places_from_the_first_out_to_the_last_and_the_revolter_fourth() -> None:
    assert state("qingdao", **LAST_TWO)["places"] == [1, 2, 3, 4, 5, 6]
    end = state("qingdao", "- - 8 - 9 5", "8 9", leader=2, settled="3:revolt 0:out 1:out")
    assert end["places"] == [1, 2, 3, 4, 5, 6]


def test_qd_37_in_a_sweep_the_revolter_is_third() -> None:
    end = state("qingdao", "- 8 - 9 - 5", "8 9", leader=1, settled="4:revolt 0:out 2:out")
    assert (end["places"], end["sweep"]) == ([1, 4, 2, 5, 3, 6], 0)


def test_qd_38_order_of_tribute_and_no_last_tribute_within_a_team() -> None:
    debts = "last 0>5 x1, point 0>3 x1, burn 0>2 x1, smother 0>1 x1"
    assert paid("qingdao", "Ww26 66 66 66 66 66", debts) == ["6", "W66", "w66", "266", "66", "66"]
    # places by seat 2, 3, 1, 5, 6, 4: 4 owes its partner 2 nothing, 3 owes 0
    settled = "2:out 0:out 4:smothered 3:smothered"
    assert owed("qingdao", "- 8 - - - 5", "8", "last", leader=1, settled=settled) == ["last 3>0 x1"]


def test_qd_39_tribute_is_the_highest_joker_or_two_and_never_one_received() -> None:
    assert paid("qingdao", "w266 66 66 66 66 66", "burn 0>1 x1")[:2] == ["266", "w66"]
    assert paid("qingdao", "266 W66 66 66 66 66", "smother 1>0 x1, burn 0>2 x1")[:3] == ["W66", "66", "266"]
    assert paid("qingdao", "A66 66 66 66 66 66", "burn 0>1 x1")[:2] == ["A66", "66"]


@pytest.mark.parametrize("declared", list(POINT_TABLE))
def test_qd_40_point_tribute(declared: tuple[bool, bool]) -> None:
    assert tuple(point_owed("qingdao", declared, opening) for opening in OPENED) == POINT_TABLE[declared]


TWO_OUT = {"settled": "2:out 5:out", "options": {"melee_at": 2}}


def test_qd_41_burn_tribute_of_one_card() -> None:
    # 1 goes out with the cover; 3 inherits the lead and goes out, then 4
    assert owed("qingdao", "KK6 AA - 7 55 -", "KK burn:AA 7 55", "burn", **TWO_OUT) == ["burn 0>1 x1"]


def test_qd_42_burn_tribute_of_a_counter_burn_is_doubled() -> None:
    assert owed("qingdao", "KK6 AA7 - 22 5 -", "KK burn:AA burn:22 5 6", "burn", **TWO_OUT) == ["burn 1>3 x2"]


def test_qd_43_smother_tribute_of_one_card() -> None:
    assert owed("qingdao", "83 5 - 94 5 -", "8 9 4 5", "smother", settled="2:out 5:out") == ["smother 0>3 x1"]


def test_qd_44_last_tribute_of_two_and_one_and_equal_return_of_ranks_the_payer_holds() -> None:
    assert owed("qingdao", **LAST_TWO, kinds="last") == ["last 4>1 x1", "last 5>0 x2"]
    # 5 pays W and 2 and keeps 6 and 7; once a 7 has come back, 0 has only a 6 to return
    hands, debt = "6789 66 66 66 66 W267", "last 5>0 x2"
    assert paid("qingdao", hands, debt, "return:7") == ["W298", "66", "66", "66", "66", "7766"]
    # 0 holds no rank of 5: nothing comes back
    assert paid("qingdao", "89 66 66 66 66 W267", debt)[0] == "W298"
