"""章丘 (ZQ), clause by clause."""

from __future__ import annotations

import pytest
from rules.positions import (
    LAST_TWO,
    OPENED,
    POINT_TABLE,
    RANDOM,
    asked,
    bought,
    burns,
    opened,
    owed,
    paid,
    point_owed,
    seats,
    state,
)

from gouji_sim.core import CompiledRules, play_sessions
from gouji_sim.rules import load_variant


def test_zq_01_short_deck_four_hands_of_33_and_counts_hidden() -> None:
    options = load_variant("zhangqiu").options
    assert options.deck_counts == (6, 6) + (16,) * 11 + (4, 4)
    assert options.hand_sizes == (33,) * 4 + (32,) * 2
    assert options.count_visible_at == 0


def test_zq_02_a_drawn_leader_first_then_the_last_of_the_deal_before() -> None:
    options = load_variant("zhangqiu").options
    assert (options.first_lead_first, options.first_lead) == ("random", "last_place")
    records = play_sessions(CompiledRules(options), RANDOM, 1, 0, 40)
    deals = records.reshape(40, options.session_deals)
    # after a sweep, shed fives may have started a new session
    ordinary = deals["sweep"][:, :-1] < 0
    last = deals["place"][:, :-1].argmax(axis=2)
    assert ordinary.any()
    assert (deals["leader"][:, 1:] == last)[ordinary].all()
    assert len(set(deals["leader"][:, 0].tolist())) == 6


@pytest.mark.parametrize(
    ("hands", "after"),
    [
        ("266 36 36 336 36 36", "663 63 63 263 63 63"),  # from the head
        ("w66 36 36 336 36 36", "663 63 63 w63 63 63"),
        ("W66 36 36 336 36 36", "663 63 63 W63 63 63"),
        ("Ww266 36 36 336 36 36", "Ww663 63 63 263 63 63"),  # a 2 before a joker
        ("266 336 36 36 36 36", "663 263 63 63 63 63"),  # the head has one: from its team
        (
            "266 336 36 6 36 336",
            "663 63 63 63 63 263",
        ),  # 5 before 1; then 3 gets one of 1's
        ("266 36 36 36 336 36", "2663 63 63 63 63 63"),  # from one's own team, for nothing
        ("666 36 36 336 36 36", "6663 63 63 63 63 63"),  # nothing to pay with
    ],
)
def test_zq_03_buying_a_three(hands: str, after: str) -> None:
    assert bought("zhangqiu", hands, buy_fours="no") == after.split()


@pytest.mark.parametrize(
    ("hands", "after"),
    [
        ("2366 34 34 344 34 34", "6643 43 43 243 43 43"),
        ("w366 344 34 34 34 34", "6643 w43 43 43 43 43"),
        ("2366 34 34 34 344 34", "26643 43 43 43 43 43"),
        ("366 34 34 344 34 34", "6643 43 43 43 43 43"),
    ],
)
def test_zq_04_buying_a_four(hands: str, after: str) -> None:
    assert bought("zhangqiu", hands) == after.split()


def test_zq_05_order_of_tribute_point_burn_smother_last() -> None:
    debts = "last 0>5 x1, smother 0>1 x1, burn 0>2 x1, point 0>3 x1"
    assert paid("zhangqiu", "Ww26 66 66 66 66 66", debts) == ["6", "266", "w66", "W66", "66", "66"]


def test_zq_06_smother_tribute_of_one_card() -> None:
    assert owed("zhangqiu", "83 5 - 94 5 -", "8 9 4 5", "smother", settled="2:out 5:out") == [
        "smother 0>3 x1"
    ]


def test_zq_07_zq_25_burn_tribute_of_one_card() -> None:
    # 1 goes out with its cover, then 2, 4, 5 and 0: the team of 0 is out
    assert owed("zhangqiu", "KK6 AA 8 7 9 5", "KK burn:AA 8 9 5 6", "burn") == ["burn 0>1 x1"]


@pytest.mark.parametrize("declared", list(POINT_TABLE))
def test_zq_08_point_tribute(declared: tuple[bool, bool]) -> None:
    assert tuple(point_owed("zhangqiu", declared, opening) for opening in OPENED) == POINT_TABLE[declared]


def test_zq_09_last_tribute_of_two_and_one_partners_included() -> None:
    assert owed("zhangqiu", **LAST_TWO, kinds="last") == ["last 4>1 x1", "last 5>0 x2"]
    settled = "2:out 0:out 4:smothered 3:smothered"
    # 0, 2 and 4 are out: 5 and 1, in rotation from 3, take places 3 and 4
    debts = owed("zhangqiu", "- 8 - - - 5", "", "last", leader=1, settled=settled)
    assert debts == ["last 3>0 x1", "last 4>2 x2"]


