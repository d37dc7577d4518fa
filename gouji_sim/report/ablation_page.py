"""An ablation as a document: the effects of all switches, ranked, statistic by statistic."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from gouji_sim.i18n import Lang, message
from gouji_sim.report import plots
from gouji_sim.report.ablation import Effects
from gouji_sim.report.ablation_path import PathWriter
from gouji_sim.report.ablation_text import AblationText
from gouji_sim.report.builder import MOST_SERIES
from gouji_sim.report.comparison import Lineup
from gouji_sim.report.format import value_text
from gouji_sim.report.model import Cell, Column, Document, Figure, Label, Measure, Section, Table
from gouji_sim.report.order import compare_orders
from gouji_sim.stats.intervals import Estimate
from gouji_sim.study.ablation import key

__all__ = ["MOST_ROWS", "build_ablation"]

MOST_ROWS = 25
"""Effects that one picture shows; the table has all."""

_LARGEST = 5


def build_ablation(effects: Effects, lang: Lang, command: str, meta: dict[str, Any]) -> Document:
    """The document of an ablation, or of a path where there is a target."""
    writer = _Writer(effects, lang)
    ablation = effects.ablation
    deals = f"{sum(source.cell.n_deals for source in effects.sources.values()):,}"
    if ablation.target is None:
        title = writer.text("title", base=writer.base)
        lead = writer.text("lead", n=len(ablation.switches), deals=deals)
        sections: list[Section | None] = [writer.effects_of(statistic) for statistic in effects.statistics]
        sections += [writer.unchanged(), writer.skips(ablation.skipped)]
    else:
        path = PathWriter(effects, lang)
        names = {"base": path.base, "target": path.target}
        title = writer.text("title_path", **names)
        lead = writer.text("lead_path", n=len(ablation.ways), deals=deals, **names)
        sections = [path.section(statistic) for statistic in effects.statistics]
        sections.append(writer.skips(path.refused()))
    first = next(iter(effects.sources.values()))
    facts = (
        (writer.text("deals"), f"{first.cell.n_deals:,}"),
        (
            writer.text("same.policies"),
            writer.joined([each.label(lang) for each in effects.lineups]),
        ),
        (message("report.fact.seed", lang), str(first.cell.seed)),
    )
    sections.append(writer.methods())
    shown = tuple(section for section in sections if section is not None)
    return Document("ablation", lang, title, lead, facts, shown, command, meta)


class _Writer(AblationText):
    def __init__(self, effects: Effects, lang: Lang) -> None:
        super().__init__(effects, lang)
        self.switches = {key(each): each for each in effects.ablation.switches}

    def name(self, one: str) -> str:
        """A switch, short."""
        return self.label(self.switches[one].option, self.switches[one].value)

    def effects_of(self, statistic: str) -> Section:
        """Picture and table of one statistic, with what is largest in words."""
        ranked = self.effects.ranked(statistic)
        paragraphs = self.base_estimates(statistic)
        paragraphs += [self.largest(statistic, lineup, ranked) for lineup in self.effects.lineups]
        paragraphs += [
            self.order(statistic, one, other, ranked)
            for one, other in combinations(self.effects.lineups, 2)
            if len(ranked) > 1
        ]
        blocks = (self.chart(statistic, ranked), self.table(statistic, ranked)) if ranked else ()
        return Section(
            f"effects_{statistic}",
            self.text("effects.title", statistic=self.statistic(statistic)),
            tuple(paragraphs),
            blocks,
        )

    def largest(self, statistic: str, lineup: Lineup, ranked: list[str]) -> str:
        """The largest effects that are different from 0 by their adjusted p."""
        found = []
        for one in ranked:
            judged = self.effects.effect(one, lineup, statistic)
            if judged is None or judged.difference.value is None or judged.verdict != "different":
                continue
            found.append((abs(judged.difference.value), f"{self.name(one)} {self.shown(judged)}"))
        found.sort(key=lambda pair: -pair[0])
        if not found:
            return self.text("effects.nothing", policies=lineup.label(self.lang))
        return self.text(
            "effects.largest",
            policies=lineup.label(self.lang),
            largest=self.listed([text for _, text in found[:_LARGEST]]),
        )

    def shown(self, judged: Any) -> str:
        measure = self.measure(judged)
        return "" if measure is None else value_text(measure)

    def order(self, statistic: str, one: Lineup, other: Lineup, ranked: list[str]) -> str:
        """Whether the effects are ordered alike under two line-ups, and which turn round."""
        columns = [[self.as_estimate(each, lineup, statistic) for each in ranked] for lineup in (one, other)]
        tau = compare_orders(*columns).tau
        turned = [
            self.name(each)
            for each, a, b in zip(ranked, *columns, strict=True)
            if a is not None and b is not None and _opposite(a, b)
        ]
        text = self.text(
            "effects.order",
            one=one.label(self.lang),
            other=other.label(self.lang),
            tau=value_text(Measure(tau, form="factor")).replace("×\u202f", ""),
        )
        more = (
            self.text("effects.turned", options=self.listed(turned)) if turned else self.text("effects.agree")
        )
        return f"{text}{more}" if self.lang == "zh" else f"{text} {more}"

    def as_estimate(self, one: str, lineup: Lineup, statistic: str) -> Estimate | None:
        judged = self.effects.effect(one, lineup, statistic)
        if judged is None:
            return None
        made = judged.difference
        return Estimate(statistic, made.value, made.low, made.high, made.n, 0, 0, made.method, made.level)

    def chart(self, statistic: str, ranked: list[str]) -> Figure:
        top = ranked[:MOST_ROWS]
        labels = [self.name(one) for one in top]
        series = [
            (
                lineup.label(self.lang),
                [self.measure(self.effects.effect(one, lineup, statistic)) for one in top],
            )
            for lineup in self.effects.lineups[:MOST_SERIES]
        ]
        margin = self.margin(statistic)
        x_label = self.text("effects.x", statistic=self.statistic(statistic))
        return Figure(
            f"effects_{statistic}",
            self.text("effects.chart", statistic=self.statistic(statistic)),
            self.text("effects.chart_caption", n=len(top), m=len(ranked)),
            self.words(x_label, labels, series),
            lambda: plots.strip(series, labels, x_label=x_label, baseline=0.0, band=(-margin, margin)),
        )

    def table(self, statistic: str, ranked: list[str]) -> Table:
        columns = [
            Column("option", self.text("option"), numeric=False),
            Column("before", self.text("before"), numeric=False),
            Column("value", self.text("after"), numeric=False),
        ]
        for lineup in self.effects.lineups:
            columns += self.lineup_columns(lineup, "effect", "p_holm", "verdict")
        rows: list[tuple[Cell, ...]] = []
        for one in ranked:
            switch = self.switches[one]
            row: list[Cell] = [
                self.option(switch.option), self.value(switch.before), self.value(switch.value)
            ]  # fmt: skip
            for lineup in self.effects.lineups:
                judged = self.effects.effect(one, lineup, statistic)
                if judged is None:
                    row += [None, None, None]
                else:
                    row += [
                        self.measure(judged), Measure(judged.adjusted, form="p"), self.verdict(judged)
                    ]  # fmt: skip
            rows.append(tuple(row))
        margin = self.number(self.margin(statistic), statistic, signed=False)
        return Table(
            f"effects_{statistic}",
            self.text("effects.table", statistic=self.statistic(statistic)),
            self.text("effects.caption", margin=margin),
            tuple(columns),
            tuple(rows),
        )

    def unchanged(self) -> Section:
        """The switches that changed nothing at all."""
        rows: list[tuple[Cell, ...]] = []
        for one, switch in self.switches.items():
            if lineups := self.effects.unchanged(one):
                names = self.joined([lineup.label(self.lang) for lineup in lineups])
                ids = ",".join(lineup.id for lineup in lineups)
                rows.append(
                    (
                        self.option(switch.option),
                        self.value(switch.before),
                        self.value(switch.value),
                        Label(ids, names),
                    )
                )
        if not rows:
            return Section("same", self.text("same.title"), (self.text("same.nothing"),))
        columns = (
            Column("option", self.text("option"), numeric=False),
            Column("before", self.text("before"), numeric=False),
            Column("value", self.text("after"), numeric=False),
            Column("policies", self.text("same.policies"), numeric=False),
        )
        table = Table("same", self.text("same.table"), self.text("same.caption"), columns, tuple(rows))
        return Section("same", self.text("same.title"), (self.text("same.text"),), (table,))

    def listed(self, parts: list[str]) -> str:
        return ("；" if self.lang == "zh" else "; ").join(parts)


def _opposite(a: Estimate, b: Estimate) -> bool:
    """Do two intervals lie on different sides of 0?"""
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return False
    return (a.low > 0 > b.high) or (b.low > 0 > a.high)
