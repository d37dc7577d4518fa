"""How often one team takes the first three places (串三户), and which team that is."""

from __future__ import annotations

from itertools import permutations

from gouji_sim.report import plots
from gouji_sim.report.breakdowns import team_joker_bands, team_strength_bands
from gouji_sim.report.builder import Builder, Part
from gouji_sim.report.model import Cell, Column, Figure, Measure, Section, Table
from gouji_sim.report.sections.common import make_section
from gouji_sim.report.sources import exchanged_sweeps
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.stats.intervals import wilson

__all__ = ["section"]

_STATISTICS = ("sweep_rate", "sweep_rate_team_0", "sweep_rate_team_1", "leader_sweep_rate")


def section(builder: Builder) -> Section | None:
    """The rate against one in ten; by first lead, hand strength, jokers and openings of the team."""
    leads = {name: builder.text(f"group.{name}") for name in ("leading", "other")}
    strength, jokers = builder.bands(team_strength_bands), builder.bands(team_joker_bands)

    def rate(breakdown: str) -> Part:
        return Part(breakdown, "sweep_rate", "rate")

    return make_section(
        builder,
        "sweeps",
        builder.statistics_table("sweeps", _STATISTICS, baseline=True),
        _against_chance(builder),
        builder.breakdown_table("sweep_by_lead", [rate("sweep_by_lead")], leads.__getitem__),
        builder.curves("sweep_by_strength", rate("sweep_by_strength"), strength, baseline=1 / 20),
        builder.breakdown_table("sweep_by_strength", [rate("sweep_by_strength")], strength, skip_empty=True),
        builder.breakdown_table("sweep_by_jokers", [rate("sweep_by_jokers")], jokers, skip_empty=True),
        _exchanged(builder),
        builder.breakdown_table("sweep_by_openers", [rate("sweep_by_openers")], str, skip_empty=True),
    )


def _against_chance(builder: Builder) -> Figure | None:
    stat = CATALOGUE["sweep_rate"]
    rows: list[tuple[str, Measure]] = []
    for tally in builder.cells:
        measure = builder.estimate(tally, stat)
        if measure is not None and measure.value is not None:
            rows.append((tally.label(builder.lang), measure))
    if not rows:
        return None
    return Figure(
        "sweep_rate",
        builder.text("figure.sweep_rate.title"),
        builder.text("figure.sweep_rate.caption"),
        builder.alt(
            builder.statistic_name("sweep_rate"), [label for label, _ in rows], [("", [m for _, m in rows])]
        ),
        lambda: plots.forest(
            rows,
            x_label=builder.statistic_name("sweep_rate"),
            baseline=stat.baseline,
            series=list(range(len(rows))),
        ),
    )


def _exchanged(builder: Builder) -> Table | None:
    """Whether the hands or the seats sweep again when the teams exchange their hands."""
    rows: list[tuple[Cell, ...]] = []
    for base, one in permutations(builder.cells, 2):
        found = exchanged_sweeps(base.source, one.source)
        if found is not None:
            swept, *again = found
            rates = (Measure(k / swept, *wilson(k, swept), form="rate") for k in again)
            rows.append((builder.cell_label(base), swept, *rates))
    columns = (
        Column("cell", builder.text("column.cell"), numeric=False),
        Column("n", builder.text("column.sweeps")),
        Column("same_hands", builder.text("column.same_hands")),
        Column("same_seats", builder.text("column.same_seats")),
    )
    return builder.table("sweep_exchanged", columns, rows)