def test_zq_10_after_a_sweep_point_tribute_and_one_card_to_the_head_only() -> None:
    # 4 smothers 1 and goes out third of its team; of the pair 0 and 3 only 0 opened
    debts = owed(
        "zhangqiu", "- 83 - 77 9 5", "8 9", leader=1, settled="0:out 2:out",
        opened=[True, True, True, False, True, True],
    )  # fmt: skip
    assert debts == ["point 3>0 x1", "last 1>4 x1", "last 3>0 x1", "last 5>2 x1"]


def test_zq_11_the_swept_team_may_throw_its_fives_away() -> None:
    hands = "34556 346 34567 3456 346 3458"
    swept = {"start": "dealt", "swept": 0}
    assert asked("zhangqiu", hands, **swept) == "0 shed: shed skip"
    assert asked("zhangqiu", hands, "shed", **swept) == "2 shed: shed skip"
    # 4 holds no 5, and the other team is not asked
    assert asked("zhangqiu", hands, "shed skip", **swept) == "0 declare: declare silent"
    assert state("zhangqiu", hands, "shed skip", **swept)["hands"][:3] == ["643", "643", "76543"]


def test_zq_11_after_three_deals_running_a_new_session_starts() -> None:
    sessions, deals = 200, 60
    options = load_variant("zhangqiu", {"session_deals": deals}).options
    records = play_sessions(CompiledRules(options), RANDOM, 1, 0, sessions).reshape(sessions, deals)
    fresh_starts = 0
    for session in records:
        running = 0  # deals in a row, this one included, that follow a sweep
        fresh = True
        for record, before in zip(session[1:], session[:-1], strict=True):
            fresh = running == 3
            running = 0 if fresh or before["sweep"] < 0 else running + 1
            assert running or record["shed"] == 0
            if fresh:
                fresh_starts += 1
                assert record["tribute"].sum() == 0
    assert fresh_starts > 0


def test_zq_12_no_return() -> None:
    assert paid("zhangqiu", "66 66 66 66 66 W266", "last 5>0 x2") == ["W266", "66", "66", "66", "66", "66"]


def test_zq_13_four_big_jokers_free_the_team_and_four_small_ones_their_holder() -> None:
    debts = "burn 1>2 x1, smother 2>1 x1"
    assert paid("zhangqiu", "WWWW6 26 26 26 26 26", debts)[:3] == ["WWWW6", "6", "226"]
    assert paid("zhangqiu", "26 26 wwww6 26 26 26", debts)[:3] == ["26", "6", "wwww26"]
    # 0's four small ones do not free its partner 2; 2's payment is made after 1's
    assert paid("zhangqiu", "wwww6 26 26 26 26 26", debts)[:3] == ["wwww6", "26", "26"]


def test_zq_14_declaring_is_optional_and_after_the_deal() -> None:
    hands = " ".join(["346"] * 6)
    assert seats("zhangqiu", hands, "", "silent", start="dealt") == [0, 1, 2, 3, 4, 5]
    assert asked("zhangqiu", hands, start="dealt") == "0 declare: declare silent"


def test_zq_15_counter_clockwise_from_the_leader() -> None:
    assert seats("zhangqiu", "86 94 T4 J4 Q4 K5", "8") == [1, 2, 3, 4, 5]


def test_zq_16_zq_20_who_passed_neither_answers_nor_burns() -> None:
    assert asked("zhangqiu", "77KK6 5 5 88AA4 994 5", "77 pass 99 KK") == "0 lead: 6"
    assert asked("zhangqiu", "77KK6 88AA 994 5 5 5", "77 pass 99 KK") == "0 lead: 6"


def test_zq_17_yield_and_only_the_head_answers_the_yielder() -> None:
    hands = "8Q6 5 5 9J4 T4 T4"
    assert asked("zhangqiu", hands, "8") == "3 answer: 9 J pass yield"
    assert seats("zhangqiu", hands, "8 yield") == [4, 5, 3]
    assert seats("zhangqiu", hands, "8 yield pass pass 9") == [0]


def test_zq_18_headless_in_the_round_in_which_the_head_goes_out() -> None:
    # 3 goes out with 77 and its head 0 plays KK: everybody may answer
    assert asked("zhangqiu", "KK6 AA4 5 77 5 5", "77 KK", leader=3) == "1 answer: AA pass"
    assert asked("zhangqiu", "KK6 AA78 5 776 5 5", "77 KK", leader=3) == "0 lead: 6"


