"""Burning (烧牌): from the chance to the outcome, and what it brings."""

from __future__ import annotations

from gouji_sim.core.record import BURN_OUTCOMES
from gouji_sim.i18n import term
from gouji_sim.report import plots
from gouji_sim.report.builder import Builder, Part
from gouji_sim.report.model import Cell, Column, Figure, Label, Measure, Section, Table
from gouji_sim.report.sections.common import make_section

__all__ = ["section"]

_STATISTICS = (
    "burn_chances", "burn_attempts", "burn_taken_rate", "burn_deal_rate", "burn_success_rate",
    "counter_burn_rate", "score_of_burners", "score_of_burn_winners",
)  # fmt: skip


def section(builder: Builder) -> Section | None:
    """The funnel; outcomes of the first burn by jokers, seats settled and cards; points it brings."""
    outcomes = {name: term(f"burn_outcome.{name}", builder.lang) for name in BURN_OUTCOMES}
    success = {axis: Part(f"success_by_{axis}", "success", "rate") for axis in ("jokers", "settled", "cards")}
    return make_section(
        builder,
        "burns",
        builder.statistics_table("burns", _STATISTICS),
        _outcome_figure(builder, outcomes),
        _funnel(builder, outcomes),
        builder.curves("burn_by_jokers", success["jokers"], str),
        _outcomes_by(builder, "jokers"),
        builder.curves("burn_by_settled", success["settled"], str),
        _outcomes_by(builder, "settled"),
        _outcomes_by(builder, "cards"),
        builder.breakdown_table(
            "burn_points",
            [
                Part("burner_score_by_outcome", "burner_score", "points"),
                Part("victim_score_by_outcome", "victim_score", "points"),
            ],
            outcomes.__getitem__,
            skip_empty=True,
        ),
    )


def _outcomes_by(builder: Builder, axis: str) -> Table | None:
    parts = [Part(f"{outcome}_by_{axis}", outcome, "rate") for outcome in BURN_OUTCOMES]
    parts.append(Part(f"score_by_burn_{axis}", "burner_score", "points"))
    return builder.breakdown_table(f"burn_by_{axis}", parts, lambda id: id.replace("-", "–"), skip_empty=True)


def _funnel(builder: Builder, outcomes: dict[str, str]) -> Table | None:
    """Counts from the chance to the outcome, each with its share of the step above."""
    rows: list[tuple[Cell, ...]] = []
    for tally in builder.having("burns_by_outcome"):
        cell, deals = builder.cell_label(tally), tally.n_records
        chances = tally.ratios["burns_a_chance"].cases(0)
        attempts = tally.ratios["burns_a_chance"].total(0)
        taken = tally.ratios["burns_a_chance"].measure(0, "rate")
        steps: list[tuple[str, str, int, Measure | None]] = [
            ("deals", builder.text("group.deals"), deals, None),
            ("chances", builder.text("group.burn_chances"), chances, None),
            ("attempts", builder.text("group.burn_attempts"), attempts, taken),
        ]
        ratios = tally.ratios["burns_by_outcome"]
        steps += [
            (name, outcomes[name], ratios.total(code), ratios.measure(code, "rate"))
            for code, name in enumerate(BURN_OUTCOMES)
        ]
        for order, (id, label, count, share) in enumerate(steps):
            per_deal = Measure(count / deals, form="number")
            shown = None if share is None else Measure(share.value, share.low, share.high, None, "rate")
            rows.append((cell, Label(id, label, float(order)), count, per_deal, shown))
    columns = (
        builder.cell_column(),
        Column("step", builder.text("table.burn_funnel.group"), numeric=False),
        Column("count", builder.text("column.count")),
        Column("a_deal", builder.text("column.a_deal")),
        Column("share", builder.text("column.share_of_step")),
    )
    return builder.table("burn_funnel", columns, rows)


def _outcome_figure(builder: Builder, outcomes: dict[str, str]) -> Figure | None:
    rows: list[tuple[str, list[float]]] = []
    series: list[tuple[str, list[Measure | None]]] = []
    for tally in builder.having("burns_by_outcome"):
        ratios = tally.ratios["burns_by_outcome"]
        if ratios.cases(0):
            shares: list[Measure | None] = [
                ratios.measure(code, "rate") for code in range(len(BURN_OUTCOMES))
            ]
            rows.append((tally.label(builder.lang), [(m.value or 0.0) if m else 0.0 for m in shares]))
            series.append((tally.label(builder.lang), shares))
    if not rows:
        return None
    parts = list(outcomes.values())
    x_label = builder.text("figure.burn_outcomes.x")
    return Figure(
        "burn_outcomes",
        builder.text("figure.burn_outcomes.title"),
        builder.text("figure.burn_outcomes.caption"),
        builder.alt(x_label, parts, series),
        lambda: plots.stacked(rows, parts, x_label=x_label),
    )
