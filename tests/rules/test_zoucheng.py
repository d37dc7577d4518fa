"""邹城 (ZC), clause by clause."""

from __future__ import annotations

from rules.positions import RANDOM, asked, opened, seats, state

from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.rules import load_variant


def test_zc_01_short_deck() -> None:
    options = load_variant("zoucheng").options
    # 3 and 4: six each; 5 to 2: sixteen each; four jokers of each kind
    assert options.deck_counts == (6, 6) + (16,) * 11 + (4, 4)
    assert (options.deck_size, options.hand_sizes) == (196, (33,) * 4 + (32,) * 2)


def test_zc_02_the_seat_dealt_first_is_drawn() -> None:
    records = play_deals(CompiledRules(load_variant("zoucheng").options), RANDOM, 1, 0, 300)
    # a seat is missed in 300 draws with probability (5/6)**300 < 1e-23
    assert set(records["first_dealt"].tolist()) == set(range(6))


def test_zc_03_numbers_of_cards_are_not_shown() -> None:
    assert load_variant("zoucheng").options.count_visible_at == 0


def test_zc_04_counter_clockwise_from_a_drawn_leader_later_from_the_last() -> None:
    options = load_variant("zoucheng").options
    assert (options.first_lead_first, options.first_lead) == ("random", "last_place")
    assert seats("zoucheng", "86 94 T4 J4 Q4 K5", "8") == [1, 2, 3, 4, 5]


def test_zc_05_zc_12_who_passed_neither_answers_nor_burns() -> None:
    assert asked("zoucheng", "77KK6 5 5 88AA4 994 5", "77 pass 99 KK") == "0 lead: 6"
    assert asked("zoucheng", "77KK6 88AA 994 5 5 5", "77 pass 99 KK") == "0 lead: 6"
    assert asked("zoucheng", "KK6 88AA 994 5 5 5", "KK") == "1 burn: burn:AA decline"


def test_zc_06_yield_and_only_the_head_answers_the_yielder() -> None:
    hands = "8Q6 5 5 9J4 T4 T4"
    assert asked("zoucheng", hands, "8") == "3 answer: 9 J pass yield"
    assert seats("zoucheng", hands, "8 yield") == [4, 5, 3]
    # T of 4 and 5 would beat 9 as well
    assert seats("zoucheng", hands, "8 yield pass pass 9") == [0]


def test_zc_07_headless_once_the_head_is_out() -> None:
    assert seats("zoucheng", "KK6 AA78 AA78 - 5 5", "KK", settled="3:out") == [1, 2]


def test_zc_08_gouji_between_heads_and_its_player_leads_when_the_head_declines() -> None:
    # 1 could beat KK but not burn it: 7 and 8 without a joker
    assert asked("zoucheng", "KK6 AA78 5 AA4 5 5", "KK") == "3 answer: AA pass"
    assert asked("zoucheng", "KK6 AA78 5 AA4 5 5", "KK pass") == "0 lead: 6"


def test_zc_09_head_gone_out_no_opening_and_gouji_open_to_all_both_ways() -> None:
    out = {"settled": "3:out"}
    assert opened("zoucheng", "KK46 5 5 - 5 5", "KK 4", **out) == []
    assert asked("zoucheng", "KK6 AA78 5 - 5 5", "KK", **out) == "1 answer: AA pass"
    assert asked("zoucheng", "AA6 KK8 5 - 5 5", "KK", leader=1, **out) == "0 answer: AA pass"


def test_zc_10_head_smothered_opening_remains_and_gouji_is_open_to_all_both_ways() -> None:
    smothered = {"settled": "3:smothered"}
    assert opened("zoucheng", "KK46 5 5 - 5 5", "KK 4", **smothered) == [0]
    assert asked("zoucheng", "KK6 AA78 5 - 5 5", "KK", **smothered) == "1 answer: AA pass"
    assert asked("zoucheng", "AA6 KK8 5 - 5 5", "KK", leader=1, **smothered) == "0 answer: AA pass"


def test_zc_11_the_melee_begins_with_four_seats_not_five() -> None:
    assert asked("zoucheng", "KK6 AA78 - AA9 5 5", "KK", settled="2:out") == "3 answer: AA pass"
    assert asked("zoucheng", "KK6 AA78 - AA9 5 -", "KK", settled="2:out 5:out") == "1 answer: AA pass"


def test_zc_13_no_burn_of_the_head_nor_in_the_melee() -> None:
    assert asked("zoucheng", "KK6 5 5 88AA 5 5", "KK") == "3 answer: AA pass"
    assert asked("zoucheng", "KK6 88AA - 5 5 -", "KK", settled="2:out 5:out") == "1 answer: AA pass"


def test_zc_14_every_play_of_a_burn_but_the_first_and_last_has_a_joker() -> None:
    assert asked("zoucheng", "KK6 AAw78 5 5 5 5", "KK burn:AA") == "1 lead: w w7 w8"
    assert asked("zoucheng", "KK6 AAw78 5 5 5 5", "KK burn:AA w7") == "1 lead: 8"


def test_zc_15_the_deal_ends_when_one_team_is_out_and_points_decide() -> None:
    # 4 follows 0 and 2 out; of the others 5 holds fewer cards than 3
    end = state("zoucheng", "- - - 777 8 5", "8", leader=4, settled="1:out 0:out 2:out")
    assert (end["finished"], end["places"]) == (True, [2, 1, 3, 6, 4, 5])
    assert end["scores"] == [2, -2, 2, -2, 2, -2]
