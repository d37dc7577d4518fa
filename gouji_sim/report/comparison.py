"""Variants against a baseline on common deals, under one or several line-ups of policies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gouji_sim.errors import Problem, StudyError
from gouji_sim.i18n import Lang
from gouji_sim.report.contrasts import Judged, Pairing, judge
from gouji_sim.report.order import Ranking, compare_orders
from gouji_sim.report.sources import Source
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.stats.intervals import Estimate

__all__ = ["COMPARED", "Comparison", "Lineup", "Row", "check_statistics", "make_comparison"]

COMPARED = (
    "open_rate", "sweep_rate", "burn_attempts", "burn_success_rate", "smother_rate", "revolt_rate",
    "lead_advantage", "score_spread", "plays", "decisions", "lead_changes",
)  # fmt: skip
"""Statistics that are compared unless others are asked for."""


@dataclass(frozen=True)
class Row:
    """A variant (or the same variant of one run of several) in the comparison."""

    id: str
    zh: str
    en: str

    def label(self, lang: Lang) -> str:
        return self.zh if lang == "zh" else self.en


@dataclass(frozen=True)
class Lineup:
    """Six policies by seat and what they are called."""

    id: str
    zh: str
    en: str

    def label(self, lang: Lang) -> str:
        return self.zh if lang == "zh" else self.en


@dataclass(frozen=True)
class Comparison:
    """The grid of variants and line-ups and all contrasts to ``baseline``, judged as one family."""

    rows: tuple[Row, ...]
    lineups: tuple[Lineup, ...]
    sources: Mapping[tuple[Row, Lineup], Source]
    baseline: Row
    statistics: tuple[str, ...]
    judged: tuple[Judged, ...]

    def estimate(self, row: Row, lineup: Lineup, statistic: str) -> Estimate | None:
        """The estimate in one cell; None where there is no such cell or it does not define the statistic."""
        source = self.sources.get((row, lineup))
        if source is None or not CATALOGUE[statistic].defined(source.cell.variant.options):
            return None
        return CATALOGUE[statistic].estimate(source.cell.totals, source.cell.variant.options)

    def contrast(self, row: Row, lineup: Lineup, statistic: str) -> Judged | None:
        """The contrast of a cell to the baseline of its line-up."""
        source = self.sources.get((row, lineup))
        for each in self.judged:
            if each.pairing.one is source and each.statistic == statistic:
                return each
        return None

    def ranking(self, statistic: str, one: Lineup, other: Lineup) -> Ranking:
        """How the order of the variants differs between two line-ups."""
        return compare_orders(
            [self.estimate(row, one, statistic) for row in self.rows],
            [self.estimate(row, other, statistic) for row in self.rows],
        )


def check_statistics(names: Sequence[str]) -> None:
    """Raises StudyError that names every unknown statistic."""
    known = f"there are {', '.join(CATALOGUE)}"
    unknown = [name for name in dict.fromkeys(names) if name not in CATALOGUE]
    if unknown:
        raise StudyError([Problem("--statistic", f"no statistic {name!r}; {known}") for name in unknown])


def make_comparison(
    sources: Sequence[Source], baseline: str | None, statistics: Sequence[str], margins: Mapping[str, float]
) -> Comparison:
    """Lay the cells out and judge every contrast.

    ``baseline`` names a variant, a run or a row; the first row if None. Raises StudyError when there is
    nothing to compare, and for an unknown baseline or statistic.
    """
    check_statistics([*statistics, *margins])
    grid: dict[tuple[Row, Lineup], Source] = {}
    for source in sources:
        grid[_row(source), _lineup(source)] = source
    rows = tuple(dict.fromkeys(row for row, _ in grid))
    lineups = tuple(dict.fromkeys(lineup for _, lineup in grid))
    if len(rows) < 2:
        raise StudyError("there must be two variants or runs at least", "compare")
    base = rows[0] if baseline is None else _find(baseline, rows, grid)
    pairings = [
        Pairing.of(source, grid[base, lineup])
        for (row, lineup), source in grid.items()
        if row != base and (base, lineup) in grid
    ]
    if not pairings:
        raise StudyError(f"no policies that {base.id!r} shares with another variant", "--baseline")
    return Comparison(
        rows, lineups, grid, base, tuple(statistics), tuple(judge(pairings, statistics, margins))
    )


def _row(source: Source) -> Row:
    cell = source.cell.cell
    marks = [mark for mark in (cell.suffix.replace(" ", "."), source.mark) if mark]
    zh, en = cell.variant_label
    extra = f" ({', '.join(marks)})" if marks else ""
    return Row(".".join([cell.variant_key, *marks]), zh + extra, en + extra)


def _lineup(source: Source) -> Lineup:
    zh, en = source.cell.cell.lineup_label
    return Lineup(source.cell.cell.lineup_key, zh, en)


def _find(name: str, rows: Sequence[Row], grid: Mapping[tuple[Row, Lineup], Source]) -> Row:
    for row in rows:
        names = {row.id, row.zh, row.en}
        for (other, _), source in grid.items():
            if other == row:
                variant = source.cell.variant
                names |= {
                    source.mark,
                    str(source.run.path),
                    source.cell.cell.variant_key,
                    variant.id,
                    *variant.aliases,
                }
        if name and name in names:
            return row
    raise StudyError(f"{name!r} is none of {', '.join(row.id for row in rows)}", "--baseline")
