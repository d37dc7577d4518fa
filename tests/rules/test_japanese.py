"""The "Japanese" options (JP), clause by clause."""

from __future__ import annotations

import pytest
from rules.positions import LAST_TWO, asked, bought, opened, owed, seats, state

from gouji_sim.rules import load_variant

NO_BURN = {"options": {"burn": False}}

EACH_FOR_HIMSELF = (
    "kanto", "shikoku", "kinki", "kinki_single_three", "kinki_single_four", "kyushu", "kansai",
)  # fmt: skip
VARIANTS = (*EACH_FOR_HIMSELF, "camp")


@pytest.mark.parametrize("variant", VARIANTS)
def test_jp_01_a_pass_binds_except_against_the_head_and_gouji_is_a_duel_or_burned(variant: str) -> None:
    assert asked(variant, "8J6 9Q4 5 5 K4 5", "8 9 pass J Q") == "4 answer: K pass"
    assert asked(variant, "8J6 9Q4 9T4 5 5 5", "8 pass 9 J") == "0 lead: 6"
    assert asked(variant, "KK6 88AA 5 AA4 5 5", "KK") == "1 burn: burn:AA decline"
    assert asked(variant, "KK226 88AA 5 AA4 5 5", "KK decline AA") == "0 answer: 22 pass"


def test_jp_02_no_gouji_among_the_last_four() -> None:
    assert seats("kansai", "KK6 AA4 - AA4 AA4 -", "KK", settled="2:out 5:out") == [1, 3, 4]


def test_jp_03_a_big_joker_is_invincible_and_in_kanto_two_beat_it() -> None:
    assert asked("kansai", "W86 5 5 WW94 5 5", "W8", **NO_BURN) == "0 lead: 6"
    assert asked("kanto", "W86 5 5 WW94 5 5", "W8", **NO_BURN) == "3 answer: WW9 pass"


@pytest.mark.parametrize(
    ("play", "hand", "answers"),
    [
        ("w88", "W994", "W99 pass"),
        ("w88", "W884", None),
        ("ww8", "Ww94", None),
        ("ww8", "WW94", "WW9 pass"),
        ("w28", "W994", "W99 pass"),
    ],
)
def test_jp_04_small_jokers_need_as_many_big_ones_and_a_higher_base(
    play: str, hand: str, answers: str | None
) -> None:
    expected = f"3 answer: {answers}" if answers else "0 lead: 6"
    assert asked("kansai", f"{play}6 5 5 {hand} 5 5", play, **NO_BURN) == expected


def test_jp_05_counter_clockwise_one_after_another() -> None:
    assert seats("kansai", "86 94 T4 J4 Q4 K4", "8") == [1, 2, 3, 4, 5]


def test_jp_06_an_answer_must_be_higher() -> None:
    assert asked("kansai", "8886 8884 5 5 5 5", "888") == "0 lead: 6"
    assert asked("kansai", "8886 9994 5 5 5 5", "888") == "1 answer: 999 pass"


def test_jp_07_threes_last_and_bare_and_bought_from_the_head() -> None:
    assert asked("kanto", "2335 5 5 5 5 5") == "0 lead: 2 25 5"
    assert bought("kanto", "266 36 36 336 36 36") == ["663", "63", "63", "263", "63", "63"]
    assert bought("kanto", "Ww66 36 36 336 36 36") == ["W663", "63", "63", "w63", "63", "63"]
    # who can pay nothing does without
    assert bought("kanto", "T66 36 36 336 36 36") == ["T66", "63", "63", "633", "63", "63"]
    # who is beaten before the 3s waits for a lead
    after = state("kanto", "83 5 94 5 T5 5", "8 9")
    assert (after["settled"], after["smothered"], after["hands"][0]) == ([], [], "3")


@pytest.mark.parametrize("variant", ["shikoku", "kyushu", "kansai", "camp"])
def test_jp_07_elsewhere_threes_are_cards_like_others(variant: str) -> None:
    assert asked(variant, "335 5 5 5 5 5") == "0 lead: 3 33 5"
    assert bought(variant, "266 36 36 336 36 36")[0] == "266"


def test_jp_08_six_threes_and_34_cards_each() -> None:
    options = load_variant("kinki_single_three").options
    assert options.deck_counts == (6, 14) + (16,) * 11 + (4, 4)
    assert options.hand_sizes == (34,) * 6
    assert asked("kinki_single_three", "2335 5 5 5 5 5") == "0 lead: 2 25 5"


@pytest.mark.parametrize(
    ("play", "who"), [("KK", [0]), ("2K", [0]), ("22", [0]), ("2", []), ("w", []), ("wK", [])]
)
def test_jp_09_opens_by_two_or_more_cards_without_jokers(play: str, who: list[int]) -> None:
    assert opened("shikoku", f"{play}6 5 5 5 5 5", play) == who
    assert opened("shikoku", "KK6 5 5 AA6 5 5", "KK AA") == [3]


@pytest.mark.parametrize("variant", ["kanto", "kyushu", "kansai", "camp"])
def test_jp_09_elsewhere_there_is_no_opening(variant: str) -> None:
    assert opened(variant, "KK46 5 5 5 5 5", "KK 4") == []


