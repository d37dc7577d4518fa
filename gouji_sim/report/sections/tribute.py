"""Cards that change hands before the play, and whether winning repeats from deal to deal."""

from __future__ import annotations

from gouji_sim.report import plots
from gouji_sim.report.builder import Builder
from gouji_sim.report.model import Cell, Column, Figure, Measure, Section, Table
from gouji_sim.report.sections.common import make_section
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.stats.luck import snowball
from gouji_sim.vocab import TRIBUTE_KINDS

__all__ = ["section"]

_KINDS = tuple(f"tribute_{kind}" for kind in TRIBUTE_KINDS)
_STATISTICS = (*_KINDS, "returned", "resist_rate", "shed", "bought")


def section(builder: Builder) -> Section | None:
    """Cards by kind; in session play how often the winner of a deal wins the next."""
    return make_section(
        builder,
        "tribute",
        builder.statistics_table("tribute", _STATISTICS),
        _cards(builder),
        _repeats(builder),
    )


def _cards(builder: Builder) -> Figure | None:
    rows: list[tuple[str, list[float]]] = []
    series: list[tuple[str, list[Measure | None]]] = []
    for tally in builder.cells:
        if tally.cell.mode == "sessions" and tally.options.tribute:
            found = [builder.estimate(tally, CATALOGUE[kind]) for kind in _KINDS]
            rows.append((tally.label(builder.lang), [(m.value or 0.0) if m else 0.0 for m in found]))
            series.append((tally.label(builder.lang), found))
    if not rows:
        return None
    parts = [builder.statistic_name(kind) for kind in _KINDS]
    x_label = builder.text("figure.tribute_cards.x")
    return Figure(
        "tribute_cards",
        builder.text("figure.tribute_cards.title"),
        builder.text("figure.tribute_cards.caption"),
        builder.alt(x_label, parts, series),
        lambda: plots.stacked(rows, parts, x_label=x_label, percent=False),
    )


def _repeats(builder: Builder) -> Table | None:
    rows: list[tuple[Cell, ...]] = []
    for tally in builder.cells:
        if tally.consecutive is None or not tally.repeats.cases(0):
            continue
        again, found = tally.repeats.measure(0, "rate"), snowball(tally.consecutive)
        rows.append(
            (
                builder.cell_label(tally),
                tally.repeats.cases(0),
                Measure(again.value, again.low, again.high, None, "rate"),
                Measure(found.value, found.low, found.high, found.n, signed=True),
            )
        )
    columns = (
        Column("cell", builder.text("column.cell"), numeric=False),
        Column("pairs", builder.text("column.pairs")),
        Column("repeat", builder.text("column.repeat")),
        Column("snowball", builder.term("snowball")),
    )
    return builder.table("winner_repeats", columns, rows)
