"""The figures that a reader wants first."""

from __future__ import annotations

from gouji_sim.report import plots
from gouji_sim.report.builder import MOST_SERIES, Builder
from gouji_sim.report.model import Figure, Section
from gouji_sim.report.sections.common import make_section
from gouji_sim.stats.catalogue import CATALOGUE

__all__ = ["KEY_RATES", "KEY_STATISTICS", "section"]

KEY_STATISTICS = (
    "open_rate", "sweep_rate", "burn_attempts", "burn_success_rate", "smother_rate", "revolt_rate",
    "void_rate", "lead_advantage", "lead_first_rate", "win_rate", "skill", "score_spread", "plays",
    "decisions", "lead_changes",
)  # fmt: skip
"""Rows of the key table, where they are defined."""

KEY_RATES = ("open_rate", "sweep_rate", "burn_success_rate", "lead_first_rate", "win_rate")
"""Rates that are drawn side by side."""


def section(builder: Builder) -> Section | None:
    """The key table, and with several cells a picture of their rates."""
    return make_section(
        builder, "key", builder.statistics_table("key", KEY_STATISTICS, baseline=True), _rates(builder)
    )


def _rates(builder: Builder) -> Figure | None:
    if not builder.several:
        return None
    names = [
        name for name in KEY_RATES if any(CATALOGUE[name].defined(tally.options) for tally in builder.cells)
    ]
    series = [
        (tally.label(builder.lang), [builder.estimate(tally, CATALOGUE[name]) for name in names])
        for tally in builder.cells[:MOST_SERIES]
    ]
    labels = [builder.statistic_name(name) for name in names]
    return Figure(
        "rates",
        builder.text("figure.rates.title"),
        builder.caption("rates", len(builder.cells) - MOST_SERIES),
        builder.alt(builder.text("figure.rates.x"), labels, series),
        lambda: plots.strip(series, labels, x_label=builder.text("figure.rates.x")),
    )
