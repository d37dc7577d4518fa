"""够级英雄 (GY), with held threes (`hero`) and without (`hero_classic`), clause by clause."""

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
    leaders_that_show,
    opened,
    owed,
    paid,
    point_owed,
    seats,
    state,
)

from gouji_sim.core import CompiledRules, play_sessions
from gouji_sim.rules import load_variant

NO_BURN = {"options": {"burn": False}}
TWO_OUT = {"settled": "2:out 5:out", "options": {"melee_at": 2}}
REVOLT = {"start": "dealt", "leader": 3, "options": {"declare": False}}


def test_gy_01_gy_02_six_players_four_packs_two_teams() -> None:
    for name in ("hero", "hero_classic"):
        options = load_variant(name).options
        assert (options.deck_size, options.hand_sizes, options.teams) == (216, (36,) * 6, True)


def test_gy_03_single_cards_and_sets_of_equal_cards() -> None:
    assert asked("hero_classic", "33355 5 5 5 5 5") == "0 lead: 3 33 333 5 55"


@pytest.mark.parametrize(("play", "answer"), [("22333", "44444"), ("266", "777"), ("22888", "99999")])
def test_gy_04_gy_08_twos_take_the_rank_of_the_cards_they_go_with(play: str, answer: str) -> None:
    expected = f"3 answer: {answer} pass yield"
    assert asked("hero_classic", f"{play}5 4 4 {answer} 4 4", play) == expected
    assert asked("hero_classic", f"{play}5 4 4 {answer[1:]} 4 4", play) == "0 lead: 5"


@pytest.mark.parametrize(
    ("play", "answer"), [("ww888", "WW999"), ("ww2229999", "WWTTTTTTT"), ("w2", "WW"), ("ww222", None)]
)
def test_gy_05_jokers_go_with_cards_and_with_twos(play: str, answer: str | None) -> None:
    # 2s that stand for themselves are beaten by jokers only, and Www99 has one big joker for two small ones
    hand = answer or "WWAAA"
    expected = f"3 answer: {answer} pass" if answer else "0 lead: 6"
    assert asked("hero", f"{play}6 5 5 {hand} 5 5", play, **NO_BURN) == expected


def test_gy_06_big_jokers_beside_small_ones_count_as_small() -> None:
    assert asked("hero", "Ww2255556 5 5 WW666666 5 5", "Ww225555", **NO_BURN) == "3 answer: WW666666 pass"
    # also in the play that beats: Ww9 has no big joker for w88
    assert asked("hero", "w886 5 5 Ww94 5 5", "w88", **NO_BURN) == "0 lead: 6"
    assert asked("hero", "W886 5 5 WWW4 5 5", "W88", **NO_BURN) == "0 lead: 6"


@pytest.mark.parametrize(
    ("play", "other"),
    [
        ("TTTTT", "JJJJJ"), ("22TTT", "JJJJJ"), ("JJJJ", "QQQQ"), ("QQQ", "KKK"), ("2QQ", "KKK"),
        ("KK", "AA"), ("2K", "AA"), ("AA", "22"), ("2", "w"), ("w", "W"), ("w9", "WT"),
    ],
)  # fmt: skip
def test_gy_07_gouji_plays_with_twos_converted(play: str, other: str) -> None:
    assert asked("hero", f"{play}6 {other}4 5 5 5 5", play, **NO_BURN) == "0 lead: 6"


@pytest.mark.parametrize(("play", "answers"), [("2TTT", "JJJJ"), ("QQ", "KK"), ("K", "A"), ("A", "2")])
def test_gy_07_one_card_less_is_no_gouji_play(play: str, answers: str) -> None:
    assert asked("hero", f"{play}6 {answers}4 5 5 5 5", play, **NO_BURN).startswith("1 answer: ")


def test_gy_09_a_play_with_small_jokers_is_beaten_in_both_respects() -> None:
    expected = "3 answer: WW999 WWW99 pass"
    assert asked("hero", "ww8886 5 5 WWW9994 5 5", "ww888", **NO_BURN) == expected
    assert asked("hero", "ww8886 5 5 WW8884 5 5", "ww888", **NO_BURN) == "0 lead: 6"
    assert asked("hero", "ww8886 5 5 W99994 5 5", "ww888", **NO_BURN) == "0 lead: 6"


