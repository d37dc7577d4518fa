"""JSON as position files use it: strict, and every fault named with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gouji_sim.errors import PositionError
from gouji_sim.textfile import read_text

__all__ = ["parse_json", "read_json"]


def read_json(path: Path) -> Any:
    """The value of a JSON file. Raises `PositionError`, also for a file that cannot be read."""
    return parse_json(read_text(path, PositionError), str(path))


def parse_json(text: str, source: str) -> Any:
    """The value of a JSON text.

    Raises `PositionError` that names ``source``, and the line and column of a fault. A key that is given
    twice, NaN and Infinity are faults.
    """

    def refuse_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            names = [name for name, _ in pairs]
            twice = sorted({name for name in names if names.count(name) > 1})
            raise PositionError(f"{', '.join(twice)} given twice", place=source)
        return found

    def refuse_constant(name: str) -> Any:
        raise PositionError(f"is not JSON: {name} is no number", place=source)

    try:
        return json.loads(text, object_pairs_hook=refuse_repeats, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text else ""
        place = f"{source}: {line}column {error.colno}"
        raise PositionError(f"is not JSON: {error.msg}", place=place) from None
    except ValueError:  # a whole number of thousands of digits
        raise PositionError("holds a number that is too long", place=source) from None
    except RecursionError:
        raise PositionError("is no position: too deeply nested", place=source) from None
