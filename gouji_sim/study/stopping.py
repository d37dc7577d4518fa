"""Stopping at a precision: looks at batches of shards fixed by the study, on the totals of all deals up to
there.

The point where a study stops depends on the deals alone, not on jobs or on which shard came back first. The
rule looks at the width of an interval, never at a p-value.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from gouji_sim.stats.catalogue import estimate
from gouji_sim.stats.totals import Totals
from gouji_sim.study.plan import Plan

__all__ = ["Look", "half_widths", "is_look", "look"]


@dataclass(frozen=True)
class Look:
    """What was seen at ``units``: the half-width in each cell, infinite where there is no interval."""

    units: int
    half_widths: dict[str, float]
    reached: bool


def is_look(plan: Plan, units: int) -> bool:
    """Whether the rule looks when exactly the first ``units`` are counted."""
    if plan.stop is None or units < plan.stop.min:
        return False
    return units == plan.units or units % (plan.stop.batch * plan.shard) == 0


def look(plan: Plan, units: int, totals: Mapping[str, Totals]) -> Look:
    """Judge the totals of the first ``units`` of every cell."""
    stop = plan.stop
    if stop is None:
        raise ValueError("the plan has no stop rule")
    widths = half_widths(plan, totals)
    return Look(units, widths, all(width <= stop.half_width for width in widths.values()))


def half_widths(plan: Plan, totals: Mapping[str, Totals]) -> dict[str, float]:
    """The longer side of the interval of the statistic of the stop rule, by cell id."""
    stop = plan.stop
    if stop is None:
        return {}
    widths = {}
    for id in stop.cells:
        found = estimate(totals[id], stop.statistic, stop.level, options=plan.cell(id).variant.options)
        if found.value is None or found.low is None or found.high is None:
            widths[id] = math.inf
        else:
            widths[id] = max(found.high - found.value, found.value - found.low)
    return widths
