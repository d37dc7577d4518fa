"""What the pages of ablations share: words, labels of options and values, measures of effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gouji_sim.i18n import Lang, message, term
from gouji_sim.report.ablation import Effects
from gouji_sim.report.builder import FORMS, from_estimate
from gouji_sim.report.comparison import Lineup
from gouji_sim.report.contrasts import Judged, margin_of
from gouji_sim.report.format import cell_text, value_text
from gouji_sim.report.model import Cell, Column, Label, Measure, Section, Table
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.stats.intervals import Estimate
from gouji_sim.study.ablation import BASE
from gouji_sim.study.switches import SESSION_LENGTH, Skipped

__all__ = ["AblationText"]

_LONGEST = 36


class AblationText:
    """Writes about ``effects`` in one language."""

    def __init__(self, effects: Effects, lang: Lang) -> None:
        self.effects = effects
        self.lang: Lang = lang
        self.base = effects.ablation.base.label(lang)

    def text(self, id: str, **fields: object) -> str:
        return message(f"ablate.{id}", self.lang, **fields)

    def joined(self, parts: Sequence[str]) -> str:
        return message("report.list_comma", self.lang).join(dict.fromkeys(parts))

    def statistic(self, id: str) -> str:
        return term(CATALOGUE[id].label, self.lang)

    def value(self, value: Any) -> str:
        """The value of an option for people."""
        if isinstance(value, bool):
            return self.text("yes" if value else "no")
        if isinstance(value, Mapping):
            return " ".join(f"{rank} {least}" for rank, least in value.items())
        if isinstance(value, list):
            return " ".join(map(str, value)) or self.text("none")
        return str(value)

    def option(self, option: str) -> Label:
        return Label(option, term(f"option.{option}", self.lang))

    def label(self, option: str, value: Any) -> str:
        """An option and its new value, short enough for a picture."""
        text = self.value(value)
        if len(text) > _LONGEST:
            text = f"{text[: _LONGEST - 1]}…"
        return self.text("label", option=self.option(option).text, value=text)

    def measure(self, judged: Judged | None) -> Measure | None:
        """The difference as a cell or a mark."""
        if judged is None:
            return None
        made = judged.difference
        form = FORMS[CATALOGUE[made.statistic].unit]
        return Measure(made.value, made.low, made.high, made.n, form, signed=True)

    def estimate(self, estimate: Estimate) -> str:
        return cell_text(from_estimate(estimate, CATALOGUE[estimate.statistic]))

    def number(self, value: float | None, statistic: str, *, signed: bool = True) -> str:
        """A bare difference of a statistic."""
        return value_text(Measure(value, form=FORMS[CATALOGUE[statistic].unit], signed=signed))

    def margin(self, statistic: str) -> float:
        return margin_of(CATALOGUE[statistic], {})

    def verdict(self, judged: Judged) -> Label:
        return Label(judged.verdict, message(f"report.compare.verdict.{judged.verdict}", self.lang))

    def words(
        self, quantity: str, groups: Sequence[str], series: Sequence[tuple[str, Sequence[Measure | None]]]
    ) -> str:
        """What a picture shows, in words."""
        comma = message("report.list_comma", self.lang)
        lines = [
            message(
                "report.alt.series",
                self.lang,
                label=label,
                numbers=comma.join(
                    f"{group} {cell_text(measure)}"
                    for group, measure in zip(groups, measures, strict=True)
                    if measure is not None
                ),
            )
            for label, measures in series
        ]
        numbers = message("report.alt.joiner", self.lang).join(lines)
        return message("report.alt.picture", self.lang, quantity=quantity, numbers=numbers)

    def base_estimates(self, statistic: str) -> list[str]:
        """What the base itself has, a sentence for each line-up."""
        return [
            self.text(
                "effects.base",
                policies=lineup.label(self.lang),
                base=self.base,
                value=self.estimate(self.effects.estimate(BASE, lineup, statistic)),
            )
            for lineup in self.effects.lineups
        ]

    def lineup_columns(self, lineup: Lineup, *ids: str) -> list[Column]:
        """Columns of one line-up: ``effect``, ``p_holm`` or ``verdict``."""
        return [
            Column(
                f"{id}_{lineup.id}",
                self.text(id, policies=lineup.label(self.lang)),
                numeric=id != "verdict",
            )
            for id in ids
        ]

    def skips(self, skipped: Sequence[Skipped]) -> Section | None:
        """What was not played, and why."""
        if not skipped:
            return None
        rows: list[tuple[Cell, ...]] = [
            (self.option(each.option), self.value(each.value), self.reason(each)) for each in skipped
        ]
        columns = (
            Column("option", self.text("option"), numeric=False),
            Column("value", self.text("after"), numeric=False),
            Column("reason", self.text("skips.reason"), numeric=False),
        )
        table = Table("skipped", self.text("skips.table"), self.text("skips.caption"), columns, tuple(rows))
        return Section("skipped", self.text("skips.title"), (self.text("skips.text"),), (table,))

    def reason(self, skipped: Skipped) -> str:
        if skipped.reason == SESSION_LENGTH:
            return self.text("reason_session")
        return self.text("reason_rules", reason=skipped.reason)

    def methods(self) -> Section:
        return Section(
            "methods",
            self.text("methods.title"),
            (
                self.text("methods.common"),
                self.text("methods.family", m=len(self.effects.judged)),
                self.text("methods.limits"),
            ),
        )
