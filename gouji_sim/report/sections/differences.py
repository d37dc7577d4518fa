"""Cells against one another, deal by deal where they share the deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gouji_sim.report import plots
from gouji_sim.report.builder import FORMS, MOST_SERIES, Builder
from gouji_sim.report.cells import CellTally
from gouji_sim.report.contrasts import Pairing, contrast
from gouji_sim.report.model import Cell, Column, Figure, Label, Measure, Section, Table
from gouji_sim.report.sections.common import make_section
from gouji_sim.report.sections.key import KEY_RATES, KEY_STATISTICS
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.stats.paired import Difference

__all__ = ["section"]


def section(builder: Builder) -> Section | None:
    """Differences of the key statistics to the cell that each compares with best, and what pairing saved."""
    if not builder.several:
        return None
    pairings = [Pairing.of(tally.source, _base(builder.cells, tally).source) for tally in builder.cells[1:]]
    found = {name: [contrast(pairing, name) for pairing in pairings] for name in KEY_STATISTICS}
    rows = [(name, row) for name, row in found.items() if any(row)]
    return make_section(
        builder,
        "differences",
        _picture(builder, pairings, found),
        _table(builder, "differences", pairings, rows, difference_measure),
        _table(builder, "reduction", pairings, rows, lambda _, made: Measure(made.reduction, form="factor")),
    )


def difference_measure(name: str, made: Difference) -> Measure:
    """A difference as a measure of the document."""
    return Measure(made.value, made.low, made.high, made.n, FORMS[CATALOGUE[name].unit], signed=True)


def pairing_label(builder: Builder, pairing: Pairing) -> str:
    """``A − B``, with a word where the deals are not the same."""
    text = f"{pairing.one.label(builder.lang)} − {pairing.base.label(builder.lang)}"
    return text if pairing.paired is not None else builder.text("group.unpaired", label=text)


def _base(cells: Sequence[CellTally], tally: CellTally) -> CellTally:
    """The first other cell of the same policies; else the first of the same variant; else the first."""
    before = cells[: cells.index(tally)]
    alike = [c for c in before if c.cell.lineup == tally.cell.lineup]
    alike += [c for c in before if c.cell.variant == tally.cell.variant]
    return alike[0] if alike else cells[0]


def _table(
    builder: Builder,
    id: str,
    pairings: Sequence[Pairing],
    rows: Sequence[tuple[str, Sequence[Difference | None]]],
    measure: Callable[[str, Difference], Measure],
) -> Table:
    columns = [Column("statistic", builder.text("column.statistic"), numeric=False)]
    columns += [
        Column(f"{pairing.one.id}-{pairing.base.id}", pairing_label(builder, pairing)) for pairing in pairings
    ]
    cells: list[tuple[Cell, ...]] = [
        (
            Label(name, builder.statistic_name(name)),
            *(None if made is None else measure(name, made) for made in row),
        )
        for name, row in rows
    ]
    return Table(
        id,
        builder.text(f"table.{id}.title"),
        builder.text(f"table.{id}.caption"),
        tuple(columns),
        tuple(cells),
    )


def _picture(
    builder: Builder, pairings: Sequence[Pairing], found: dict[str, list[Difference | None]]
) -> Figure | None:
    names = [name for name in KEY_RATES if any(found[name])]
    if not names:
        return None
    labels = [builder.statistic_name(name) for name in names]
    series = [
        (
            pairing_label(builder, pairing),
            [
                None if (made := found[name][index]) is None else difference_measure(name, made)
                for name in names
            ],
        )
        for index, pairing in enumerate(pairings[:MOST_SERIES])
    ]
    return Figure(
        "differences",
        builder.text("figure.differences.title"),
        builder.caption("differences", len(pairings) - MOST_SERIES),
        builder.alt(builder.text("figure.differences.x"), labels, series),
        lambda: plots.strip(series, labels, x_label=builder.text("figure.differences.x"), baseline=0.0),
    )