def test_gy_10_five_deals_tribute_from_the_second_on_in_the_highest_cards() -> None:
    options = load_variant("hero").options
    assert options.session_deals == 5
    records = play_sessions(CompiledRules(options), RANDOM, 1, 0, 20)
    cards = records["tribute"].sum(axis=1).reshape(20, 5)
    assert (cards[:, 0] == 0).all()
    assert (cards[:, 1:] > 0).any()
    assert paid("hero", "2K966 66 66 66 66 66", "point 0>3 x3")[::3] == ["66", "2K966"]


def test_gy_11_order_of_tribute_smother_burn_point_last() -> None:
    debts = "last 0>5 x1, point 0>3 x1, burn 0>2 x1, smother 0>1 x1"
    # the last card is a 6, and 5 returns a 6
    assert paid("hero", "Ww266 66 66 66 66 66", debts) == ["66", "W66", "w66", "266", "66", "66"]


def test_gy_12_smother_tribute_of_one_card_where_threes_are_held() -> None:
    deal = {"hands": "83 5 - 94 5 -", "settled": "2:out 5:out", "kinds": "smother"}
    assert owed("hero", actions="8 9 4 5", **deal) == ["smother 0>3 x1"]
    # elsewhere 0 plays on with its 3
    assert owed("hero_classic", actions="8 9 4 5 3", **deal) == []


def test_gy_13_gy_29_burn_tribute_of_one_card() -> None:
    assert owed("hero", "KK6 AA - 7 55 -", "KK burn:AA 7 55", "burn", **TWO_OUT) == ["burn 0>1 x1"]


def test_gy_14_who_did_not_open_pays_the_head_one_card() -> None:
    assert point_owed("hero", (False, False), (True, False)) == ["3>0 x1"]
    assert point_owed("hero", (False, False), (False, False)) == ["0>3 x1", "3>0 x1"]


@pytest.mark.parametrize("declared", list(POINT_TABLE))
def test_gy_15_point_tribute(declared: tuple[bool, bool]) -> None:
    assert tuple(point_owed("hero", declared, opening) for opening in OPENED) == POINT_TABLE[declared]


def test_gy_16_last_tribute_of_two_and_one_from_the_last_two() -> None:
    assert owed("hero", **LAST_TWO, kinds="last") == ["last 4>1 x1", "last 5>0 x2"]
    # the text makes no exception for partners: 4 and 2 are
    settled = "2:out 0:out 4:smothered 3:smothered"
    debts = owed("hero", "- 8 - - - 5", "8", "last", leader=1, settled=settled)
    assert debts == ["last 3>0 x1", "last 4>2 x2"]


def test_gy_17_declaring_is_optional() -> None:
    assert asked("hero", " ".join(["236"] * 6), start="dealt") == "0 declare: declare silent"


def test_gy_18_a_gouji_play_that_keeps_the_lead_opens() -> None:
    assert opened("hero", "KK6 5 5 5 5 5", "KK") == [0]
    assert opened("hero", "KK6 5 5 AA6 5 5", "KK AA") == [3]
    assert opened("hero", "KK6 AA7 5 5 5 5", "KK burn:AA") == [1]


@pytest.mark.parametrize(
    ("play", "who"), [("w", []), ("W", []), ("wK", []), ("w2", []), ("2", []), ("22", [0]), ("2K", [0])]
)
def test_gy_19_jokers_and_a_single_two_do_not_open(play: str, who: list[int]) -> None:
    assert opened("hero", f"{play}6 5 5 5 5 5", play) == who


@pytest.mark.parametrize(("variant", "shown"), [("hero", "4"), ("hero_classic", "3")])
def test_gy_20_who_shows_most_of_a_suit_leads(variant: str, shown: str) -> None:
    shown_option = {"4": "show_fours", "3": "show_threes"}[shown]
    options = load_variant(variant).options
    assert options.first_lead == options.first_lead_first == shown_option
    assert leaders_that_show(variant, shown)


def test_gy_21_the_last_player_leads_the_next_round() -> None:
    assert asked("hero", "86 94 5 5 5 5", "8 9") == "1 lead: 4"
    assert asked("hero", "KK6 5 5 AA4 5 5", "KK AA") == "3 lead: 4"


