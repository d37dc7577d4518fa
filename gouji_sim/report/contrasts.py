"""Differences between cells: paired where they played the same deals, and judged as one family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import erfc, sqrt

from gouji_sim.report.sources import Source, paired_totals
from gouji_sim.stats.catalogue import CATALOGUE, Statistic
from gouji_sim.stats.intervals import LEVEL, normal_quantile
from gouji_sim.stats.multiplicity import Verdict, holm, verdict
from gouji_sim.stats.paired import Difference, PairedTotals, difference

__all__ = ["DEFAULT_MARGINS", "Judged", "Pairing", "contrast", "judge", "margin_of"]

DEFAULT_MARGINS: Mapping[str, float] = {"share": 0.01, "points": 0.1, "count": 0.05, "index": 0.01}
"""Margin of a statistic by its unit where none is given: one per cent of all, a tenth of a point, …"""

_LENGTH_MARGIN = 1.0


@dataclass(frozen=True)
class Pairing:
    """``one`` against ``base``; ``paired`` are their common deals, None where they have none.

    In ``paired`` the baseline is the first cell, unless ``turned``.
    """

    one: Source
    base: Source
    paired: PairedTotals | None
    turned: bool = False

    @classmethod
    def of(cls, one: Source, base: Source) -> Pairing:
        """Pair two cells, reading their records where no totals are kept."""
        found = paired_totals(base, one)
        return cls(one, base, None) if found is None else cls(one, base, *found)


@dataclass(frozen=True)
class Judged:
    """A difference of a family: ``adjusted`` is Holm's p over it; ``margin`` was stated beforehand."""

    pairing: Pairing
    difference: Difference
    margin: float
    adjusted: float | None
    verdict: Verdict

    @property
    def statistic(self) -> str:
        return self.difference.statistic


def margin_of(statistic: Statistic, margins: Mapping[str, float]) -> float:
    """The margin of a statistic: as given, else by its group or unit."""
    if statistic.id in margins:
        return margins[statistic.id]
    return _LENGTH_MARGIN if statistic.group == "length" else DEFAULT_MARGINS[statistic.unit]


def contrast(pairing: Pairing, id: str, level: float = LEVEL) -> Difference | None:
    """``one`` less ``base``; None where the statistic is not defined or has no such difference."""
    stat = CATALOGUE[id]
    options = pairing.one.cell.variant.options, pairing.base.cell.variant.options
    if not all(stat.defined(each) for each in options):
        return None
    if pairing.paired is None:
        return _unpaired(pairing, stat, level)
    if pairing.turned:
        options = options[1], options[0]
    found = difference(pairing.paired, id, level, options_a=options[1], options_b=options[0])
    if found.value is None:
        return None
    return _turned(found) if pairing.turned else found


def judge(
    pairings: Sequence[Pairing], statistics: Sequence[str], margins: Mapping[str, float], level: float = LEVEL
) -> list[Judged]:
    """All contrasts of the pairings in the statistics, as one family: Holm's p and a verdict by the margin
    each."""
    found = [
        (pairing, made)
        for id in statistics
        for pairing in pairings
        if (made := contrast(pairing, id, level)) is not None
    ]
    tested = [index for index, (_, made) in enumerate(found) if made.p_value is not None]
    adjusted: dict[int, float] = dict(
        zip(tested, holm([found[index][1].p_value or 0.0 for index in tested]), strict=True)
    )
    judged = []
    for index, (pairing, made) in enumerate(found):
        margin, p = margin_of(CATALOGUE[made.statistic], margins), adjusted.get(index)
        judged.append(
            Judged(pairing, made, margin, p, verdict(made.value, made.low, made.high, margin, p, level))
        )
    return judged


def _turned(found: Difference) -> Difference:
    """The same difference the other way round."""

    def negative(value: float | None) -> float | None:
        return None if value is None else -value

    return replace(
        found,
        value=negative(found.value),
        low=negative(found.high),
        high=negative(found.low),
        a=found.b,
        b=found.a,
        only_a=found.only_b,
        only_b=found.only_a,
    )


def _unpaired(pairing: Pairing, stat: Statistic, level: float) -> Difference | None:
    """The difference of two independent estimates, their intervals combined by square and add (Newcombe
    1998)."""
    a, b = (
        stat.estimate(source.cell.totals, source.cell.variant.options, level)
        for source in (pairing.one, pairing.base)
    )
    if (
        a.value is None
        or a.low is None
        or a.high is None
        or b.value is None
        or b.low is None
        or b.high is None
    ):
        return None
    value = a.value - b.value
    low = value - sqrt((a.value - a.low) ** 2 + (b.high - b.value) ** 2)
    high = value + sqrt((a.high - a.value) ** 2 + (b.value - b.low) ** 2)
    towards_zero = value - low if value > 0 else high - value
    if towards_zero <= 0:
        p = 1.0 if value == 0 else 0.0
    else:
        p = erfc(abs(value) / (towards_zero / normal_quantile(level)) / sqrt(2))
    return Difference(stat.id, value, low, high, min(a.n, b.n), b, a, p, None, "newcombe", level)
