"""昌邑 (CY), clause by clause."""

from __future__ import annotations

from rules.positions import EVERYBODY, asked, burns, opened, owed, position, seats, state

ALL_OPENED = {"opened": EVERYBODY}
TWO_OUT = {"settled": "2:out 5:out"}


def test_cy_01_counter_clockwise_with_any_legal_set() -> None:
    assert asked("changyi", "8869 5 5 5 5 5") == "0 lead: 6 8 88 9"
    assert seats("changyi", "86 94 T4 J4 Q4 K4", "8") == [1, 2, 3, 4, 5]


def test_cy_02_gouji_only_between_heads_and_none_in_the_melee() -> None:
    assert seats("changyi", "KK6 AA4 AA4 AA4 AA4 AA4", "KK") == [3]
    assert seats("changyi", "KK6 AA4 - AA4 AA4 -", "KK", **TWO_OUT, **ALL_OPENED) == [1, 3, 4]
    assert asked("changyi", "86 5 - 95 T5 -", "8", **TWO_OUT) == "3 answer: 9 pass"


def test_cy_03_cy_13_who_passed_neither_plays_nor_burns() -> None:
    assert asked("changyi", "KK6 88AA 994 5 5 5", "KK", **ALL_OPENED) == "1 burn: burn:AA decline"
    assert asked("changyi", "77KK6 88AA 994 5 5 5", "77 pass 99 KK", **ALL_OPENED) == "0 lead: 6"
    assert asked("changyi", "8J6 9Q4 9T4 5 5 5", "8 pass 9 J") == "0 lead: 6"


def test_cy_04_burn_before_head_and_the_head_may_answer_after_passing() -> None:
    assert seats("changyi", "KK6 88AA 5 AA4 5 5", "KK", "decline", **ALL_OPENED) == [1, 3]
    assert asked("changyi", "77KK6 5 5 88AA4 994 5", "77 pass 99 KK") == "3 answer: AA pass"


def test_cy_05_opens_by_a_pure_gouji_play_and_a_four_at_once() -> None:
    assert opened("changyi", "KK46 5 5 5 5 5", "KK 4") == [0]


def test_cy_06_without_the_four_the_opening_must_be_earned_again() -> None:
    assert opened("changyi", "KKAA46 5 5 5 5 5", "KK 6") == []
    assert opened("changyi", "KKAA466 5 5 5 5 5", "KK 6 AA 4") == [0]


def test_cy_07_no_opening_once_the_head_is_out_and_fours_may_take_jokers() -> None:
    assert opened("changyi", "KK46 5 5 - 5 5", "KK 4", settled="3:out") == []
    assert asked("changyi", "w46 5 5 5 5 5") == "0 lead: 4 6 w w6"
    assert asked("changyi", "w46 5 5 - 5 5", settled="3:out") == "0 lead: 4 6 w w4 w6"


def test_cy_08_a_four_played_otherwise_gives_up_opening() -> None:
    assert opened("changyi", "4KK46 4 4 4 4 4", "4 KK 4") == []


def test_cy_09_nobody_opens_in_the_melee() -> None:
    assert opened("changyi", "KK46 5 - 5 5 -", "KK 4", **TWO_OUT) == []


def test_cy_10_yielding_to_the_next_two_then_play_or_pass() -> None:
    hands = "86 5 5 94 T4 J4"
    assert asked("changyi", hands, "8") == "3 answer: 9 pass yield"
    assert asked("changyi", hands, "8 yield") == "4 answer: T pass"
    assert asked("changyi", hands, "8 yield pass") == "5 answer: J pass"
    assert asked("changyi", hands, "8 yield pass pass") == "3 answer: 9 pass"


def test_cy_11_after_a_play_the_yielder_counts_as_passed() -> None:
    # K of 3 would beat T
    assert asked("changyi", "86Q 5 5 9K4 T4 5", "8 yield T pass") == "4 lead: 4"


