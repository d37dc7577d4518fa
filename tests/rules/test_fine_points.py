"""The fine points (RULES 22), one by one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rules.positions import LAST_TWO, asked, bought, burns, opened, owed, paid, position, seats, state

from gouji_sim.errors import PositionError, VariantError
from gouji_sim.position import Position
from gouji_sim.rules import load_variant

NO_BURN = {"options": {"burn": False}}
REVOLT = {"start": "dealt", "leader": 3, "options": {"declare": False, "buy_threes": False}}


def test_fine_01_smothering_then_going_out_then_who_may_answer() -> None:
    # AA smothers 0, so 3 is headless: everybody may answer, and nobody burn
    assert asked("qingdao", "KK3 5 228 AA4 5 22", "KK decline decline AA") == "5 answer: 22 pass"
    after = state("qingdao", "83 5 9 T5 5 5", "8 9")
    assert after["settled"] == [{"seat": 0, "by": "smothered"}, {"seat": 2, "by": "out"}]


def test_fine_02_a_burner_about_to_lead_in_the_melee_plays_on_freely() -> None:
    hands, settled = "KK3 AA78 5 5 5 -", "5:out"
    assert asked("qingdao", hands, "KK burn:AA", settled=settled) == "1 lead: 7 8"
    assert burns("qingdao", hands, "KK burn:AA", settled=settled) == ["1>0 dissolved"]


def test_fine_03_success_with_the_play_that_brings_the_melee_and_running_at_the_end() -> None:
    opening = {"opened": [False, True, False, False, False, False]}
    assert burns("changyi", "KK3 AA 5 5 5 5", "KK burn:AA", **opening) == ["1>0 success"]
    # 0 revolts and 3 keeps it as its head; 2 goes out; the cover of 3 smothers 4, the last of that team
    fields = {
        **REVOLT,
        "leader": 2,
        "options": {**REVOLT["options"], "melee_at": 2, "end_when_team_out": True, "head_choice": True},
    }
    play = "revolt stay stay stay keep 9 pass pass 5 2 burn:w"
    end = state("zaozhuang", "5678 5 9 5ww6 23 5", play, **fields)
    assert end["finished"]
    assert [burn["outcome"] for burn in end["burns"]] == ["running"]
    # 2 went out; 5 has one card and 1 too, after 4 comes 5; 3 has two; the revolter keeps place 4
    assert end["places"] == [4, 3, 1, 5, 6, 2]


def test_fine_04_a_void_deal_stops_at_once() -> None:
    debts = [{"kind": "burn", "from": 4, "to": 5, "cards": 1}]
    hands = "3667 366 366 236 236 236"
    after = state("qingdao", hands, "revolt revolt", start="dealt", obligations=debts)
    assert (after["finished"], after["void"], after["revolted"]) == (True, True, [0, 1])
    assert after["hands"][:3] == ["", "", "663"]
    assert after["obligations"] == []
    over = position("qingdao", hands, "revolt revolt", start="dealt").legal()
    assert over == {"seat": None, "phase": "over", "actions": []}


def test_fine_05_threes_before_fours_and_a_broke_seat_revolts_before_anyone_is_asked() -> None:
    # 3 buys its 3 from 0 for a 2; only then 0 buys its 4, with that 2 and not with w
    assert bought("zoucheng", "w336 34 34 2446 34 34") == ["w643", "43", "43", "2643", "43", "43"]
    # 2, a partner, would have given
    hands = "666 236 2336 236 236 236"
    quiet = {"declare": False}
    assert state("qingdao", hands, start="dealt", options=quiet)["revolted"] == [0]
    assert state("qingdao", hands, start="dealt", options={**quiet, "revolt": "never"})["revolted"] == [0]
    assert state("qingdao", hands, start="dealt", options={**quiet, "revolt": "redeal"})["void"]
    # nobody has a 4 to sell
    assert asked("heze", "2366 34 34 34 34 34", start="dealt") == "0 lead: 2 26 266 6 66"


def test_fine_06_keep_or_drop_is_asked_after_buying_where_there_is_no_revolt_step() -> None:
    options = {"buy_broke": "revolt", "head_choice": True, "buy_fours": "no"}
    hands = "666 236 236 236 236 236"
    assert asked("zhangqiu", hands, start="dealt", options=options) == "3 choose: drop keep"
    # with that step it waits for the last seat that may revolt
    assert asked("hero", "667 236 236 236 236 3667", start="dealt") == "5 revolt: revolt stay"


def test_fine_07_debts_are_paid_whole_and_returned_card_by_card() -> None:
    # both 2s are gone before the first return, so 2 cannot come back, and only one 7 can
    assert paid("qingdao", "67 66 66 66 66 2278", "last 5>0 x2")[::5] == ["226", "877"]
    # a card just received may be returned: W is the rank in common
    assert paid("qingdao", "66 66 66 66 66 WW7", "last 5>0 x1")[::5] == ["66", "WW7"]
    # a refused card uses up a return
    hands, refuse = "677 66 66 66 66 2268", {"tribute_return": "may_refuse"}
    assert paid("qingdao", hands, "last 5>0 x2", "return:7 return:6", **refuse)[::5] == ["2277", "866"]
    # a returned card can be paid again: K comes back from 0 and goes on to 2
    debts = "last 1>0 x1, last 1>2 x2"
    assert paid("hero", "Q6 KK6 77 66 66 66", debts, "return:K")[:3] == ["Q6", "6", "KK77"]


def test_fine_08_resisting_looks_at_the_hands_once_as_tribute_begins() -> None:
    # the fourth W comes as point tribute, too late for 0 to free 2
    debts = "point 1>0 x1, burn 2>3 x1"
    assert paid("zhangqiu", "WWW6 W6 26 66 66 66", debts)[:4] == ["WWWW6", "6", "6", "266"]
    five = {"resist": True, "deck": "jokers240"}
    assert paid("qingdao", "WWWWW6 66 26 66 66 66", "burn 2>3 x1", **five)[2:4] == ["26", "66"]
    alone = {"resist": True, "tribute": True}
    assert paid("kansai", "WWWW6 66 26 66 66 66", "burn 2>3 x1, smother 0>1 x1", **alone)[:4] == [
        "WWWW6", "66", "6", "266",
    ]  # fmt: skip


def test_fine_09_debts_of_settled_seats_lapse_and_no_setup_empties_a_hand() -> None:
    debts = [
        {"kind": "burn", "from": 1, "to": 0, "cards": 1},
        {"kind": "burn", "from": 2, "to": 4, "cards": 1},
    ]
    fields = {"start": "dealt", "options": {"declare": False}, "obligations": debts}
    after = state("qingdao", "666 236 236 236 236 236", **fields)
    assert (after["revolted"], after["hands"][1:5]) == ([0], ["263", "63", "263", "2263"])
    assert paid("puji", "26 66 66 66 66 66", "burn 0>1 x1")[:2] == ["26", "66"]
    with pytest.raises(PositionError):
        paid("qingdao", "2 66 66 66 66 66", "burn 0>1 x1")


def test_fine_10_a_pass_on_a_gouji_play_binds_too() -> None:
    # 1, headless, passed on KK and is not asked about AA, which its 22 would beat
    play = "KK pass AA pass"
    assert asked("qingdao", "KK226 22AA5 5 AA5 - 5", play, settled="4:out", **NO_BURN) == "3 lead: 5"


def test_fine_11_a_yield_does_not_ask_whether_those_behind_can_play() -> None:
    assert asked("qingdao", "86 5 5 94 5 5", "8") == "3 answer: 9 pass yield"
    assert asked("qingdao", "86 5 5 94 5 5", "8 yield") == "3 answer: 9 pass"


def test_fine_12_the_head_breaks_a_burn_after_passing_where_passes_let_it() -> None:
    hands, play = "77KK6 99AAw5 5 5 22Q6 5", "77 99 pass KK burn:AA"
    assert asked("camp", hands, play) == "4 answer: 22 pass"
    assert asked("camp", hands, play, options={"after_pass": "none"}) == "1 lead: w w5"


def test_fine_13_without_teams_burns_are_asked_in_rotation() -> None:
    assert seats("kansai", "KK6 88AA 88AA 5 99AA 99AA", "KK", "decline") == [1, 2, 4, 5]


def test_fine_14_a_dead_play_can_be_burned_though_its_player_is_headless() -> None:
    hands = "3678 236 236 KKKKKK236 236 AAw83"
    play = "revolt keep KK decline KK decline KK"
    assert asked("hero", hands, play, **REVOLT) == "5 burn: burn:AA decline"
    # the third credit is gone: the next is no longer dead
    fourth = asked("hero", hands.replace("KK236", "KKKK236"), f"{play} decline KK", **REVOLT)
    assert fourth == "5 answer: AA pass wA"
    # an answer that is no gouji play is not dead
    assert asked("hero_classic", "8 5 5 94 T4 5", "8 9") == "4 answer: T pass"


def test_fine_15_a_burn_ends_with_any_play_that_empties_the_hand_or_with_the_threes() -> None:
    assert burns("hero", "KK6 AA77 5 5 5 5", "KK burn:AA 77") == ["1>0 success"]
    assert burns("qingdao", "KK6 AA73 5 5 5 5", "KK burn:AA") == ["1>0 failed"]


def test_fine_16_a_cover_uses_a_credit_and_without_credits_the_burn_goes_on_untouched() -> None:
    hands = "5678 24 24 KKKK5ww9 2446 W2"
    burn = "revolt keep KK decline KK decline 5 2 decline burn:w"
    # the cover is the third dead play: only a burn is possible
    assert asked("hero", hands, burn, **REVOLT) == "5 burn: burn:W decline"
    # W could beat w, but 3 is headless now and still burning
    assert asked("hero", hands, f"{burn} decline w", **REVOLT) == "3 lead: 9"
    assert burns("hero", hands, f"{burn} decline w 9", **REVOLT) == ["3>4 success"]


def test_fine_17_the_victim_may_counter_burn_and_smothering_it_keeps_the_burn_running() -> None:
    assert asked("qingdao", "KK226 AA7 5 5 5 5", "KK burn:AA") == "0 burn: burn:22 decline"
    hands, settled = "KK3 AA7 5 5 228 -", "5:out"
    assert asked("qingdao", hands, "KK decline burn:AA", settled=settled) == "4 answer: 22 pass"
    assert burns("qingdao", hands, "KK decline burn:AA", settled=settled) == ["1>0 running"]


def test_fine_18_a_burner_smothered_by_the_answer_has_that_outcome_too() -> None:
    after = state("qingdao", "KK66 AA3 5 5 228 5", "KK decline burn:AA 22")
    assert after["burns"][0]["outcome"] == "broken"
    assert after["smothered"] == [{"seat": 1, "by": 4}]
    fields = {"settled": "2:out 5:out", "options": {"melee_at": 2}}
    debts = owed("qingdao", "KK6 AA3 - 22 5 -", "KK burn:AA burn:22 5", "smother burn", **fields)
    assert debts == ["smother 1>3 x1", "burn 1>3 x2"]


def test_fine_19_a_burners_play_that_is_not_gouji_is_answered_by_its_head_alone() -> None:
    # aces are no gouji here: 3 may not burn AA
    only_kings = {"options": {"gouji_thresholds": {"K": 2}}}
    assert asked("qingdao", "KK66 AA7 5 228 5 5", "KK burn:AA", **only_kings) == "1 lead: 7"
    assert asked("qingdao", "KK66 AA7 5 228 228 5", "KK decline burn:AA", **only_kings) == "4 answer: 22 pass"


def test_fine_20_opening_in_the_round_that_brings_the_melee() -> None:
    assert opened("hero", "88 AA5 5 5 5 -", "88 AA", settled="5:out") == [1]
    assert opened("qingdao", "88 AA45 5 5 5 -", "88 AA 4", settled="5:out") == []


def test_fine_21_burners_and_headless_seats_open_and_fours_open_before_anything_else() -> None:
    assert opened("hero", "KK6 AA7 5 5 5 5", "KK burn:AA") == [1]
    assert opened("qingdao", "KK46 5 5 - 5 5", "KK 4", settled="3:out") == [0]
    after = state("qingdao", "KK4 4 4 4 4 4", "KK 4")
    assert (after["opened"][0], after["settled"]) == (True, [{"seat": 0, "by": "out"}])
    # two 4s where one is wanted give the opening up, and so do 4s in a cover
    assert opened("zhangqiu", "KKAA4446 5 5 5 5 5", "KK 44 AA 4") == [0]
    forfeits = {"options": {"four_forfeits": True}}
    assert opened("zhangqiu", "KKAA4446 5 5 5 5 5", "KK 44 AA 4", **forfeits) == []
    options = {"hold_threes": "off", "open_by": "any", "open_needs_four": "no"}
    assert opened("qingdao", "w36 W47 5 5 5 5", "w3 burn:W4", options=options) == [1]
    forfeiting = {**options, "four_forfeits": True}
    assert opened("qingdao", "w36 W47 5 5 5 5", "w3 burn:W4", options=forfeiting) == []
    # where nothing opens, opening is closed from the start
    nothing = {"options": {"open_by": "none", "fours_with_jokers": "after_open_closed"}}
    assert asked("qingdao", "w46 5 5 5 5 5", **nothing) == "0 lead: 4 6 w w4 w6"


def test_fine_22_the_hand_of_a_suffocated_seat_leaves_the_game() -> None:
    assert state("kansai", "8 566 5 5 5 5", "8")["hands"] == [""] * 6


def test_fine_23_ending_with_a_team_needs_teams_and_those_left_precede_the_bottom() -> None:
    hands, ends = "- 66 - 777 8 5", {"end_when_team_out": True}
    assert not state("kansai", hands, "8", leader=4, settled="0:out 2:out", options=ends)["finished"]
    end = state("qingdao", "- 66 8 777 - 5", "8", leader=2, settled="4:revolt 0:out", options=ends)
    assert (end["finished"], end["sweep"], end["places"]) == (True, 0, [1, 5, 2, 6, 3, 4])
    end = state("qingdao", hands, "8", leader=4, settled="2:burn_failed 0:out", options=ends)
    assert end["places"] == [1, 4, 6, 5, 2, 3]


def test_fine_24_only_threes_from_the_start_cannot_be_smothered() -> None:
    after = state("qingdao", "33 84 9T 5 5 5", "8 9", leader=1)
    assert (after["settled"], after["hands"][0]) == ([], "33")


def test_fine_25_point_tribute_without_opening_is_that_of_nobody_opened() -> None:
    debts = owed("puji", **LAST_TWO, kinds="point", options={"tribute": True})
    assert debts == [f"point {payer}>{(payer + 3) % 6} x1" for payer in range(6)]


def test_fine_26_revolters_and_smothered_seats_in_a_file() -> None:
    after = state(
        "qingdao", "6 5 5 5 - 5", settled="4:revolt", opened=[False, False, False, False, True, False]
    )
    assert (after["opened"], after["revolted"]) == ([False, True, False, False, False, False], [4])
    with pytest.raises(PositionError):
        state("qingdao", "6 5 5 - - 5", settled="4:revolt 3:revolt")
    with pytest.raises(PositionError):
        state("kansai", "6 5 5 5 - 5", settled="4:suffocated")
    deal = {"hands": "- - - - 8 5", "actions": "8", "leader": 4, "settled": "0:smothered 1:out 2:out 3:out"}
    assert state("qingdao", **deal)["smothered"] == [{"seat": 0, "by": None}]
    assert owed("qingdao", **deal, kinds="smother") == []


@pytest.mark.parametrize(
    "fields",
    [
        {"first_dealt": 1},
        {"obligations": []},
        {"swept": 0},
        {"start": "dealt", "opened": [False] * 6},
        {"start": "dealt", "declared": [False] * 6},
        {"start": "dealt", "settled": []},
    ],
)
def test_fine_27_fields_of_the_other_start_are_errors(fields: dict[str, object]) -> None:
    with pytest.raises(PositionError):
        position("qingdao", " ".join(["236"] * 6), **fields)


def test_fine_27_the_leader_of_the_file_and_the_last_table() -> None:
    before = state("qingdao", " ".join(["236"] * 6), start="dealt", leader=2)
    assert (before["leader"], before["table"], before["owner"]) == (2, None, None)
    end = state("qingdao", **LAST_TWO)
    assert (end["finished"], end["table"], end["owner"]) == (True, "8", 4)


def test_fine_28_thresholds_are_replaced_whole_and_two_for_one_needs_separate_jokers() -> None:
    only_kings = {"options": {"burn": False, "gouji_thresholds": {"K": 2}}}
    assert asked("qingdao", "AA6 224 5 5 5 5", "AA", **only_kings) == "1 answer: 22 pass"
    with pytest.raises(VariantError):
        load_variant("hero", {"red_two_for_one": True})


def test_fine_29_a_variant_file_beside_the_position(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('extends = "qingdao"\nyield = false\n', encoding="utf-8")
    document = {
        "variant": "my.toml",
        "hands": ["86", "5", "5", "94", "T4", "5"],
        "leader": 0,
        "actions": ["8"],
    }
    (tmp_path / "position.json").write_text(json.dumps(document), encoding="utf-8")
    legal = Position.from_file(tmp_path / "position.json").legal()
    assert legal == {"seat": 3, "phase": "answer", "actions": ["9", "pass"]}
    (tmp_path / "my.toml").write_text('extends = "qingdao"\nyields = false\n', encoding="utf-8")
    with pytest.raises(VariantError):
        load_variant(tmp_path / "my.toml")


def test_fine_30_debts_of_one_payer_and_kind_in_the_order_of_the_events() -> None:
    # 2 runs out burning KK of 0; later 1 runs out burning 2 of 0; then 3, 4 and 5 go out
    play = "KK burn:AA 5 2 burn:w 4 pass 4 pass 4"
    assert owed("qingdao", "KK266 w AA 54 4 4", play, "burn") == ["burn 0>2 x1", "burn 0>1 x1"]
