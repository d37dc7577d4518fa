"""The balance measures side by side, each with its direction; no total is made of them."""

from __future__ import annotations

from gouji_sim.report.builder import FORMS, Builder
from gouji_sim.report.model import Cell, Column, Form, Label, Measure, Section, Table
from gouji_sim.report.sections.common import make_section
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.stats.intervals import Estimate
from gouji_sim.study.branching import Branching, can_measure, measure_branching

__all__ = ["section"]

_MEASURES = (
    "seat_balance", "seat_variation", "position_balance", "position_variation", "position_advantage",
    "lead_advantage", "sweep_rate", "score_spread", "draw_rate", "lead_changes", "drama", "decisiveness",
    "decided_share", "hand_strength_r2", "skill_order",
)  # fmt: skip


def section(builder: Builder) -> Section | None:
    """One table: measure, which way is better, value for each cell."""
    rows: list[tuple[Cell, ...]] = []
    for name in _MEASURES:
        stat = CATALOGUE[name]
        found = [builder.estimate(tally, stat) for tally in builder.cells]
        if all(measure is None for measure in found):
            continue
        better = builder.text(f"direction.{stat.direction}")
        bounds: Cell = None
        if stat.low is not None and stat.high is not None:
            bounds = f"{stat.low:g}–{stat.high:g}"
        baseline = None if stat.baseline is None else Measure(stat.baseline, form=FORMS[stat.unit])
        rows.append(
            (
                Label(name, builder.statistic_name(name)),
                *found,
                Label(stat.direction, better),
                bounds,
                baseline,
            )
        )
    columns = (
        Column("statistic", builder.text("column.statistic"), numeric=False),
        *(Column(tally.id, tally.label(builder.lang)) for tally in builder.cells),
        Column("direction", builder.text("column.direction"), numeric=False),
        Column("range", builder.text("column.range")),
        Column("baseline", builder.text("column.baseline")),
    )
    table = builder.table("balance", columns, rows)
    return make_section(builder, "balance", table, _width(builder))


def _width(builder: Builder) -> Table | None:
    """How many actions a decision has and how often a turn is one, on a sample of each cell's deals."""
    found = [
        measure_branching(tally.options, tally.cell.lineup, tally.cell.seed)
        if can_measure(tally.cell.lineup)
        else None
        for tally in builder.cells
    ]
    if all(measured is None for measured in found):
        return None
    names: tuple[tuple[str, Form], ...] = (("branching", "number"), ("real_decision_share", "rate"))
    rows = [
        (Label(name, builder.term(name)), *(_measure(measured, name, form) for measured in found))
        for name, form in names
    ]
    columns = (
        Column("statistic", builder.text("column.statistic"), numeric=False),
        *(Column(tally.id, tally.label(builder.lang)) for tally in builder.cells),
    )
    return builder.table("width", columns, rows)


def _measure(measured: Branching | None, name: str, form: Form) -> Measure | None:
    if measured is None:
        return None
    estimate: Estimate = getattr(measured, name)
    return Measure(estimate.value, estimate.low, estimate.high, estimate.n, form)