def test_cy_12_a_burner_must_have_opened() -> None:
    assert asked("changyi", "KK66 88AA 5 5 5 5", "KK") == "0 lead: 6 66"
    only_1 = [seat == 1 for seat in range(6)]
    assert asked("changyi", "KK66 88AA 88AA 5 5 5", "KK", opened=only_1) == "1 burn: burn:AA decline"


def test_cy_14_the_last_play_of_a_seat_cannot_be_burned() -> None:
    assert asked("changyi", "KK 88AA 5 5 5 5", "KK", **ALL_OPENED) == "1 lead: 8 88 A AA"


def test_cy_15_no_burn_of_ones_head_nor_by_or_of_a_headless_seat() -> None:
    assert asked("changyi", "KK6 5 5 88AA 5 5", "KK", **ALL_OPENED) == "3 answer: AA pass"
    assert asked("changyi", "KK6 88AA 5 - 5 5", "KK", settled="3:out", **ALL_OPENED) == "1 answer: AA pass"
    assert asked("changyi", "KK6 88AA 5 5 - 5", "KK", settled="4:out", **ALL_OPENED) == "1 answer: AA pass"


def test_cy_16_every_play_of_a_burn_but_the_first_and_last_has_a_joker() -> None:
    hands = "KK6 AAw78 5 5 5 5"
    assert asked("changyi", hands, "KK burn:AA", **ALL_OPENED) == "1 lead: w w7 w8"
    assert asked("changyi", hands, "KK burn:AA w7", **ALL_OPENED) == "1 lead: 8"


def test_cy_17_partners_burn_first_then_the_order_of_play() -> None:
    assert seats("changyi", "KK6 88AA 88AA 5 99AA 99AA", "KK", "decline", **ALL_OPENED) == [2, 4, 1, 5]


def test_cy_18_burn_tribute_after_success_and_none_after_an_answer_or_another_burn() -> None:
    fields = {**TWO_OUT, **ALL_OPENED, "options": {"melee_at": 2}}
    assert owed("changyi", "KK6 AA - 7 55 -", "KK burn:AA 7 55", **fields) == ["burn 0>1 x1"]
    assert burns("changyi", "KK6 AA7 5 5 228 5", "KK decline burn:AA 22", **ALL_OPENED) == ["1>0 broken"]
    countered = burns("changyi", "KK6 AA7 5 228 5 5", "KK burn:AA burn:22", **ALL_OPENED)
    assert countered == ["1>0 countered", "3>1 counter running"]


def test_cy_19_melee_at_once_when_four_are_left() -> None:
    hands = {"hands": "KK AA5 5 5 5 -", "actions": "KK", "settled": "5:out"}
    assert asked("changyi", **hands) == "1 answer: AA pass"
    # elsewhere the round is finished under the old rules: only 3, which cannot, might answer
    assert asked("changyi", **hands, options={"melee_starts": "next_round"}) == "1 lead: 5 A AA"


def test_cy_20_threes_last_and_bare_smothering_and_its_tribute() -> None:
    assert asked("changyi", "w3356 5 5 5 5 5") == "0 lead: 5 6 w w5 w6"
    assert asked("changyi", "33 5 5 5 5 5") == "0 lead: 33"
    settled = "1:smothered 2:smothered 3:smothered 0:out"
    assert state("changyi", "- - - - 8 5", "8", leader=4, settled=settled)["places"] == [1, 6, 5, 4, 2, 3]
    assert owed("changyi", "83 5 - 94 5 -", "8 9 4 5", **TWO_OUT) == ["smother 0>3 x1"]


def test_cy_21_all_may_answer_a_last_play_then_the_next_seat_leads() -> None:
    game = position("changyi", "8 94 5 T4 5 5", "8")
    assert seats("changyi", "8 94 5 T4 5 5", "8") == [1, 3]
    game.apply("pass")
    game.apply("pass")
    assert game.legal() == {"seat": 1, "phase": "lead", "actions": ["4", "9"]}
