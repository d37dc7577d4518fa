"""What every section needs: words, and tables and figures of breakdowns over the cells of a document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gouji_sim.i18n import Lang, message, term
from gouji_sim.report import plots
from gouji_sim.report.cells import CellTally
from gouji_sim.report.format import MINUS, value_text
from gouji_sim.report.model import Cell, Column, Figure, Form, Label, Measure, Table
from gouji_sim.report.view import Bands
from gouji_sim.rules import Options
from gouji_sim.stats.catalogue import CATALOGUE, Statistic, statistics_for
from gouji_sim.stats.intervals import Estimate
from gouji_sim.vocab import BURN_OUTCOMES

__all__ = ["FORMS", "MOST_SERIES", "Builder", "Part", "from_estimate"]

FORMS: dict[str, Form] = {"share": "rate", "count": "number", "points": "points", "index": "number"}
"""Unit of a statistic → how it is printed."""

_COLUMN_TERMS: dict[str, str] = {
    "first": "place.1",
    "last": "place.6",
    **{outcome: f"burn_outcome.{outcome}" for outcome in BURN_OUTCOMES},
}
_ALT_CELLS = 6
MOST_SERIES = 8
"""Cells that one picture shows."""


Grid = tuple[list[Column | None], list[tuple[Cell, ...]]]
"""Columns (None stands for that of the groups) and rows."""


@dataclass(frozen=True)
class Part:
    """One measure of a breakdown table: the breakdown, the id of its column, its form, and a factor."""

    breakdown: str
    column: str
    form: Form
    scale: float = 1.0


def from_estimate(estimate: Estimate, stat: Statistic) -> Measure:
    """An estimate as a measure of the document; points that can be lost carry a sign."""
    signed = stat.unit == "points" and stat.low is None
    return Measure(estimate.value, estimate.low, estimate.high, estimate.n, FORMS[stat.unit], signed)


class Builder:
    """Writes tables and figures about ``cells`` in one language."""

    def __init__(self, lang: Lang, cells: Sequence[CellTally]) -> None:
        self.lang: Lang = lang
        self.cells = tuple(cells)

    @property
    def several(self) -> bool:
        return len(self.cells) > 1

    def text(self, key: str, **fields: object) -> str:
        """A text of the report catalogue."""
        return message(f"report.{key}", self.lang, **fields)

    def statistic_name(self, id: str) -> str:
        """What a statistic is called."""
        return term(CATALOGUE[id].label, self.lang)

    def term(self, id: str) -> str:
        """A term of the game."""
        return term(id, self.lang)

    def table(self, id: str, columns: Sequence[Column], rows: Sequence[tuple[Cell, ...]]) -> Table | None:
        """A table with the texts ``table.<id>.title`` and ``.caption``; None without rows."""
        if not rows:
            return None
        title, caption = self.text(f"table.{id}.title"), self.text(f"table.{id}.caption")
        return Table(id, title, caption, tuple(columns), tuple(rows))

    def column_name(self, id: str) -> str:
        """What a column is called: by its term where it has one."""
        if id in _COLUMN_TERMS:
            return term(_COLUMN_TERMS[id], self.lang)
        return self.text(f"column.{id}")

    def cell_label(self, tally: CellTally) -> Label:
        return Label(tally.id, tally.label(self.lang))

    def cell_column(self) -> Column:
        """The column that names the cell, for people only where there are several."""
        return Column("cell", self.text("column.cell"), numeric=False, shown=self.several)

    def having(self, breakdown: str) -> list[CellTally]:
        """The cells that have a breakdown and records."""
        return [tally for tally in self.cells if breakdown in tally.ratios and tally.n_records]

    def measures(self, tally: CellTally, part: Part) -> list[Measure]:
        """The measures of all groups of a breakdown in one cell."""
        ratios = tally.ratios[part.breakdown]
        return [ratios.measure(group, part.form, part.scale) for group in range(ratios.groups)]

    def bands(self, of: Callable[[Options], Bands]) -> Callable[[str], str]:
        """What the bands of a quantity are called: by its values where all cells have the same, else by
        distance."""
        found = [of(tally.options) for tally in self.cells]
        if len({(bands.low, bands.centre, bands.high) for bands in found}) == 1:
            return found[0].label
        return lambda id: self.text("group.distance", distance=id.replace("-", MINUS))

    def breakdown_table(
        self, id: str, parts: Sequence[Part], group_label: Callable[[str], str], *, skip_empty: bool = False
    ) -> Table | None:
        """A breakdown as a table; None when no cell has the first one.

        Several measures, or one cell: rows cell × group, columns n and a measure each. One measure in several
        cells: rows groups, columns cells. ``skip_empty`` leaves out groups without a case. Texts are
        ``table.<id>.title``, ``.caption`` and ``.group``.
        """
        tallies = self.having(parts[0].breakdown)
        if len(tallies) > 1 and len(parts) == 1:
            columns, rows = self._side_by_side(tallies, parts[0], group_label, skip_empty)
        else:
            columns, rows = self._one_below_the_other(tallies, parts, group_label, skip_empty)
        if not rows:
            return None
        group = Column("group", self.text(f"table.{id}.group"), numeric=False)
        heads = [column or group for column in columns]
        return Table(
            id, self.text(f"table.{id}.title"), self.text(f"table.{id}.caption"), tuple(heads), tuple(rows)
        )

    def _side_by_side(
        self, tallies: Sequence[CellTally], part: Part, group_label: Callable[[str], str], skip_empty: bool
    ) -> Grid:
        groups = _merged([tally.breakdowns[part.breakdown].groups for tally in tallies])
        found = [
            dict(zip(tally.breakdowns[part.breakdown].groups, self.measures(tally, part), strict=True))
            for tally in tallies
        ]
        rows: list[tuple[Cell, ...]] = []
        for order, group in enumerate(groups):
            row = [measures.get(group) for measures in found]
            if not skip_empty or any(measure and measure.n for measure in row):
                rows.append((Label(group, group_label(group), float(order)), *row))
        return [None, *(Column(tally.id, tally.label(self.lang)) for tally in tallies)], rows

    def _one_below_the_other(
        self,
        tallies: Sequence[CellTally],
        parts: Sequence[Part],
        group_label: Callable[[str], str],
        skip_empty: bool,
    ) -> Grid:
        rows: list[tuple[Cell, ...]] = []
        for tally in tallies:
            groups = tally.breakdowns[parts[0].breakdown].groups
            columns = [
                self.measures(tally, part) if part.breakdown in tally.ratios else [None] * len(groups)
                for part in parts
            ]
            for index, group in enumerate(groups):
                cases = tally.ratios[parts[0].breakdown].cases(index)
                if skip_empty and not cases:
                    continue
                found = [None if m is None else _without_n(m) for m in (column[index] for column in columns)]
                label = Label(group, group_label(group), float(index))
                rows.append((self.cell_label(tally), label, cases, *found))
        heads = [self.cell_column(), None, Column("n", "n")]
        return [*heads, *(Column(part.column, self.column_name(part.column)) for part in parts)], rows

    def statistics_table(self, id: str, statistics: Sequence[str], *, baseline: bool = False) -> Table | None:
        """Rows statistics, columns cells; statistics that no cell defines are left out."""
        defined = {stat.id for tally in self.cells for stat in statistics_for(tally.options)}
        rows: list[tuple[Cell, ...]] = []
        for name in statistics:
            if name not in defined:
                continue
            stat = CATALOGUE[name]
            row: list[Cell] = [Label(name, self.statistic_name(name))]
            row += [self.estimate(tally, stat) for tally in self.cells]
            if baseline:
                row.append(self._baseline(stat))
            rows.append(tuple(row))
        if not rows:
            return None
        columns = [Column("statistic", self.text("column.statistic"), numeric=False)]
        columns += [Column(tally.id, tally.label(self.lang)) for tally in self.cells]
        if baseline:
            columns.append(Column("baseline", self.text("column.baseline")))
        return Table(
            id, self.text(f"table.{id}.title"), self.text(f"table.{id}.caption"), tuple(columns), tuple(rows)
        )

    def estimate(self, tally: CellTally, stat: Statistic) -> Measure | None:
        """The estimate of a statistic in a cell; None where its rules do not define it."""
        if not stat.defined(tally.options):
            return None
        return from_estimate(stat.estimate(tally.totals, tally.options), stat)

    def _baseline(self, stat: Statistic) -> Cell:
        values = {stat.baseline_under(tally.options) for tally in self.cells if stat.defined(tally.options)}
        value = values.pop() if len(values) == 1 else None
        return None if value is None else Measure(value, form=FORMS[stat.unit])

    def curves(
        self,
        id: str,
        part: Part,
        group_label: Callable[[str], str],
        *,
        baseline: float | None = None,
        joined: bool = True,
        least: int = 30,
    ) -> Figure | None:
        """A picture of a breakdown, a line for each cell.

        Groups with fewer than ``least`` cases are in the table only. Cells whose groups differ share an axis
        that has all groups. Texts are ``figure.<id>.title``, ``.caption``, ``.x`` and ``.y``.
        """
        tallies = self.having(part.breakdown)
        left_out = len(tallies) - MOST_SERIES
        tallies = tallies[:MOST_SERIES]
        groups = _merged([tally.breakdowns[part.breakdown].groups for tally in tallies])
        series: list[tuple[str, list[Measure | None]]] = []
        for tally in tallies:
            own = dict(zip(tally.breakdowns[part.breakdown].groups, self.measures(tally, part), strict=True))
            row = [own.get(group) for group in groups]
            series.append((tally.label(self.lang), [m if m and (m.n or 0) >= least else None for m in row]))
        if not any(m for _, row in series for m in row):
            return None
        labels = [group_label(group) for group in groups]
        return Figure(
            id,
            self.text(f"figure.{id}.title"),
            self.caption(id, left_out),
            self.alt(self.text(f"figure.{id}.y"), labels, series),
            lambda: plots.curves(
                labels,
                series,
                x_label=self.text(f"figure.{id}.x"),
                y_label=self.text(f"figure.{id}.y"),
                baseline=baseline,
                joined=joined,
            ),
        )

    def caption(self, id: str, left_out: int) -> str:
        """The caption of a figure, with a word about cells that it does not show."""
        text = self.text(f"figure.{id}.caption")
        return text if left_out <= 0 else f"{text} {self.text('figure.first_cells', n=MOST_SERIES)}"

    def alt(
        self, quantity: str, groups: Sequence[str], series: Sequence[tuple[str, Sequence[Measure | None]]]
    ) -> str:
        """The numbers of a picture in words."""
        lines = []
        for label, measures in series[:_ALT_CELLS]:
            numbers = self.text("list_comma").join(
                f"{group} {value_text(m)}" for group, m in zip(groups, measures, strict=True) if m is not None
            )
            lines.append(self.text("alt.series", label=label, numbers=numbers))
        if len(series) > _ALT_CELLS:
            lines.append(self.text("alt.more", n=len(series) - _ALT_CELLS))
        return self.text("alt.picture", quantity=quantity, numbers=self.text("alt.joiner").join(lines))


def _without_n(measure: Measure) -> Measure:
    return Measure(measure.value, measure.low, measure.high, None, measure.form, measure.signed)


def _merged(lists: Sequence[Sequence[str]]) -> list[str]:
    """All groups of several cells: in numeric order where they are whole numbers, else in order of
    appearance."""
    seen = list(dict.fromkeys(group for groups in lists for group in groups))
    if all(group.lstrip("+-").isdecimal() for group in seen):
        return sorted(seen, key=int)
    return seen
