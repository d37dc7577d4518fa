"""The document model: one description of a result that every printer (page, CSV, JSON, terminal) reads.

Ids are ASCII and stand in files; labels are in the language of the document and stand before people.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from matplotlib.figure import Figure as MplFigure

__all__ = ["Cell", "Column", "Document", "Figure", "Form", "Label", "Measure", "Section", "Table"]

Form = Literal["rate", "points", "number", "count", "factor", "p"]
"""How a number reads: share of one printed in per cent, points with a sign, plain, whole, a factor, or a
p-value."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with its interval and the number of units or cases behind it.

    ``value``, ``low`` and ``high`` are in natural units (a rate is 0 to 1); ``value`` is None when it is
    undefined, ``low`` and ``high`` are None when no interval is stated. ``n`` is None when it says nothing.
    ``signed`` prints a plus sign, for differences.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    form: Form = "number"
    signed: bool = False

    def __post_init__(self) -> None:
        for name in ("value", "low", "high"):
            number = getattr(self, name)
            if number is not None:
                number = float(number)
                object.__setattr__(self, name, number if math.isfinite(number) else None)

    @property
    def has_interval(self) -> bool:
        return self.value is not None and self.low is not None and self.high is not None


@dataclass(frozen=True, slots=True)
class Label:
    """A text for people and the id that stands for it in files; ``order`` is its sort key, if any."""

    id: str
    text: str
    order: float | None = None


Cell = Measure | Label | str | int | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: ``id`` heads it in files, ``label`` on paper; ``numeric`` sets it flush right.

    A column with ``shown`` false stands in files only (the same in every row, or told elsewhere on the page).
    """

    id: str
    label: str
    numeric: bool = True
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under columns; ``caption`` says what to see in it."""

    id: str
    title: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def shown(self) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]:
        """Columns and rows for people, without those that stand in files only."""
        keep = [index for index, column in enumerate(self.columns) if column.shown]
        return (
            tuple(self.columns[index] for index in keep),
            tuple(tuple(row[index] for index in keep) for row in self.rows),
        )

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"table {self.id}: a row of {len(row)} cells under {len(self.columns)} columns"
                )


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: ``alt`` says in words what it shows, ``draw`` makes it anew at each call."""

    id: str
    title: str
    caption: str
    alt: str
    draw: Callable[[], MplFigure]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document with its paragraphs, tables and figures in reading order."""

    id: str
    title: str
    paragraphs: tuple[str, ...] = ()
    blocks: tuple[Table | Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A whole result.

    ``facts`` are (label, text) pairs of the head: what was played, by whom, how much; ``command`` plays it
    again; ``meta`` goes into the JSON document as it is.
    """

    kind: str
    lang: Literal["zh", "en"]
    title: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    command: str
    meta: dict[str, Any]

    def tables(self) -> Iterator[Table]:
        """Every table in reading order."""
        for section in self.sections:
            for block in section.blocks:
                if isinstance(block, Table):
                    yield block

    def figures(self) -> Iterator[Figure]:
        """Every figure in reading order."""
        for section in self.sections:
            for block in section.blocks:
                if isinstance(block, Figure):
                    yield block

    def table(self, table_id: str) -> Table:
        """The table of that id; KeyError if there is none."""
        for table in self.tables():
            if table.id == table_id:
                return table
        raise KeyError(table_id)
