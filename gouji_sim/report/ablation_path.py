"""The way from one variant to another as sections: what each difference adds alone and takes away last."""

from __future__ import annotations

from gouji_sim.i18n import Lang
from gouji_sim.report import plots
from gouji_sim.report.ablation import Effects, joint_effect
from gouji_sim.report.ablation_text import AblationText
from gouji_sim.report.comparison import Lineup
from gouji_sim.report.contrasts import Judged
from gouji_sim.report.model import Cell, Column, Figure, Label, Measure, Section, Table
from gouji_sim.study.ablation import BASE, TARGET, Way
from gouji_sim.study.switches import Skipped

__all__ = ["PathWriter"]


class PathWriter(AblationText):
    """Writes about a path; the effects have a target."""

    def __init__(self, effects: Effects, lang: Lang) -> None:
        super().__init__(effects, lang)
        target = effects.ablation.target
        if target is None:
            raise ValueError("an ablation without a target is no path")
        self.target = target.label(lang)

    def refused(self) -> list[Skipped]:
        """The steps that the rules refuse, either time."""
        return [
            made
            for way in self.effects.ablation.ways
            for made in (way.added, way.left_out)
            if isinstance(made, Skipped)
        ]

    def section(self, statistic: str) -> Section:
        ways = sorted(self.effects.ablation.ways, key=lambda way: -self.size(way, statistic))
        paragraphs = []
        for lineup in self.effects.lineups:
            paragraphs.append(self.total(statistic, lineup))
            if self.effects.effect(TARGET, lineup, statistic) is not None:
                paragraphs.append(self.order(statistic, lineup, ways))
        if idle := [self.option(way.option).text for way in ways if self.idle(way)]:
            paragraphs.append(self.text("path.idle", options=self.joined(idle)))
        charts = [self.chart(statistic, lineup, ways) for lineup in self.effects.lineups]
        return Section(
            f"path_{statistic}",
            self.statistic(statistic),
            tuple(paragraphs),
            (*(chart for chart in charts if chart is not None), self.table(statistic, ways)),
        )

    def added(self, way: Way, lineup: Lineup, statistic: str) -> Judged | None:
        return self.effects.effect(f"plus-{way.option}", lineup, statistic)

    def left_out(self, way: Way, lineup: Lineup, statistic: str) -> Judged | None:
        return self.effects.effect(TARGET, lineup, statistic, f"minus-{way.option}")

    def idle(self, way: Way) -> bool:
        """Did the option change no figure of any deal, in neither place and under no line-up?"""
        places = ((f"plus-{way.option}", BASE), (TARGET, f"minus-{way.option}"))
        return all(len(self.effects.unchanged(*place)) == len(self.effects.lineups) for place in places)

    def size(self, way: Way, statistic: str) -> float:
        """The largest that an option does in either place under any line-up."""
        found = [
            abs(judged.difference.value)
            for lineup in self.effects.lineups
            for judged in (self.added(way, lineup, statistic), self.left_out(way, lineup, statistic))
            if judged is not None and judged.difference.value is not None
        ]
        return max(found, default=0.0)

    def interaction(self, way: Way, lineup: Lineup, statistic: str) -> Measure | None:
        """What an option adds to the base less what it adds last; the half-widths add up, which is never too
        narrow."""
        one, other = (self.measure(each(way, lineup, statistic)) for each in (self.added, self.left_out))
        if one is None or other is None or one.value is None or other.value is None:
            return None
        if not (one.has_interval and other.has_interval):
            return None
        return Measure(
            one.value - other.value,
            (one.low or 0.0) - (other.high or 0.0),
            (one.high or 0.0) - (other.low or 0.0),
            one.n,
            one.form,
            signed=True,
        )

    def total(self, statistic: str, lineup: Lineup) -> str:
        total, parts = joint_effect(self.effects, lineup, statistic)
        if total is None:
            return self.text("path.undefined", policies=lineup.label(self.lang))
        return self.text(
            "path.total",
            policies=lineup.label(self.lang),
            base=self.base,
            target=self.target,
            before=self.estimate(self.effects.estimate(BASE, lineup, statistic)),
            after=self.estimate(self.effects.estimate(TARGET, lineup, statistic)),
            total=self.number(total, statistic),
            sum=self.number(parts, statistic),
            rest=self.number(total - parts, statistic),
        )

    def order(self, statistic: str, lineup: Lineup, ways: list[Way]) -> str:
        """For which options it matters whether they come first or last."""
        found = []
        for way in ways:
            measure = self.interaction(way, lineup, statistic)
            if measure is not None and ((measure.low or 0.0) > 0 or (measure.high or 0.0) < 0):
                found.append(self.option(way.option).text)
        if not found:
            return self.text("path.additive")
        return self.text("path.order", options=self.joined(found))

    def chart(self, statistic: str, lineup: Lineup, ways: list[Way]) -> Figure | None:
        ways = [way for way in ways if self.size(way, statistic) > 0]
        labels = [self.label(way.option, way.after) for way in ways]
        series: list[tuple[str, list[Measure | None]]] = [
            (
                self.text("path.added", base=self.base),
                [self.measure(self.added(way, lineup, statistic)) for way in ways],
            ),
            (
                self.text("path.left", target=self.target),
                [self.measure(self.left_out(way, lineup, statistic)) for way in ways],
            ),
        ]
        if not any(measure for _, row in series for measure in row):
            return None
        title = self.text("path.chart", statistic=self.statistic(statistic), policies=lineup.label(self.lang))
        margin = self.margin(statistic)
        x_label = self.text("effects.x", statistic=self.statistic(statistic))
        return Figure(
            f"path_{statistic}_{lineup.id}",
            title,
            self.text("path.chart_caption"),
            self.words(title, labels, series),
            lambda: plots.strip(series, labels, x_label=x_label, baseline=0.0, band=(-margin, margin)),
        )

    def table(self, statistic: str, ways: list[Way]) -> Table:
        rows: list[tuple[Cell, ...]] = []
        for lineup in self.effects.lineups:
            for way in ways:
                added = self.added(way, lineup, statistic)
                left = self.left_out(way, lineup, statistic)
                rows.append(
                    (
                        self.option(way.option),
                        self.value(way.before),
                        self.value(way.after),
                        Label(lineup.id, lineup.label(self.lang)),
                        self.measure(added),
                        None if added is None else Measure(added.adjusted, form="p"),
                        self.measure(left),
                        None if left is None else Measure(left.adjusted, form="p"),
                        self.interaction(way, lineup, statistic),
                    )
                )
        columns = (
            Column("option", self.text("option"), numeric=False),
            Column("before", self.base, numeric=False),
            Column("after", self.target, numeric=False),
            Column("policies", self.text("path.policies"), numeric=False),
            Column("added", self.text("path.added", base=self.base)),
            Column("p_added", self.text("path.p_added")),
            Column("left_out", self.text("path.left", target=self.target)),
            Column("p_left_out", self.text("path.p_left")),
            Column("order_effect", self.text("path.interaction")),
        )
        return Table(
            f"path_{statistic}",
            self.text("path.table", statistic=self.statistic(statistic)),
            self.text("path.caption"),
            columns,
            tuple(rows),
        )
