"""Actions a decision and the share of real decisions, counted by hand on small cases and by a second way."""

import pytest

from gouji_sim.core import CompiledRules, Engine, play_deals
from gouji_sim.rules import load_variant
from gouji_sim.study.branching import can_measure, measure_branching


def test_decisions_are_those_of_the_records():
    options = load_variant("camp").options  # nothing is asked before the play but revolts
    lineup = ["greedy"] * 6
    found = measure_branching(options, lineup, 3, 50)
    records = play_deals(CompiledRules(options), lineup, 3, 0, 50)
    records = records[records["void_deals"] == 0]
    assert found.branching.n == len(records)
    revolts = sum(records["revolter"] >= 0)
    assert found.branching.denominator >= records["decisions"].sum() + revolts
    assert found.real_decision_share.numerator <= found.branching.denominator
    assert 0 < found.real_decision_share.value < 1


def test_actions_are_counted_at_every_decision():
    options = load_variant("qingdao").options
    engine = Engine.from_deal(CompiledRules(options), 8, 0, ["random"] * 6)
    engine.start()
    counts = []
    while engine.phase != "over":
        counts.append(len(engine.legal()))
        engine.apply(engine.policy_action())
    found = measure_branching(options, ["random"] * 6, 8, 1)
    assert found.branching.value is None  # one deal has no interval
    found = measure_branching(options, ["random"] * 6, 8, 2)
    assert found.branching.numerator > sum(counts)
    assert found.branching.low < found.branching.value < found.branching.high


@pytest.mark.parametrize(("lineup", "fast"), [(["expert-burn"] * 6, True), (["search:4"] * 6, False)])
def test_slow_policies_are_not_played_again(lineup, fast):
    assert can_measure(lineup) is fast