def test_gy_22_counter_clockwise_but_for_gouji_and_always_in_the_melee() -> None:
    assert seats("hero", "86 94 T4 J4 Q4 K5", "8") == [1, 2, 3, 4, 5]
    assert seats("hero", "KK6 AA4 AA4 AA4 AA4 AA4", "KK", **NO_BURN) == [3]
    assert seats("hero", "KK6 AA4 - AA4 AA4 -", "KK", settled="2:out 5:out") == [1, 3, 4]


def test_gy_23_a_pass_binds_except_against_the_head() -> None:
    # 4 passed on 9, and is asked about Q of its head 1 when all others have passed
    assert asked("hero", "8J6 9Q4 5 5 K4 5", "8 9 pass J Q") == "4 answer: K pass"
    assert asked("hero", "8J6 9Q4 9T4 5 5 5", "8 pass 9 J") == "0 lead: 6"


def test_gy_24_yield_and_only_the_head_answers_the_yielder() -> None:
    hands = "8Q6 5 5 9J4 T4 T4"
    assert asked("hero", hands, "8") == "3 answer: 9 J pass yield"
    assert seats("hero", hands, "8 yield") == [4, 5, 3]
    assert seats("hero", hands, "8 yield pass pass 9") == [0]


def test_gy_25_gouji_between_heads_and_its_player_leads_when_the_head_passes() -> None:
    assert asked("hero", "KK6 AA78 5 AA4 5 5", "KK") == "3 answer: AA pass"
    assert asked("hero", "KK6 AA78 5 AA4 5 5", "KK pass") == "0 lead: 6"


@pytest.mark.parametrize(
    ("hand", "covers"),
    [
        ("AA78", None),  # two ranks and no joker
        ("AA77", "burn:AA"),
        ("AAw78", "burn:AA"),  # wA would leave three ranks without a joker
        ("AA3", "burn:AA"),
        ("AA73", None),  # the 3s are last, so 7 needs a joker
        ("AAw73", "burn:AA"),
    ],
)
def test_gy_26_burn_with_a_joker_for_every_further_play_but_the_last(hand: str, covers: str | None) -> None:
    expected = f"1 burn: {covers} decline" if covers else "0 lead: 6"
    assert asked("hero", f"KK6 {hand} 5 5 5 5", "KK") == expected


def test_gy_27_partners_of_the_gouji_player_burn_first() -> None:
    assert seats("hero", "KK6 88AA 88AA 5 99AA 99AA", "KK", "decline") == [2, 4, 1, 5]


def test_gy_28_success_when_run_out_broken_by_the_head_or_another_burn() -> None:
    assert burns("hero", "KK6 AA7 5 5 5 5", "KK burn:AA 7") == ["1>0 success"]
    assert burns("hero", "KK6 AA7 5 5 228 5", "KK decline burn:AA 22") == ["1>0 broken"]
    assert burns("hero", "KK6 AA7 5 228 5 5", "KK burn:AA burn:22")[0] == "1>0 countered"


def test_gy_30_a_failed_burner_is_last_and_plays_no_more() -> None:
    after = state("hero", "KK6 AAw78 5 5 5 5", "KK burn:AA w")
    assert (after["settled"], after["hands"][1]) == ([{"seat": 1, "by": "burn_failed"}], "")
    end = state("hero", "- - - - 8 5", "8", leader=4, settled="1:burn_failed 0:out 2:out 3:out")
    assert end["places"][1] == 6


@pytest.mark.parametrize(
    ("hands", "after"),
    [
        ("266 36 36 336 36 36", "663 63 63 263 63 63"),
        ("266 36 36 36 36 336", "663 63 63 63 63 263"),
        ("266 36 336 36 36 36", "2663 63 63 63 63 63"),
    ],
)
def test_gy_31_buying_a_three_where_threes_are_held(hands: str, after: str) -> None:
    assert bought("hero", hands) == after.split()
    assert bought("hero_classic", hands)[0] == "266"


