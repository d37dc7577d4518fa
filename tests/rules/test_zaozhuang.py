"""枣庄 (ZZ), clause by clause."""

from __future__ import annotations

import pytest
from rules.positions import RANDOM, asked, bought, burns, opened, seats, state

from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.rules import load_variant


def test_zz_01_six_packs() -> None:
    options = load_variant("zaozhuang").options
    assert (options.deck_counts, options.deck_size) == ((24,) * 13 + (6, 6), 324)


def test_zz_02_the_seat_dealt_first_is_drawn_and_each_gets_54() -> None:
    options = load_variant("zaozhuang").options
    assert options.hand_sizes == (54,) * 6
    records = play_deals(CompiledRules(options), RANDOM, 1, 0, 300)
    assert set(records["first_dealt"].tolist()) == set(range(6))


@pytest.mark.parametrize(
    ("hands", "after"),
    [
        ("266 36 36 336 36 36", "663 63 63 263 63 63"),
        ("Ww66 36 36 336 36 36", "W663 63 63 w63 63 63"),
        ("266 336 36 36 36 336", "663 633 63 63 63 263"),
        ("266 36 336 36 36 36", "2663 63 63 63 63 63"),
    ],
)
def test_zz_03_buying_a_three(hands: str, after: str) -> None:
    assert bought("zaozhuang", hands) == after.split()


def test_zz_03_without_a_three_and_anything_to_pay_one_revolts() -> None:
    after = state("zaozhuang", "666 236 236 2336 236 236", start="dealt")
    assert (after["revolted"], after["hands"][0]) == ([0], "")


def test_zz_04_a_pass_is_final_but_for_gouji_of_the_head() -> None:
    # 4 passed on 9 of its head 1 and is not asked about Q
    assert asked("zaozhuang", "8J6 9Q4 5 5 K4 5", "8 9 pass J Q") == "1 lead: 4"
    assert asked("zaozhuang", "77KK6 5 5 88AA4 994 5", "77 pass 99 KK") == "3 answer: AA pass"


def test_zz_05_yield_and_only_the_head_answers_the_yielder() -> None:
    hands = "8Q6 5 5 9J4 T4 T4"
    assert asked("zaozhuang", hands, "8") == "3 answer: 9 J pass yield"
    assert seats("zaozhuang", hands, "8 yield") == [4, 5, 3]
    assert seats("zaozhuang", hands, "8 yield pass pass 9") == [0]


def test_zz_06_headless_once_the_head_is_out() -> None:
    assert seats("zaozhuang", "KK6 AA78 AA78 - 5 5", "KK", settled="3:out") == [1, 2]
    assert asked("zaozhuang", "AA6 KK8 5 - 5 5", "KK", leader=1, settled="3:out") == "0 answer: AA pass"


def test_zz_07_gouji_between_heads_until_four_are_left() -> None:
    assert asked("zaozhuang", "KK6 AA78 5 AA4 5 5", "KK") == "3 answer: AA pass"
    assert asked("zaozhuang", "KK6 AA78 5 AA4 5 5", "KK pass") == "0 lead: 6"
    assert seats("zaozhuang", "KK6 AA78 - AA4 5 -", "KK", settled="2:out 5:out") == [1, 3]


def test_zz_08_a_burn_comes_first_where_its_conditions_are_met() -> None:
    assert seats("zaozhuang", "KK6 AA8 5 AA4 5 5", "KK", "decline") == [1, 3]
    assert seats("zaozhuang", "KK6 AA78 5 AA4 5 5", "KK", "decline") == [3]


def test_zz_09_partners_of_the_gouji_player_burn_first() -> None:
    assert seats("zaozhuang", "KK6 88AA 88AA 5 99AA 99AA", "KK", "decline") == [2, 4, 1, 5]


def test_zz_10_success_when_run_out_broken_by_the_head_or_another_burn() -> None:
    assert burns("zaozhuang", "KK6 AA7 5 5 5 5", "KK burn:AA 7") == ["1>0 success"]
    assert burns("zaozhuang", "KK6 AA7 5 5 228 5", "KK decline burn:AA 22") == ["1>0 broken"]
    assert burns("zaozhuang", "KK6 AA7 5 228 5 5", "KK burn:AA burn:22")[0] == "1>0 countered"


