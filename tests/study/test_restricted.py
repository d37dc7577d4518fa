"""Restricted play: what is tried, what means nothing where, and what a team loses."""

import numpy as np
import pytest

from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.core.policies import RESTRICTIONS
from gouji_sim.errors import StudyError
from gouji_sim.rules import load_variant
from gouji_sim.study import open_run
from gouji_sim.study.assembled import Playing
from gouji_sim.study.labels import policy_label
from gouji_sim.study.restricted import restricted, undefined, worths
from gouji_sim.study.runner import Settings, start_run

QINGDAO, HERO = load_variant("qingdao"), load_variant("hero")


@pytest.mark.parametrize(
    ("variant", "meaningless"),
    [
        ("qingdao", {}),
        ("hero", {"open": "opens_by_itself"}),
        ("changyi", {"declare": "no_declare"}),
        ("zhangqiu", {"revolt": "no_revolt"}),
        ("puji", {"open": "no_open", "declare": "no_declare"}),
    ],
)
def test_what_is_no_choice_under_the_rules_is_told(variant, meaningless):
    options = load_variant(variant).options
    reasons = {name: undefined(options, name) for name in RESTRICTIONS}
    assert {name: reason for name, reason in reasons.items() if reason} == meaningless


def test_without_burning_or_yielding_there_is_nothing_to_leave_out():
    options = load_variant("qingdao", {"burn": False, "yield": False}).options
    assert (undefined(options, "burn"), undefined(options, "yield")) == ("no_burn", "no_yield")


def test_each_restriction_and_all_that_are_possible_together():
    tried = restricted([QINGDAO, HERO], ["greedy"], ["burn", "open"])
    assert [(trial.variant.id, trial.never) for trial in tried.trials] == [
        ("qingdao", ("burn",)),
        ("qingdao", ("open",)),
        ("qingdao", ("burn", "open")),
        ("hero", ("burn",)),
    ]
    assert [(each.variant.id, each.never) for each in tried.undefined] == [("hero", "open")]
    plan = tried.plan(Playing(10, "deals", 1))
    assert [cell.id for cell in plan.cells] == [
        "qingdao.greedy",
        "qingdao.greedy-burn+greedy",
        "qingdao.greedy-open+greedy",
        "qingdao.greedy-burn-open+greedy",
        "hero.greedy",
        "hero.greedy-burn+greedy",
    ]
    assert len(plan.pairs) == 4


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((["greedy"], ["fly"]), "--not"),
        ((["greedy-burn"], ["burn"]), "--policy"),
        ((["greedy,random"], ["burn"]), "--policy"),
    ],
)
def test_mistakes_are_told(arguments, complaint):
    with pytest.raises(StudyError, match=complaint):
        restricted([QINGDAO], *arguments)
    with pytest.raises(StudyError, match="needs no 4"):
        restricted([HERO], ["greedy"], ["open"])


def test_the_worth_is_the_difference_of_the_lead_deal_by_deal(tmp_path):
    tried = restricted([QINGDAO], ["greedy", "random"], ["burn", "declare", "yield"])
    plan = tried.plan(Playing(500, "deals", 6))
    start_run(plan, tmp_path / "run", Settings(jobs=1))
    found = {(w.trial.policy, w.trial.never): w for w in worths(open_run(tmp_path / "run"), tried)}

    def lead(lineup):
        records = play_deals(CompiledRules(QINGDAO.options), lineup, 6, 0, 500)
        return records["score"][:, 0].astype(float) - records["score"][:, 1]

    lost = lead(["greedy"] * 6) - lead(["greedy-burn", "greedy"] * 3)
    burn = found["greedy", ("burn",)]
    assert burn.points.value == pytest.approx(lost.mean())
    assert burn.points.half_width == pytest.approx(1.9647 * lost.std(ddof=1) / np.sqrt(500), rel=1e-4)
    assert not burn.same
    assert burn.used.statistic == "burn_attempts"
    # greedy play neither declares nor yields
    assert found["greedy", ("declare",)].same
    assert found["greedy", ("yield",)].same
    assert not found["random", ("yield",)].same
    # declaring costs tribute in later deals only; as a figure of the deal itself it counts
    declare = found["random", ("declare",)]
    assert (declare.points.value, declare.same) == (0, False)
    assert all(each.adjusted >= each.points.p_value for each in found.values())


def test_restricted_policies_have_names_for_people():
    assert policy_label("greedy-burn-yield", "zh") == "贪心（不烧牌、不让牌）"
    assert policy_label("greedy-burn-yield", "en") == "greedy (no burn, no yield)"
    assert policy_label("my_module:Mine-burn", "en") == "my_module:Mine-burn"