def test_gy_31_threes_last_and_no_three_without_payment_is_a_revolt() -> None:
    assert asked("hero", "335 5 5 5 5 5") == "0 lead: 5"
    assert state("hero", "666 236 236 2336 236 236", start="dealt")["revolted"] == [0]


def test_gy_32_two_revolts_void_the_deal() -> None:
    hands = "3667 366 236 236 236 236"
    assert asked("hero", hands, start="dealt") == "0 revolt: revolt stay"
    assert state("hero", hands, "revolt revolt", start="dealt")["void"]


def test_gy_33_the_revolter_is_fourth_or_third_and_does_not_prevent_a_sweep_against_it() -> None:
    end = state("hero", "8 - 5 - - -", "8", settled="4:revolt 1:out 3:out 5:out")
    assert (end["places"], end["sweep"]) == ([5, 1, 6, 2, 4, 3], 1)
    end = state("hero", "- 8 - 9 - 5", "8 9", leader=1, settled="4:revolt 0:out 2:out")
    assert (end["places"][4], end["sweep"]) == (3, 0)


def test_gy_34_who_could_revolt_may_stay() -> None:
    after = state("hero", "3667 236 236 236 236 236", "stay", start="dealt", options={"declare": False})
    assert (after["revolted"], after["hands"][0]) == ([], "7663")


def test_gy_35_a_revolt_opens_for_the_head() -> None:
    assert opened("hero", "3667 236 236 236 236 236", "revolt drop", **REVOLT) == [3]


def test_gy_36_a_sweep_doubles_the_score_and_ends_tribute() -> None:
    end = state("hero", "- 8 - 5 - 6", "8 5", leader=1, settled="0:out 2:out 4:out")
    assert (end["sweep"], end["scores"], end["obligations"]) == (0, [12, -12] * 3, [])


def test_gy_37_keeping_the_head_or_dropping_it() -> None:
    hands = "3678 AA23 236 KKKKKKKK236 236 236"
    fields = {**REVOLT, "options": {"declare": False, "burn": False}}
    assert asked("hero", hands, "revolt", **fields) == "3 choose: drop keep"
    assert asked("hero", hands, "revolt drop KK", **fields) == "1 answer: 2A AA pass"
    assert asked("hero", hands, "revolt keep KK KK KK KK", **fields) == "1 answer: 2A AA pass"


def test_gy_38_dead_gouji_of_both_kinds() -> None:
    hands = "3678 AA23 236 KKKKKKKK236 236 236"
    fields = {**REVOLT, "options": {"declare": False, "burn": False}}
    for plays in ("KK", "KK KK", "KK KK KK"):
        assert asked("hero", hands, f"revolt keep {plays}", **fields).startswith("3 lead: ")
    # a dead play can be burned: 5 covers with AA and keeps w for the 8
    burner = "3678 236 236 KK236 236 AAw83"
    assert asked("hero", burner, "revolt keep KK", **REVOLT) == "5 burn: burn:AA decline"
    assert asked("hero_classic", "KK 224 224 AA4 224 5", "KK AA", **NO_BURN) == "3 lead: 4"
    assert asked("hero", "KK 224 5 AA4 5 5", "KK AA", **NO_BURN) == "1 answer: 22 pass"


def test_gy_39_melee_when_the_first_goes_out_beside_a_revolter() -> None:
    assert seats("hero", "KK6 AA4 AA4 AA4 - -", "KK", settled="4:revolt 5:out") == [1, 2, 3]


def test_gy_40_after_the_second_is_out_passes_do_not_bind_and_no_beat_is_a_burn() -> None:
    two_out = {"settled": "2:out 5:out"}
    assert asked("hero", "8J6 9Q4 - 9T4 TK4 -", "8 pass 9 pass J", **two_out) == "1 answer: Q pass"
    assert asked("hero", "86 5 - 95 T5 -", "8", **two_out) == "3 answer: 9 pass"
    assert burns("hero", "KK6 AA4 - 5 5 -", "KK AA", **two_out) == []


def test_gy_41_places_and_scores() -> None:
    end = state("hero", **LAST_TWO)
    # the text's own example: first, third and fifth make 4 + 0 - 2 = 2
    assert (end["places"], end["scores"]) == ([1, 2, 3, 4, 5, 6], [2, -2, 2, -2, 2, -2])
