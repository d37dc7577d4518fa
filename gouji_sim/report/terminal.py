"""The printer for terminals: tables aligned by display width, so that 汉字 stand in line."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from gouji_sim.report.format import cell_text, common_n
from gouji_sim.report.model import Document, Table

__all__ = ["print_table", "print_tables"]


def print_tables(document: Document, table_ids: tuple[str, ...], console: Console) -> None:
    """Print those of the tables that the document has."""
    for table in document.tables():
        if table.id in table_ids:
            print_table(table, console)


def print_table(table: Table, console: Console) -> None:
    """Print one table with its title."""
    grid = RichTable(title=Text(table.title), title_justify="left", show_edge=False, pad_edge=False)
    columns, rows = table.shown()
    for index, column in enumerate(columns):
        n = common_n(row[index] for row in rows)
        head = f"{column.label}\nn {n}" if n else column.label
        grid.add_column(Text(head), justify="right" if column.numeric else "left", no_wrap=False)
    for row in rows:
        grid.add_row(*(Text(cell_text(cell)) for cell in row))
    console.print(grid)
    console.print()
