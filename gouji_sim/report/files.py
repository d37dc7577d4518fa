"""The printers for programs (CSV, JSON) and the writing of a whole document beside its page."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from gouji_sim.errors import StudyError
from gouji_sim.report import page, picture
from gouji_sim.report.model import Cell, Document, Label, Measure, Table
from gouji_sim.study.store import check_file

__all__ = [
    "SCHEMA_VERSION",
    "check_page",
    "folder_of",
    "json_text",
    "to_csv",
    "to_json",
    "write_document",
    "write_file",
]

SCHEMA_VERSION = 1
"""Version of the JSON document; it changes when a field changes its meaning or goes."""

_FOLDER_SUFFIX = "_files"


def check_page(out: Path) -> None:
    """Find out before the work whether a page and the files beside it can be written; leaves nothing.

    Raises `StudyError` naming ``out``.
    """
    check_file(out, folder_of(out))


def write_document(document: Document, out: Path, version: str) -> Path:
    """Write the page to ``out`` and its tables (CSV) and figures (SVG, PNG) to the folder ``<stem>_files``
    beside it.

    Each file is written aside and renamed, the page last. Returns ``out``. Raises `StudyError` when ``out``
    cannot be written.
    """
    folder = folder_of(out)
    pictures: dict[str, str] = {}
    for figure in document.figures():
        text, binary = picture.render(figure)
        write_file(folder / f"{figure.id}.svg", text.encode())
        write_file(folder / f"{figure.id}.png", binary)
        pictures[figure.id] = picture.inline_svg(figure, text)
    for table in document.tables():
        write_file(folder / f"{table.id}.csv", to_csv(table).encode())
    write_file(out, page.to_html(document, pictures, folder.name, version).encode())
    return out


def folder_of(page: Path) -> Path:
    """The folder of the files beside a page: ``report.html`` → ``report_files``."""
    return page.parent / f"{page.stem}{_FOLDER_SUFFIX}"


def write_file(path: Path, content: bytes) -> None:
    """Write ``content`` beside ``path`` and rename it into place, making the folder where needed.

    Raises `StudyError` naming the path when the file system refuses.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(aside, 0o666 & ~umask)
            os.replace(aside, path)
        except BaseException:
            os.unlink(aside)
            raise
    except OSError as error:
        raise StudyError(error.strerror or str(error), str(path)) from error


def to_csv(table: Table) -> str:
    """The table as CSV: a head of ids; a measure takes the columns ``id``, ``id_low``, ``id_high`` and
    ``id_n``.

    Only those of the four that some row fills are written. Rates are shares of one; undefined is empty.
    """
    parts = [_csv_parts(table, index) for index in range(len(table.columns))]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([name for names, _ in parts for name in names])
    for row in range(len(table.rows)):
        writer.writerow([value for _, rows in parts for value in rows[row]])
    return buffer.getvalue()


def to_json(document: Document, version: str) -> dict[str, Any]:
    """The document as one JSON-ready dictionary with ``schema_version``; undefined numbers are null."""
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": document.kind,
        "gouji_sim": version,
        "lang": document.lang,
        "title": document.title,
        "command": document.command,
        **document.meta,
        "tables": {
            table.id: {
                "title": table.title,
                "columns": [{"id": column.id, "label": column.label} for column in table.columns],
                "rows": [
                    {column.id: _json_cell(cell) for column, cell in zip(table.columns, row, strict=True)}
                    for row in table.rows
                ],
            }
            for table in document.tables()
        },
        "figures": {figure.id: {"title": figure.title, "alt": figure.alt} for figure in document.figures()},
    }


def json_text(content: dict[str, Any]) -> str:
    """The dictionary as JSON text that keeps 汉字 readable and refuses NaN."""
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _json_cell(cell: Cell) -> Any:
    if isinstance(cell, Measure):
        return {"value": cell.value, "low": cell.low, "high": cell.high, "n": cell.n, "form": cell.form}
    if isinstance(cell, Label):
        return {"id": cell.id, "label": cell.text}
    return cell


def _csv_parts(table: Table, index: int) -> tuple[list[str], list[list[Any]]]:
    """Heads and row values of one column; a column with measures spreads over up to four."""
    column_id = table.columns[index].id
    cells = [row[index] for row in table.rows]
    if not any(isinstance(cell, Measure) for cell in cells):
        return [column_id], [[cell.id if isinstance(cell, Label) else cell] for cell in cells]
    suffixes = [""]
    measures = [cell for cell in cells if isinstance(cell, Measure)]
    suffixes += [
        f"_{name}" for name in ("low", "high", "n") if any(getattr(m, name) is not None for m in measures)
    ]
    rows: list[list[Any]] = []
    for cell in cells:
        if isinstance(cell, Measure):
            rows.append([cell.value if not suffix else getattr(cell, suffix[1:]) for suffix in suffixes])
        else:
            rows.append([cell.id if isinstance(cell, Label) else cell] + [None] * (len(suffixes) - 1))
    return [column_id + suffix for suffix in suffixes], rows
