"""How wide the game is: legal actions a decision, and how often a turn is a real decision.

The record of a deal does not hold these, so they are counted on a sample of the deals of a cell, which are
played once more, decision by decision. A turn is a time when the rotation or a step of the setup reaches a
seat with a right to act: a decision, or a pass by force (RULES 7.2, 19). A decision is real when it has at
least two actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gouji_sim.core import CompiledRules, Engine
from gouji_sim.core.policies import POLICIES, split_policy
from gouji_sim.rules import Options
from gouji_sim.stats.intervals import LEVEL, Estimate, ratio_interval, undefined

__all__ = ["SAMPLE", "Branching", "can_measure", "measure_branching"]

SAMPLE = 200
"""Deals that are looked at."""


@dataclass(frozen=True)
class Branching:
    """``branching``: mean number of legal actions over all decisions. ``real_decision_share``: decisions
    with two actions or more, as a share of all turns. The unit is the deal.
    """

    branching: Estimate
    real_decision_share: Estimate


def can_measure(lineup: Sequence[str]) -> bool:
    """Are the policies fast enough to play the sample again?"""
    return all(split_policy(name)[0] in POLICIES for name in lineup)


def measure_branching(
    options: Options, lineup: Sequence[str], seed: int, deals: int = SAMPLE, *, level: float = LEVEL
) -> Branching:
    """Look at the single deals 0 to ``deals`` − 1 of a seed, void ones left out."""
    rules = CompiledRules(options)
    widths, choices = [], []
    for index in range(deals):
        engine = Engine.from_deal(rules, seed, index, lineup)
        engine.start()
        actions = decisions = real = 0
        while engine.phase != "over":
            n = engine.n_actions()
            actions += n
            decisions += 1
            real += n > 1
            engine.apply(engine.policy_action())
        if engine.is_void:
            continue
        forced = sum(event[0] == "pass" and event[3] == 1 for event in engine.events())
        widths.append((actions, decisions))
        choices.append((real, decisions + forced))
    return Branching(_ratio("branching", widths, level), _ratio("real_decision_share", choices, level))


def _ratio(id: str, pairs: Sequence[tuple[int, int]], level: float) -> Estimate:
    n, s, a = len(pairs), sum(s for s, _ in pairs), sum(a for _, a in pairs)
    interval = ratio_interval(
        n,
        s,
        a,
        sum(s * s for s, _ in pairs),
        sum(a * a for _, a in pairs),
        sum(s * a for s, a in pairs),
        level,
    )
    if interval is None:
        return undefined(id, n, level)
    return Estimate(id, s / a, *interval, n, s, a, "delta", level)
