"""Scores, length, and the advantages of seat and first lead."""

from __future__ import annotations

from gouji_sim.report import plots
from gouji_sim.report.breakdowns import strength_bands
from gouji_sim.report.builder import MOST_SERIES, Builder, Part
from gouji_sim.report.model import Cell, Column, Figure, Label, Measure, Section, Table
from gouji_sim.report.sections.common import dealing_label, lead_label, make_section

__all__ = ["length", "scores", "seats"]

_LENGTHS = ("plays", "decisions", "rounds", "gouji_plays")
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def scores(builder: Builder) -> Section | None:
    """Spread and distribution of the score; points by hand strength."""
    strength = builder.bands(strength_bands)
    parts = [Part("score_by_strength", "score", "points"), Part("first_by_strength", "first", "rate")]
    names = (
        "score_spread",
        "skill",
        "win_rate",
        "draw_rate",
        "skill_order",
        "score_of_first_out",
        "hand_strength_r2",
    )
    return make_section(
        builder,
        "scores",
        builder.statistics_table("scores", names, baseline=True),
        _distribution(builder, "score", "score_distribution"),
        _score_table(builder),
        builder.curves("score_by_strength", parts[0], strength, baseline=0.0),
        builder.breakdown_table("score_by_strength", parts, strength, skip_empty=True),
    )


def length(builder: Builder) -> Section | None:
    """Means, quantiles and distribution of plays and decisions."""
    return make_section(
        builder,
        "length",
        builder.statistics_table("length", (*_LENGTHS, "yields", "decisions_per_play")),
        _distribution(builder, "plays", "plays_distribution"),
        _quantiles(builder),
    )


def seats(builder: Builder) -> Section | None:
    """Score and places by order of dealing and by order from the first leader."""
    blocks: list[Table | Figure | None] = [
        builder.statistics_table(
            "lead", ("lead_advantage", "lead_first_rate", "position_advantage"), baseline=True
        )
    ]
    leads = lead_label(builder).__getitem__
    for order, label in (("lead", leads), ("dealing", dealing_label)):
        parts = [
            Part(f"score_by_{order}", "score", "points"),
            Part(f"place_by_{order}", "place", "number"),
            Part(f"first_by_{order}", "first", "rate"),
            Part(f"last_by_{order}", "last", "rate"),
        ]
        blocks.append(builder.curves(f"first_by_{order}", parts[2], label, baseline=1 / 6, joined=False))
        blocks.append(builder.breakdown_table(f"seats_by_{order}", parts, label))
    return make_section(builder, "seats", *blocks)


def _distribution(builder: Builder, histogram: str, id: str) -> Figure | None:
    tallies = [tally for tally in builder.cells if tally.n_records]
    if not tallies:
        return None
    found = [(tally.label(builder.lang), tally.histograms[histogram]) for tally in tallies[:MOST_SERIES]]
    numbers = builder.text("alt.joiner").join(
        builder.text(
            "alt.quantiles", label=label, low=h.quantile(0.05), median=h.quantile(0.5), high=h.quantile(0.95)
        )
        for label, h in found
    )
    x_label, y_label = builder.text(f"figure.{id}.x"), builder.text("figure.share_of_deals")
    return Figure(
        id,
        builder.text(f"figure.{id}.title"),
        builder.caption(id, len(tallies) - MOST_SERIES),
        builder.text("alt.picture", quantity=x_label, numbers=numbers),
        lambda: plots.distributions(
            [(label, h.values, h.counts) for label, h in found], x_label=x_label, y_label=y_label
        ),
    )


def _score_table(builder: Builder) -> Table | None:
    rows: list[tuple[Cell, ...]] = []
    for tally in builder.cells:
        histogram = tally.histograms["score"]
        for value, count in zip(histogram.values, histogram.counts, strict=True):
            if count:
                share = Measure(count / histogram.total, form="rate")
                rows.append((builder.cell_label(tally), int(value), int(count), share))
    columns = (
        builder.cell_column(),
        Column("score", builder.text("column.score")),
        Column("deals", builder.text("column.deals")),
        Column("share", builder.text("column.share_of_deals")),
    )
    return builder.table("score_distribution", columns, rows)


def _quantiles(builder: Builder) -> Table | None:
    rows: list[tuple[Cell, ...]] = []
    for tally in builder.cells:
        for order, name in enumerate(_LENGTHS):
            histogram = tally.histograms[name]
            if histogram.total:
                label = Label(name, builder.statistic_name(name), float(order))
                rows.append((builder.cell_label(tally), label, *(histogram.quantile(q) for q in _QUANTILES)))
    columns = (
        builder.cell_column(),
        Column("length", builder.text("column.length"), numeric=False),
        *(Column(f"q{round(100 * q):02d}", f"{round(100 * q)}%") for q in _QUANTILES),
    )
    return builder.table("length_quantiles", columns, rows)
