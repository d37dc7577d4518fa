"""What an ablation found: the paired effect of every switch, judged as one family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gouji_sim.errors import StudyError
from gouji_sim.report.comparison import Lineup, check_statistics
from gouji_sim.report.contrasts import Judged, Pairing, judge
from gouji_sim.report.sources import Source, sources_of
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.stats.intervals import Estimate
from gouji_sim.stats.sameness import identical
from gouji_sim.study.ablation import BASE, TARGET, Ablation

if TYPE_CHECKING:
    from gouji_sim.rules import Variant
    from gouji_sim.study import Run

__all__ = ["ABLATED", "Effects", "check_defined", "find_effects", "joint_effect"]

ABLATED = ("sweep_rate", "open_rate", "burn_attempts", "plays")
"""Statistics that an ablation looks at unless others are asked for."""


@dataclass(frozen=True)
class Effects:
    """All contrasts of an ablation.

    ``judged`` is by (one, base, line-up, statistic), one and base being keys of the plan; a contrast whose
    statistic is undefined on one side is missing. ``same`` holds those (one, base, line-up) that gave the
    very same figures in every deal.
    """

    ablation: Ablation
    lineups: tuple[Lineup, ...]
    statistics: tuple[str, ...]
    sources: Mapping[tuple[str, Lineup], Source]
    judged: Mapping[tuple[str, str, Lineup, str], Judged]
    same: frozenset[tuple[str, str, Lineup]]

    def effect(self, one: str, lineup: Lineup, statistic: str, base: str = BASE) -> Judged | None:
        """The difference ``one`` less ``base``."""
        return self.judged.get((one, base, lineup, statistic))

    def estimate(self, key: str, lineup: Lineup, statistic: str) -> Estimate:
        """The value of a statistic in one cell."""
        cell = self.sources[key, lineup].cell
        return CATALOGUE[statistic].estimate(cell.totals, cell.variant.options)

    def unchanged(self, one: str, base: str = BASE) -> tuple[Lineup, ...]:
        """The line-ups under which ``one`` gave the very deals of ``base``."""
        return tuple(lineup for lineup in self.lineups if (one, base, lineup) in self.same)

    def ranked(self, statistic: str) -> list[str]:
        """Keys of the switches by their largest effect under any line-up; without those that have none or no
        value."""
        sizes: dict[str, float] = {}
        for (one, base, lineup, name), judged in self.judged.items():
            value = judged.difference.value
            if name == statistic and value is not None and (one, base, lineup) not in self.same:
                sizes[one] = max(sizes.get(one, 0.0), abs(value))
        return sorted(sizes, key=lambda one: -sizes[one])


def check_defined(statistics: Sequence[str] | None, base: Variant) -> tuple[str, ...]:
    """The statistics that are asked for, or those of `ABLATED` that the variant has.

    Raises StudyError for one that is unknown, not defined under the rules of ``base``, or without paired
    difference.
    """
    if not statistics:
        return tuple(name for name in ABLATED if CATALOGUE[name].defined(base.options))
    check_statistics(statistics)
    undefined = [
        name
        for name in statistics
        if not CATALOGUE[name].defined(base.options) or CATALOGUE[name].measure is not None
    ]
    if undefined:
        raise StudyError(
            f"{', '.join(undefined)}: not defined for {base.id}, or not smooth enough for a difference",
            "--statistic",
        )
    return tuple(dict.fromkeys(statistics))


def find_effects(run: Run, ablation: Ablation, statistics: Sequence[str]) -> Effects:
    """Read the effects from the run of an ablation's plan."""
    sources: dict[tuple[str, Lineup], Source] = {}
    for source in sources_of([run]):
        zh, en = source.cell.cell.lineup_label
        sources[source.cell.cell.variant_key, Lineup(source.cell.cell.lineup_key, zh, en)] = source
    lineups = tuple(dict.fromkeys(lineup for _, lineup in sources))
    places: dict[tuple[str, str], tuple[str, str, Lineup]] = {}
    same: set[tuple[str, str, Lineup]] = set()
    pairings: list[Pairing] = []
    for lineup in lineups:
        for contrast in ablation.contrasts():
            pairing = Pairing.of(sources[contrast.one, lineup], sources[contrast.base, lineup])
            place = contrast.one, contrast.base, lineup
            places[pairing.one.id, pairing.base.id] = place
            pairings.append(pairing)
            if pairing.paired is not None and identical(pairing.paired):
                same.add(place)
    judged = {
        (*places[each.pairing.one.id, each.pairing.base.id], each.statistic): each
        for each in judge(pairings, statistics, {})
    }
    return Effects(ablation, lineups, tuple(statistics), sources, judged, frozenset(same))


def joint_effect(effects: Effects, lineup: Lineup, statistic: str) -> tuple[float | None, float]:
    """Of a path: the whole difference, and the sum of what each option adds to the base alone."""
    total = effects.effect(TARGET, lineup, statistic)
    parts = [
        judged.difference.value or 0.0
        for (one, base, where, name), judged in effects.judged.items()
        if base == BASE and one != TARGET and where == lineup and name == statistic
    ]
    return (None if total is None else total.difference.value), sum(parts)