def test_zq_19_gouji_between_heads_until_five_are_left() -> None:
    assert asked("zhangqiu", "KK6 AA78 5 AA4 5 5", "KK") == "3 answer: AA pass"
    assert asked("zhangqiu", "KK6 AA78 5 AA4 5 5", "KK pass") == "0 lead: 6"
    assert asked("zhangqiu", "KK6 AA78 5 AA4 5 -", "KK", settled="5:out") == "1 answer: AA pass"


def test_zq_21_no_burn_once_somebody_is_out_nor_of_the_head() -> None:
    assert asked("zhangqiu", "KK6 88AA 5 5 5 776", "77 KK", leader=5) == "1 burn: burn:AA decline"
    assert asked("zhangqiu", "KK6 88AA 5 5 5 77", "77 KK", leader=5) == "0 lead: 6"
    assert asked("zhangqiu", "KK6 5 5 88AA 5 5", "KK") == "3 answer: AA pass"


def test_zq_22_every_play_of_a_burn_but_the_first_and_last_has_a_joker() -> None:
    assert asked("zhangqiu", "KK6 AAw78 5 5 5 5", "KK burn:AA") == "1 lead: w w7 w8"
    assert asked("zhangqiu", "KK6 AAw78 5 5 5 5", "KK burn:AA w7") == "1 lead: 8"


def test_zq_23_partners_of_the_gouji_player_burn_first() -> None:
    assert seats("zhangqiu", "KK6 88AA 88AA 5 99AA 99AA", "KK", "decline") == [2, 4, 1, 5]


def test_zq_24_success_when_run_out_broken_by_the_head_or_another_burn() -> None:
    assert burns("zhangqiu", "KK6 AA7 5 5 5 5", "KK burn:AA 7") == ["1>0 success"]
    assert burns("zhangqiu", "KK6 AA7 5 5 228 5", "KK decline burn:AA 22") == ["1>0 broken"]
    assert burns("zhangqiu", "KK6 AA7 5 228 5 5", "KK burn:AA burn:22")[0] == "1>0 countered"


def test_zq_26_a_burn_without_the_jokers_it_needs_fails() -> None:
    # w alone spends the joker that 7 or 8 needed
    after = state("zhangqiu", "KK6 AAw78 5 5 5 5", "KK burn:AA w")
    assert after["settled"] == [{"seat": 1, "by": "burn_failed"}]
    assert (after["hands"][1], after["burns"][0]["outcome"]) == ("", "failed")


def test_zq_27_opens_by_a_single_bare_four_at_once() -> None:
    assert opened("zhangqiu", "KK446 5 5 5 5 5", "KK 4") == [0]
    assert opened("zhangqiu", "KK446 5 5 5 5 5", "KK 44") == []
    assert opened("zhangqiu", "KK246 5 5 5 5 5", "KK 24") == []
    assert opened("zhangqiu", "KKAA46 5 5 5 5 5", "KK 6 AA 4") == [0]
    assert opened("zhangqiu", "2K46 5 5 5 5 5", "2K 4") == []
    # a 4 at another time costs nothing
    assert opened("zhangqiu", "4KK46 4 4 4 4 3", "4 KK 4") == [0]
    # 5 goes out in the same round
    assert opened("zhangqiu", "KK46 5 5 5 5 77", "77 KK 4", leader=5) == []


def test_zq_28_the_next_seat_inherits_the_lead() -> None:
    assert seats("zhangqiu", "8 94 5 T4 5 5", "8") == [1, 3]
    assert asked("zhangqiu", "8 94 5 T4 5 5", "8 pass pass") == "1 lead: 4 9"


@pytest.mark.parametrize("how", ["out", "smothered", "burn_failed"])
def test_zq_29_melee_of_five_after_the_first_or_a_last_place(how: str) -> None:
    assert seats("zhangqiu", "KK6 AA4 AA4 AA4 AA4 -", "KK", settled=f"5:{how}") == [1, 2, 3, 4]


def test_zq_30_zq_31_the_deal_ends_when_a_team_is_out_and_each_scores_its_sum() -> None:
    end = state("zhangqiu", "- - - 777 8 5", "8", leader=4, settled="1:out 0:out 2:out")
    assert (end["finished"], end["places"]) == (True, [2, 1, 3, 6, 4, 5])
    # places 2, 3, 4 against 1, 5, 6
    assert end["scores"] == [2, -2, 2, -2, 2, -2]
