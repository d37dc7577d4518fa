"""Where a field of a TOML text stands, so that an error can name its line."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["LineIndex"]

_HEADER: Final = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(
    r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_PART: Final = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")

Path = tuple[str | int, ...]


class LineIndex:
    """The lines of the tables and keys of one TOML text.

    A path such as ``("variants", 1, "set", "yield")`` that has no line of its own (an element of an inline
    table) has the line of the nearest path above it.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        table: Path = ()
        path: Path = ()
        arrays: dict[Path, int] = {}
        depth = element = 0
        for number, line in enumerate(text.splitlines(), start=1):
            if depth == 0 and (header := _HEADER.match(line)):
                table = self._table(header, arrays)
                self._lines.setdefault(table, number)
                continue
            if depth == 0 and (key := _KEY.match(line)):
                path = table
                for part in _parts(key[1]):
                    path = (*path, part)
                    self._lines.setdefault(path, number)
                element = 0
                depth, element = self._elements(line[key.end() :], path, number, depth, element)
            elif depth > 0:
                depth, element = self._elements(line, path, number, depth, element)

    def line(self, path: Path) -> int | None:
        """The line of ``path``, counted from 1, or None when nothing above it has one."""
        for end in range(len(path), 0, -1):
            if (line := self._lines.get(path[:end])) is not None:
                return line
        return None

    def _table(self, header: re.Match[str], arrays: dict[Path, int]) -> Path:
        path: Path = ()
        parts = _parts(header[2])
        for i, part in enumerate(parts):
            path = (*path, part)
            if header[1] == "[[" and i == len(parts) - 1:
                arrays[path] = arrays.get(path, -1) + 1
            if path in arrays:
                path = (*path, arrays[path])
        return path

    def _elements(self, text: str, path: Path, number: int, depth: int, element: int) -> tuple[int, int]:
        """Follow the brackets of a value over its lines and note where each element of an array begins."""
        quote = ""
        started = False
        for char in text:
            if quote:
                quote = "" if char == quote else quote
                continue
            if char == "#":
                break
            if depth >= 1 and not started and char not in " \t,]":
                self._lines.setdefault((*path, element), number)
                started = True
            if char in "\"'":
                quote = char
            elif char in "[{":
                depth += 1
                started = started and depth > 1
            elif char in "]}":
                depth -= 1
            elif char == "," and depth == 1:
                element += 1
                started = False
        return depth, element


def _parts(text: str) -> list[str]:
    return [part.strip("\"'") for part in _PART.findall(text)]
