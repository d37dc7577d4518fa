"""A comparison as a document: order, estimates, differences, forest plots and heat maps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from gouji_sim.i18n import Lang, message, term
from gouji_sim.report import plots
from gouji_sim.report.builder import FORMS, MOST_SERIES, from_estimate
from gouji_sim.report.comparison import Comparison, Lineup, Row
from gouji_sim.report.contrasts import Judged
from gouji_sim.report.format import interval_text, short_text, value_text
from gouji_sim.report.gates import Failure
from gouji_sim.report.model import Cell, Column, Document, Figure, Label, Measure, Section, Table
from gouji_sim.stats.catalogue import CATALOGUE

__all__ = ["build_comparison"]

_VERDICTS = ("different", "equivalent", "undecided")
_FULL_SHADE = 5.0
"""Differences of this many margins have the full colour in a heat map."""


def build_comparison(
    comparison: Comparison, lang: Lang, command: str, meta: dict[str, Any], failed: Sequence[Failure] = ()
) -> Document:
    """The document; ``failed`` are the gates that did not hold."""
    writer = _Writer(comparison, lang)
    deals = sum(source.cell.n_deals for source in comparison.sources.values())
    sections = [writer.gates(failed), writer.order(), writer.maps(), writer.forests(), writer.estimates()]
    sections += [writer.differences(), writer.methods()]
    return Document(
        "comparison",
        lang,
        writer.text("title", n=len(comparison.rows)),
        writer.text("lead", deals=f"{deals:,}", baseline=comparison.baseline.label(lang)),
        writer.facts(),
        tuple(section for section in sections if section is not None),
        command,
        meta,
    )


class _Writer:
    def __init__(self, comparison: Comparison, lang: Lang) -> None:
        self.comparison = comparison
        self.lang: Lang = lang
        self.others = [row for row in comparison.rows if row != comparison.baseline]

    def text(self, key: str, **fields: object) -> str:
        return message(f"report.compare.{key}", self.lang, **fields)

    def name(self, statistic: str) -> str:
        return term(CATALOGUE[statistic].label, self.lang)

    def label(self, item: Row | Lineup) -> Label:
        return Label(item.id, item.label(self.lang))

    def joined(self, parts: Sequence[str]) -> str:
        return message("report.list_comma", self.lang).join(dict.fromkeys(parts))

    def facts(self) -> tuple[tuple[str, str], ...]:
        sources = self.comparison.sources.values()
        return (
            (
                message("report.fact.variants", self.lang),
                self.joined([row.label(self.lang) for row in self.comparison.rows]),
            ),
            (
                message("report.fact.policies", self.lang),
                self.joined([each.label(self.lang) for each in self.comparison.lineups]),
            ),
            (self.text("baseline"), self.comparison.baseline.label(self.lang)),
            (
                message("report.fact.deals", self.lang),
                self.joined([f"{source.cell.n_deals:,}" for source in sources]),
            ),
            (
                message("report.fact.seed", self.lang),
                self.joined([str(source.cell.seed) for source in sources]),
            ),
        )

    def section(self, id: str, paragraphs: Sequence[str], *blocks: Table | Figure | None) -> Section:
        left = tuple(block for block in blocks if block is not None)
        return Section(id, self.text(f"{id}.title"), tuple(paragraphs), left)

    def table(self, id: str, columns: Sequence[Column], rows: Sequence[tuple[Cell, ...]]) -> Table | None:
        if not rows:
            return None
        return Table(id, self.text(f"{id}.table"), self.text(f"{id}.caption"), tuple(columns), tuple(rows))

    def gates(self, failed: Sequence[Failure]) -> Section | None:
        if not failed:
            return None
        rows: list[tuple[Cell, ...]] = []
        for failure in failed:
            row, lineup = self.place(failure.judged)
            rows.append(
                (failure.gate.text, self.label(row), self.label(lineup), self.measure(failure.judged))
            )
        columns = (
            Column("gate", self.text("gate"), numeric=False),
            Column("variant", self.text("variant"), numeric=False),
            Column("policies", self.text("policies"), numeric=False),
            Column("difference", self.text("difference")),
        )
        return self.section("gates", [self.text("gates.text")], self.table("gates", columns, rows))

    def place(self, judged: Judged) -> tuple[Row, Lineup]:
        for place, source in self.comparison.sources.items():
            if source is judged.pairing.one:
                return place
        raise KeyError(judged.pairing.one.id)

    def measure(self, judged: Judged) -> Measure:
        made = judged.difference
        form = FORMS[CATALOGUE[made.statistic].unit]
        return Measure(made.value, made.low, made.high, made.n, form, signed=True)

    def order(self) -> Section:
        """Whether the order of variants changes with the policy, statistic by statistic."""
        comparison = self.comparison
        lines, rows = [], []
        changed = 0
        for statistic in comparison.statistics:
            cells: list[Cell] = [Label(statistic, self.name(statistic))]
            cells += [self.ranked(statistic, lineup) for lineup in comparison.lineups]
            rankings = [
                (one, other, comparison.ranking(statistic, one, other))
                for one, other in combinations(comparison.lineups, 2)
            ]
            found = [(one, other, ranking) for one, other, ranking in rankings if ranking.changes]
            changed += bool(found)
            lines += [
                self.turned(statistic, one, other, ranking.reversed_pairs[0]) for one, other, ranking in found
            ]
            taus = [ranking.tau for _, _, ranking in rankings if ranking.tau is not None]
            if len(comparison.lineups) > 1:
                answer = "yes" if found else "no"
                cells += [
                    Measure(min(taus) if taus else None),
                    Label(answer, message(f"report.group.{answer}", self.lang)),
                ]
            rows.append(tuple(cells))
        if len(comparison.lineups) < 2:
            paragraphs = [self.text("order.one")]
        elif changed:
            paragraphs = [self.text("order.changes", k=changed, m=len(comparison.statistics)), *lines]
        else:
            paragraphs = [self.text("order.same", m=len(comparison.statistics))]
        columns = [Column("statistic", self.text("statistic"), numeric=False)]
        columns += [Column(each.id, each.label(self.lang), numeric=False) for each in comparison.lineups]
        if len(comparison.lineups) > 1:
            columns += [Column("tau", "τ"), Column("changes", self.text("order.column"), numeric=False)]
        return self.section("order", paragraphs, self.table("order", columns, rows))

    def ranked(self, statistic: str, lineup: Lineup) -> str:
        """The variants from the highest to the lowest."""
        found = [
            (estimate.value, row.label(self.lang))
            for row in self.comparison.rows
            if (estimate := self.comparison.estimate(row, lineup, statistic)) is not None
            and estimate.value is not None
        ]
        return " > ".join(label for _, label in sorted(found, key=lambda pair: -pair[0]))

    def turned(self, statistic: str, one: Lineup, other: Lineup, pair: tuple[int, int]) -> str:
        above, below = (self.comparison.rows[index].label(self.lang) for index in pair)
        return self.text(
            "order.turned",
            statistic=self.name(statistic),
            above=above,
            below=below,
            one=one.label(self.lang),
            other=other.label(self.lang),
        )

    def maps(self) -> Section:
        """A heat map of the differences for each line-up."""
        return self.section("maps", [self.text("maps.text")], *map(self.heat_map, self.comparison.lineups))

    def heat_map(self, lineup: Lineup) -> Figure | None:
        comparison = self.comparison
        rows = [row for row in self.others if (row, lineup) in comparison.sources]
        statistics = [
            s for s in comparison.statistics if any(comparison.contrast(r, lineup, s) for r in rows)
        ]
        if not rows or not statistics:
            return None
        found = [[comparison.contrast(row, lineup, s) for s in statistics] for row in rows]
        shades = [[self.in_margins(each) for each in line] for line in found]
        texts = [["" if each is None else short_text(self.measure(each)) for each in line] for line in found]
        row_labels, labels = [row.label(self.lang) for row in rows], [self.name(s) for s in statistics]
        title = self.text("map.title", policies=lineup.label(self.lang))
        series = [
            (label, [None if each is None else self.measure(each) for each in line])
            for label, line in zip(row_labels, found, strict=True)
        ]
        return Figure(
            f"map_{lineup.id}",
            title,
            self.text("map.caption", baseline=comparison.baseline.label(self.lang)),
            self.words(title, labels, series),
            lambda: plots.heat_map(row_labels, labels, shades, texts, limit=_FULL_SHADE),
        )

    def in_margins(self, judged: Judged | None) -> float | None:
        if judged is None or judged.difference.value is None:
            return None
        return judged.difference.value / judged.margin if judged.margin else None

    def words(
        self, quantity: str, groups: Sequence[str], series: Sequence[tuple[str, Sequence[Measure | None]]]
    ) -> str:
        lines = [
            message(
                "report.alt.series",
                self.lang,
                label=label,
                numbers=message("report.list_comma", self.lang).join(
                    f"{group} {value_text(m)} {interval_text(m)}".rstrip()
                    for group, m in zip(groups, measures, strict=True)
                    if m is not None
                ),
            )
            for label, measures in series
        ]
        joiner = message("report.alt.joiner", self.lang)
        return message("report.alt.picture", self.lang, quantity=quantity, numbers=joiner.join(lines))

    def forests(self) -> Section:
        """A forest plot of the differences for each statistic."""
        return self.section(
            "forests", [self.text("forests.text")], *map(self.forest, self.comparison.statistics)
        )

    def forest(self, statistic: str) -> Figure | None:
        comparison = self.comparison
        lineups = comparison.lineups[:MOST_SERIES]
        series: list[tuple[str, list[Measure | None]]] = []
        margin = 0.0
        for lineup in lineups:
            found = [comparison.contrast(row, lineup, statistic) for row in self.others]
            margin = max([margin, *(each.margin for each in found if each is not None)])
            series.append(
                (lineup.label(self.lang), [None if each is None else self.measure(each) for each in found])
            )
        if not any(each for _, line in series for each in line):
            return None
        labels = [row.label(self.lang) for row in self.others]
        x_label = self.text("forest.x", statistic=self.name(statistic))
        shown = Measure(margin, form=FORMS[CATALOGUE[statistic].unit])
        return Figure(
            f"forest_{statistic}",
            self.name(statistic),
            self.text(
                "forest.caption", baseline=comparison.baseline.label(self.lang), margin=value_text(shown)
            ),
            self.words(x_label, labels, series),
            lambda: plots.strip(series, labels, x_label=x_label, baseline=0.0, band=(-margin, margin)),
        )

    def estimates(self) -> Section:
        """One table for each line-up: variants × statistics."""
        tables = []
        for lineup in self.comparison.lineups:
            rows: list[tuple[Cell, ...]] = []
            for row in self.comparison.rows:
                if (row, lineup) not in self.comparison.sources:
                    continue
                cells: list[Cell] = [self.label(row)]
                for statistic in self.comparison.statistics:
                    estimate = self.comparison.estimate(row, lineup, statistic)
                    cells.append(None if estimate is None else from_estimate(estimate, CATALOGUE[statistic]))
                rows.append(tuple(cells))
            columns = [Column("variant", self.text("variant"), numeric=False)]
            columns += [Column(statistic, self.name(statistic)) for statistic in self.comparison.statistics]
            title = self.text("estimates.table", policies=lineup.label(self.lang))
            tables.append(
                Table(
                    f"estimates_{lineup.id}",
                    title,
                    self.text("estimates.caption"),
                    tuple(columns),
                    tuple(rows),
                )
            )
        return self.section("estimates", [self.text("estimates.text")], *tables)

    def differences(self) -> Section:
        """The family of contrasts: interval, p adjusted by Holm, margin, verdict, variance reduction."""
        rows: list[tuple[Cell, ...]] = []
        for each in self.comparison.judged:
            row, lineup = self.place(each)
            stat = CATALOGUE[each.statistic]
            paired = "yes" if each.pairing.paired is not None else "no"
            rows.append(
                (
                    Label(stat.id, self.name(stat.id)),
                    self.label(row),
                    self.label(lineup),
                    self.measure(each),
                    Measure(each.margin, form=FORMS[stat.unit]),
                    Measure(each.adjusted, form="p"),
                    Label(each.verdict, self.text(f"verdict.{each.verdict}")),
                    Measure(each.difference.reduction, form="factor"),
                    Label(paired, message(f"report.group.{paired}", self.lang)),
                )
            )
        columns = (
            Column("statistic", self.text("statistic"), numeric=False),
            Column("variant", self.text("variant"), numeric=False),
            Column("policies", self.text("policies"), numeric=False),
            Column("difference", self.text("difference")),
            Column("margin", self.text("margin")),
            Column("p_holm", self.text("p_holm")),
            Column("verdict", self.text("verdict.column"), numeric=False),
            Column("reduction", self.text("reduction")),
            Column("paired", self.text("paired"), numeric=False),
        )
        counts = {name: sum(each.verdict == name for each in self.comparison.judged) for name in _VERDICTS}
        text = self.text("differences.text", m=len(self.comparison.judged), **counts)
        return self.section("differences", [text], self.table("differences", columns, rows))

    def methods(self) -> Section:
        margins = [
            f"{self.name(s)} {value_text(Measure(margin, form=FORMS[CATALOGUE[s].unit]))}"
            for s in self.comparison.statistics
            if (margin := next((j.margin for j in self.comparison.judged if j.statistic == s), None))
            is not None
        ]
        paragraphs = [
            self.text("methods.common"),
            self.text("methods.family", margins=self.joined(margins)),
            message("report.methods.unit", self.lang),
            message("report.methods.policies", self.lang),
        ]
        return self.section("methods", paragraphs)