def test_jp_10_fours_after_opening_only_bare_and_bought() -> None:
    assert opened("kinki", "KK46 5 5 5 5 5", "KK") == [0]
    assert opened("kinki", "2K46 5 5 5 5 5", "2K") == [0]
    assert opened("kinki", "246 5 5 5 5 5", "2") == []  # a single card
    assert opened("kinki", "KK66 5 5 5 5 5", "KK") == []  # no 4
    assert opened("kinki", "4KK46 4 4 4 4 4", "4 KK") == []  # an early 4
    assert opened("kinki", "w4KK46 4 4 4 4 4", "w4 KK") == []  # a 4 with a joker
    assert opened("kinki", "24KK46 4 4 4 4 4", "24 KK") == []
    assert bought("kinki", "2366 34 34 344 34 34") == ["6643", "43", "43", "243", "43", "43"]
    assert bought("kinki", "w366 34 34 344 34 34") == ["6643", "43", "43", "w43", "43", "43"]
    # who can pay nothing does without
    assert bought("kinki", "T366 34 34 344 34 34")[0] == "T663"
    assert bought("kinki", "T466 34 34 334 34 34")[0] == "T664"
    # 冲三 does not smother
    assert state("kinki", "83 5 94 5 T5 5", "8 9")["smothered"] == []


def test_jp_11_six_fours_as_well_and_32_cards_each() -> None:
    options = load_variant("kinki_single_four").options
    assert options.deck_counts == (6, 6, 12) + (16,) * 10 + (4, 4)
    assert options.hand_sizes == (32,) * 6
    assert opened("kinki_single_four", "KK46 5 5 5 5 5", "KK") == [0]


def test_jp_12_two_big_jokers_and_a_card_more_beat_one() -> None:
    assert asked("kyushu", "W8886 5 5 WW9994 5 5", "W888", **NO_BURN) == "3 answer: WW999 pass"
    assert asked("kyushu", "W8886 5 5 WW9944 5 5", "W888", **NO_BURN) == "0 lead: 6"
    assert asked("kyushu", "W8886 5 5 WW8884 5 5", "W888", **NO_BURN) == "0 lead: 6"
    assert asked("kyushu", "W8886 WW9994 5 5 5 5", "W888", **NO_BURN) == "0 lead: 6"
    not_gouji = {"options": {"burn": False, "red_not_gouji": True}}
    assert asked("kyushu", "W8886 WW9994 5 5 5 5", "W888", **not_gouji) == "1 answer: WW999 pass"


def test_jp_13_sixteen_jokers_of_each_kind() -> None:
    options = load_variant("kyushu").options
    assert options.deck_counts == (16,) * 13 + (16, 16)
    assert (options.hand_sizes, options.red_two_for_one) == ((40,) * 6, True)
    # elsewhere the deck goes without that rule
    alone = {"deck": "jokers240", "burn": False}
    assert asked("kansai", "W8886 5 5 WW9994 5 5", "W888", options=alone) == "0 lead: 6"


def test_jp_14_a_voluntary_revolt_and_a_void_deal_after_two_or_in_kyushu_one() -> None:
    hands = "4667 466 24 24 24 24"
    assert asked("kansai", hands, start="dealt") == "0 revolt: revolt stay"
    assert not state("kansai", hands, "revolt stay", start="dealt")["void"]
    assert state("kansai", hands, "revolt revolt", start="dealt")["void"]
    assert state("kyushu", hands, "revolt", start="dealt")["void"]


def test_jp_15_who_has_played_nothing_when_the_first_goes_out_is_suffocated() -> None:
    # 1 has played 9, so that 2 and 5 alone have played nothing when 0 goes out
    end = state("kansai", "87K 94 5 T5 J5 5", "8 9 T J K 7")
    assert end["finished"] is False
    end = state("kansai", "8K 94 5 T5 J5 5", "8 9 T J K")
    assert end["settled"] == [
        {"seat": 0, "by": "out"},
        {"seat": 2, "by": "suffocated"},
        {"seat": 5, "by": "suffocated"},
    ]
    assert end["hands"] == ["", "4", "", "5", "5", ""]


def test_jp_16_two_teams_a_peek_at_a_partner_and_a_sweep() -> None:
    options = load_variant("camp").options
    assert (options.teams, options.peek_partner_below) == (True, 10)
    end = state("camp", "- 8 - 5 - 6", "8 5", leader=1, settled="0:out 2:out 4:out")
    assert (end["sweep"], end["scores"]) == (0, [12, -12] * 3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_jp_17_no_declaring_no_tribute_and_a_drawn_leader(variant: str) -> None:
    options = load_variant(variant).options
    assert (options.first_lead_first, options.first_lead) == ("random", "random")
    assert owed(variant, **LAST_TWO) == []
    assert asked(variant, " ".join(["2345"] * 6), start="dealt").startswith("0 lead: ")


@pytest.mark.parametrize("variant", EACH_FOR_HIMSELF)
def test_jp_17_each_for_himself_with_only_the_relation_to_the_head(variant: str) -> None:
    end = state(variant, "- 8 - 5 - 6", "8 5", leader=1, settled="0:out 2:out 4:out")
    assert (end["sweep"], end["scores"]) == (None, [4, 0, 2, -2, 0, -4])
    assert state(variant, **LAST_TWO)["scores"] == [4, 2, 0, 0, -2, -4]
    assert seats(variant, "KK6 AA4 AA4 AA4 AA4 AA4", "KK", **NO_BURN) == [3]
