"""What the texts contradict or leave out (O), and the decisions about variants (D, RULES 18)."""

from __future__ import annotations

import pytest
from rules.positions import LAST_TWO, asked, bought, burns, opened, owed, seats, state

from gouji_sim.rules import list_variants, load_variant

NO_BURN = {"options": {"burn": False}}
HELD_THREES = ("qingdao", "changyi", "zoucheng", "zhangqiu", "zaozhuang", "heze", "heze_tribute", "hero")


def test_o_04_the_round_that_brings_the_melee_is_finished_under_the_old_rules() -> None:
    # 0 goes out second: only its head may answer, everybody where the melee begins at once
    hands, settled = "KK - AA5 AA5 5 AA5", "1:out"
    assert seats("qingdao", hands, "KK", settled=settled, **NO_BURN) == [3]
    assert seats("changyi", hands, "KK", settled=settled, **NO_BURN) == [2, 3, 5]
    # the next lead is in the melee
    assert asked("qingdao", "2 - KK5 AA5 AA5 5", "2 KK", settled=settled, **NO_BURN) == "3 answer: AA pass"
    assert seats("qingdao", "2 - KK5 AA5 AA5 5", "2 KK", settled=settled, **NO_BURN) == [3, 4]


def test_o_06_the_head_of_a_revolter_is_headless_at_once_where_no_choice_is_known() -> None:
    fields = {"start": "dealt", "leader": 3, "options": {"declare": False, "burn": False}}
    hands = "3678 AA23 236 KK236 236 236"
    assert asked("qingdao", hands, "revolt KK", **fields) == "1 answer: 2A AA pass"


def test_o_09_a_four_with_a_two_is_legal_and_gives_up_opening() -> None:
    assert asked("changyi", "2446 5 5 5 5 5") == "0 lead: 2 24 244 26 4 44 6"
    assert opened("changyi", "24KK46 4 4 4 4 4", "24 KK 4") == []
    # once the head is out there is nothing to give up, and jokers may go with it
    assert "w4" in asked("changyi", "w446 5 5 - 5 5", settled="3:out").split()


def test_o_15_after_a_failed_burn_the_victim_leads_or_the_next_seat() -> None:
    assert asked("qingdao", "KK6 AA78 5 5 5 5", "KK burn:AA") == "0 lead: 6"
    assert asked("qingdao", "KK AA78 5 5 5 5", "KK burn:AA") == "2 lead: 5"


def test_o_16_burns_first_then_the_head_and_headless_seats_in_rotation() -> None:
    # 1 is headless, its head 4 being out: it answers, and does not burn
    assert seats("qingdao", "KK6 AA4 88AA AA4 - 5", "KK", "decline", settled="4:out") == [2, 1, 3]


def test_o_17_a_counter_burn_has_the_conditions_of_a_burn() -> None:
    assert asked("zaozhuang", "KK6 AA7 5 228 5 5", "KK burn:AA") == "3 burn: burn:22 decline"
    assert asked("zaozhuang", "KK6 AA7 5 2278 5 5", "KK burn:AA") == "1 lead: 7"
    # 3 passed on 99
    assert asked("zaozhuang", "77KK6 99AA7 5 2288 5 5", "77 99 pass KK burn:AA") == "1 lead: 7"


@pytest.mark.parametrize("variant", HELD_THREES)
def test_o_26_threes_are_held_and_bought_where_a_text_implies_it(variant: str) -> None:
    options = load_variant(variant).options
    assert (options.hold_threes, options.buy_threes) == ("smother", True)
    assert asked(variant, "335 5 5 5 5 5") == "0 lead: 5"


@pytest.mark.parametrize("variant", list_variants())
def test_o_27_the_same_place_points_everywhere(variant: str) -> None:
    assert load_variant(variant).options.place_points == (4, 2, 0, 0, -2, -4)


def test_o_30_who_lacks_the_single_three_buys_it() -> None:
    assert bought("kinki_single_three", "2466 34 34 334 34 34") == ["6643", "43", "43", "243", "43", "43"]


def test_o_33_several_suffocated_fill_the_bottom_and_all_score_as_the_last() -> None:
    end = state("kansai", "8 5 5 5 5 5", "8")
    assert (end["finished"], end["places"]) == (True, [1, 6, 5, 4, 3, 2])
    assert end["scores"] == [4, -4, -4, -4, -4, -4]


def test_o_36_the_places_left_go_to_fewer_cards_then_in_rotation() -> None:
    options = {"end_when_team_out": True}
    # 5 has one card, 1 and 3 two: 1 comes before 3 after 4, who was settled last
    end = state("qingdao", "- 66 - 77 8 5", "8", leader=4, settled="0:out 2:out", options=options)
    assert end["places"] == [1, 5, 2, 6, 3, 4]


def test_o_37_the_seat_after_a_revolting_leader_leads() -> None:
    hands = "3667 236 236 236 236 236"
    fields = {"start": "dealt", "options": {"declare": False}}
    assert asked("qingdao", hands, "revolt", **fields) == "1 lead: 2 26 6"


def test_o_38_no_burn_after_a_pass() -> None:
    assert asked("hero", "77KK6 88AA 994 5 5 5", "77 pass 99 KK") == "0 lead: 6"


def test_o_41_the_next_seat_inherits_also_after_a_gouji_play() -> None:
    assert asked("qingdao", "KK 5 5 AA5 5 5", "KK pass") == "1 lead: 5"


def test_o_42_the_answer_of_a_headless_seat_is_no_burn() -> None:
    assert burns("qingdao", "KK6 AA4 5 5 - 5", "KK AA", settled="4:out") == []


def test_o_43_opening_as_the_melee_comes_only_where_no_four_is_needed() -> None:
    # 0 goes out second with 88; AA stands in a round still under the old rules, and 1 leads in the melee
    assert opened("hero", "88 AA5 5 5 5 -", "88 AA", settled="5:out") == [1]
    assert opened("qingdao", "88 AA45 5 5 5 -", "88 AA 4", settled="5:out") == []


def test_d_01_zoucheng_buys_threes_and_fours_and_asks_nothing_else() -> None:
    # no seat holds a 2 or a joker
    assert asked("zoucheng", "3467 346 346 346 346 346", start="dealt") == "0 lead: 4 6 7"
    # 0 cannot pay and gets a 3 from 5, the first of the head's partners
    assert bought("zoucheng", "T66 36 36 36 36 336", buy_fours="no") == ["T663", "63", "63", "63", "63", "63"]
    assert bought("zoucheng", "2366 34 34 344 34 34") == ["6643", "43", "43", "243", "43", "43"]
    assert owed("zoucheng", **LAST_TWO) == []


def test_d_03_changyi_buys_and_revolts_like_qingdao() -> None:
    assert bought("changyi", "266 36 36 336 36 36") == ["663", "63", "63", "263", "63", "63"]
    assert state("changyi", "666 236 236 2336 236 236", start="dealt")["revolted"] == [0]
    assert asked("changyi", "3667 236 236 236 236 236", start="dealt") == "0 revolt: revolt stay"


@pytest.mark.parametrize("variant", ["zaozhuang", "heze"])
def test_d_04_threes_smother_and_without_a_word_of_tribute_none_is_paid(variant: str) -> None:
    assert state(variant, "83 5 94 5 T5 5", "8 9")["smothered"] == [{"seat": 0, "by": 2}]
    assert owed(variant, **LAST_TWO) == []
    options = load_variant(variant).options
    assert (options.first_lead_first, options.first_lead) == ("random", "last_place")
