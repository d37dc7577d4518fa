"""Luck and skill: the same deals with fresh randomness of play, and with the teams' hands exchanged."""

from __future__ import annotations

from itertools import combinations

from gouji_sim.report.builder import Builder, from_estimate
from gouji_sim.report.model import Cell, Column, Measure, Section, Table
from gouji_sim.report.sections.common import make_section
from gouji_sim.report.sources import hands_exchanged, replays, side_by_side
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.stats.luck import luck_share, replay_totals
from gouji_sim.stats.totals import Totals

__all__ = ["section"]

_DUPLICATE = ("skill", "win_rate", "skill_order")


def section(builder: Builder) -> Section | None:
    """The share of luck over replays, and duplicate deals, where the runs hold such cells."""
    return make_section(builder, "replays", _luck(builder), _duplicates(builder))


def _luck(builder: Builder) -> Table | None:
    tallies = [tally for tally in builder.cells if tally.options.teams]
    labels = {tally.id: builder.cell_label(tally) for tally in tallies}
    rows: list[tuple[Cell, ...]] = []
    for group in replays([tally.source for tally in tallies]):
        totals: Totals | None = None
        for records in side_by_side(group, ("deal", "score")):
            part = replay_totals(records)
            totals = part if totals is None else totals + part
        if totals is not None:
            found = luck_share(totals)
            share = Measure(found.value, found.low, found.high, found.n, "rate")
            rows.append((labels[group[0].id], len(group), share))
    columns = (
        Column("cell", builder.text("column.cell"), numeric=False),
        Column("replays", builder.text("column.replays")),
        Column("luck_share", builder.term("luck_share")),
    )
    return builder.table("luck_share", columns, rows)


def _duplicates(builder: Builder) -> Table | None:
    rows: list[tuple[Cell, ...]] = []
    for base, one in combinations(builder.cells, 2):
        if not base.options.teams or not hands_exchanged(base.source, one.source):
            continue
        totals = Totals.empty()
        for records in side_by_side([base.source, one.source]):
            totals += Totals.from_replays(records, base.options)
        if totals.n:
            found = [CATALOGUE[name].estimate(totals, base.options) for name in _DUPLICATE]
            rows.append(
                (builder.cell_label(base), *(from_estimate(e, CATALOGUE[e.statistic]) for e in found))
            )
    columns = [Column("cell", builder.text("column.cell"), numeric=False)]
    columns += [Column(name, builder.statistic_name(name)) for name in _DUPLICATE]
    return builder.table("duplicates", columns, rows)
