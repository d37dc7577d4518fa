"""Ablations: which switches there are, and the study that plays them."""

import pytest

from gouji_sim.errors import StudyError
from gouji_sim.rules import Options, list_variants, load_variant
from gouji_sim.study import open_run
from gouji_sim.study.ablation import BASE, TARGET, Ablation, path
from gouji_sim.study.assembled import Playing, read_lineup
from gouji_sim.study.runner import Settings, start_run
from gouji_sim.study.switches import SESSION_LENGTH, Skipped, alternatives, read_wanted, switch, switches

QINGDAO, HERO = load_variant("qingdao"), load_variant("hero")
PLAYING = Playing(300, "deals", 4)
LINEUPS = [("greedy",), ("random", "greedy")]


def test_truth_values_enumerations_and_small_numbers_have_all_others():
    assert alternatives("yield", QINGDAO.options) == [False]
    assert alternatives("after_pass", QINGDAO.options) == ["none", "head"]
    assert alternatives("melee_at", QINGDAO.options) == [1, 2, 3, 5, 6]
    assert alternatives("revolt_void_at", QINGDAO.options) == [1]
    assert alternatives("deck", HERO.options) == ["short196", "threes204", "fours192", "six324", "jokers240"]


def test_thresholds_go_up_and_down_by_one_and_lists_are_those_of_other_variants():
    looser, stricter = alternatives("gouji_thresholds", QINGDAO.options)
    assert looser == {"T": 4, "J": 3, "Q": 2, "K": 1, "A": 1, "2": 1}
    assert stricter == {"T": 6, "J": 5, "Q": 4, "K": 3, "A": 3, "2": 2}
    orders = alternatives("tribute_order", QINGDAO.options)
    assert load_variant("zhangqiu").options.to_dict()["tribute_order"] in orders
    assert QINGDAO.options.to_dict()["tribute_order"] not in orders


@pytest.mark.parametrize("id", list_variants())
def test_every_option_of_every_variant_has_a_switch_or_a_reason(id):
    base = load_variant(id)
    made, left_out = switches(base, None, sessions=False)
    assert {each.option for each in [*made, *left_out]} == set(Options.names())
    for each in made:
        differing = each.variant.options.differences(base.options)
        assert differing == {each.option: each.value}
    keys = [key for key, _ in Ablation(base, tuple(made)).variants()]
    assert len(set(keys)) == len(keys)


def test_what_the_rules_refuse_is_left_out_with_the_reason():
    _, left_out = switches(HERO, None, sessions=False)
    assert [(each.option, each.value) for each in left_out] == [("red_two_for_one", True)]
    assert "mixed_jokers" in left_out[0].reason
    with pytest.raises(StudyError, match="mixed_jokers"):
        switches(HERO, {"red_two_for_one": []}, sessions=False)


def test_sessions_keep_their_length():
    made, left_out = switches(QINGDAO, None, sessions=True)
    assert "session_deals" not in {each.option for each in made}
    assert {each.value for each in left_out if each.reason == SESSION_LENGTH} == {1, 10}


def test_named_options_and_values_are_read():
    wanted = read_wanted(
        ["yield", "melee_at=3, 5", 'setup=["deal","lead"],["deal","buy","lead"]', "melee_at=6"]
    )
    assert wanted == {
        "yield": [], "melee_at": [3, 5, 6], "setup": [["deal", "lead"], ["deal", "buy", "lead"]],
    }  # fmt: skip
    made, _ = switches(QINGDAO, wanted, sessions=False)
    assert [each.id for each in made] == [
        "yield=false", "melee_at=3", "melee_at=5", "melee_at=6", "setup=deal,lead", "setup=deal,buy,lead",
    ]  # fmt: skip
    assert read_wanted([]) is None


def test_all_mistakes_in_named_options_at_once():
    with pytest.raises(StudyError) as caught:
        read_wanted(["yeild", "melee_at=9", "open_by=pur"])
    assert [problem.place for problem in caught.value.problems] == [
        "--option yeild", "--option melee_at", "--option open_by",
    ]  # fmt: skip
    with pytest.raises(StudyError, match="already"):
        switches(QINGDAO, {"yield": [True]}, sessions=False)


def test_a_study_pairs_each_switch_with_the_base_under_every_lineup():
    made, _ = switches(QINGDAO, {"yield": [], "melee_at": [5]}, sessions=False)
    plan = Ablation(QINGDAO, tuple(made)).plan(PLAYING, LINEUPS, ["plays", "sweep_rate"])
    assert [cell.id for cell in plan.cells][:3] == ["base.greedy", "yield_false.greedy", "melee_at_5.greedy"]
    assert {(pair.a, pair.b) for pair in plan.pairs} == {
        (f"{one}.{lineup}", f"base.{lineup}")
        for one in ("yield_false", "melee_at_5")
        for lineup in ("greedy", "random+greedy")
    }
    assert len(plan.contrasts) == 8
    assert plan.kept == 0


def test_a_run_of_an_ablation_is_one_that_can_be_resumed(tmp_path):
    made, _ = switches(QINGDAO, {"hold_threes": []}, sessions=False)
    plan = Ablation(QINGDAO, tuple(made)).plan(PLAYING, LINEUPS, ["plays"])
    start_run(plan, tmp_path / "run", Settings(jobs=1))
    assert start_run(plan, tmp_path / "run", Settings(jobs=1)).deals == 0
    run = open_run(tmp_path / "run")
    assert {totals.n for totals in run.pairs.values()} == {300}


def test_a_path_has_every_difference_twice():
    way = path(QINGDAO, HERO)
    assert {each.option for each in way.ways} == set(HERO.options.differences(QINGDAO.options))
    for each in way.ways:
        assert each.added.variant.options.differences(QINGDAO.options) == {each.option: each.after}
        assert HERO.options.differences(each.left_out.variant.options) == {each.option: each.after}
    asked = {(contrast.one, contrast.base) for contrast in way.contrasts()}
    assert (TARGET, BASE) in asked
    assert ("plus-declare", BASE) not in asked
    assert ("plus-after_pass", BASE) in asked
    assert (TARGET, "minus-after_pass") in asked


def test_a_step_that_the_rules_refuse_is_told():
    way = path(
        load_variant("kanto"), load_variant("kanto", {"red_two_for_one": False, "mixed_jokers": "small"})
    )
    by_option = {each.option: each for each in way.ways}
    assert isinstance(by_option["mixed_jokers"].added, Skipped)
    assert isinstance(by_option["red_two_for_one"].left_out, Skipped)
    assert ("plus-mixed_jokers", BASE) not in {(c.one, c.base) for c in way.contrasts()}


def test_the_same_rules_are_no_path_and_sessions_need_one_length():
    with pytest.raises(StudyError, match="same rules"):
        path(QINGDAO, QINGDAO)
    longer = load_variant("qingdao", {"session_deals": 7})
    with pytest.raises(StudyError, match="different length"):
        path(QINGDAO, longer).plan(Playing(10, "sessions", 1), LINEUPS, ["plays"])


def test_one_switch_is_its_own_variant():
    made = switch(QINGDAO, "burn", False)
    assert (made.before, made.value, made.id) == (True, False, "burn=false")
    assert made.variant.overrides == {"burn": False}


def test_lineups_are_checked_before_anything_is_played():
    assert read_lineup("greedy, random-burn") == ("greedy", "random-burn")
    for text in ("greedy,random,greedy", "greedy,nobody", "greedy-fly"):
        with pytest.raises(StudyError):
            read_lineup(text)