def test_zz_11_failed_burners_take_the_lowest_places_and_beside_a_revolter_the_third() -> None:
    after = state("zaozhuang", "KK6 AAw78 5 5 5 5", "KK burn:AA w")
    assert after["settled"] == [{"seat": 1, "by": "burn_failed"}]
    settled = "4:revolt 1:burn_failed 2:burn_failed 3:burn_failed"
    end = state("zaozhuang", "8 - - - - 5", "8", settled=settled)
    assert end["places"] == [1, 6, 5, 3, 4, 2]


@pytest.mark.parametrize("play", ["KK", "2K", "2", "w", "W9"])
def test_zz_12_any_gouji_play_that_keeps_the_lead_opens(play: str) -> None:
    assert opened("zaozhuang", f"{play}6 5 5 5 5 5", play) == [0]


def test_zz_12_no_opening_by_a_play_that_is_answered() -> None:
    assert opened("zaozhuang", "KK6 5 5 AA6 5 5", "KK AA") == [3]


REVOLT = {"start": "dealt", "leader": 3}


def test_zz_13_keeping_the_head_makes_three_dead_gouji_plays() -> None:
    hands = "3678 AA23 236 KKKKKKKK236 236 236"
    no_burn = {**REVOLT, "options": {"burn": False}}
    assert asked("zaozhuang", hands, "revolt", **no_burn) == "3 choose: drop keep"
    for plays in ("", "KK", "KK KK", "KK KK KK"):
        assert asked("zaozhuang", hands, f"revolt keep {plays}", **no_burn).startswith("3 lead: ")
    assert asked("zaozhuang", hands, "revolt keep KK KK KK KK", **no_burn) == "1 answer: 2A AA pass"
    assert asked("zaozhuang", hands, "revolt drop KK", **no_burn) == "1 answer: 2A AA pass"


def test_zz_13_answering_the_last_gouji_of_the_first_two_is_dead_unless_burned() -> None:
    no_burn = {"options": {"burn": False}}
    assert asked("zaozhuang_classic", "KK 5 5 AA4 225 5", "KK AA", **no_burn) == "3 lead: 4"
    # 5 is asked to burn KK and then to burn AA
    assert asked("zaozhuang_classic", "KK 5 5 AA4 5 228", "KK decline AA") == "5 burn: burn:22 decline"
    # without that rule 3, headless since 0 went out, is open to all
    assert asked("zaozhuang", "KK 5 5 AA4 225 5", "KK AA", **no_burn) == "4 answer: 22 pass"


def test_zz_14_threes_last_only_where_they_are_held() -> None:
    assert asked("zaozhuang", "2335 5 5 5 5 5") == "0 lead: 2 25 5"
    assert asked("zaozhuang_classic", "2335 5 5 5 5 5") == "0 lead: 2 23 233 25 3 33 5"
    assert bought("zaozhuang_classic", "266 36 36 336 36 36") == ["266", "63", "63", "633", "63", "63"]


def test_zz_15_the_next_seat_inherits_the_lead() -> None:
    assert seats("zaozhuang", "8 94 5 T4 5 5", "8") == [1, 3]
    assert asked("zaozhuang", "8 94 5 T4 5 5", "8 pass pass") == "1 lead: 4 9"


@pytest.mark.parametrize("settled", ["4:revolt 5:out", "4:out 5:out"])
def test_zz_16_melee_after_the_first_beside_a_revolter_or_the_second(settled: str) -> None:
    assert seats("zaozhuang", "KK6 AA4 AA4 AA4 - -", "KK", settled=settled) == [1, 2, 3]


def test_zz_17_the_deal_ends_when_one_team_is_out() -> None:
    end = state("zaozhuang", "- - - 777 8 5", "8", leader=4, settled="1:out 0:out 2:out")
    assert (end["finished"], end["places"]) == (True, [2, 1, 3, 6, 4, 5])
