"""Reading the files that people write: what cannot be read or parsed is one mistake with its place."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from gouji_sim.errors import GoujiError

__all__ = ["MOST_BYTES", "parse_toml", "read_text"]

MOST_BYTES: Final = 64 * 2**20
"""Longest file that is read; no position, variant or study comes near."""


def read_text(path: Path, error: type[GoujiError], where: str | None = None) -> str:
    """The text of a UTF-8 file, with or without a byte order mark; ``where`` names it in messages.

    Raises ``error`` when it cannot be read, is longer than `MOST_BYTES`, or is not UTF-8.
    """
    where = str(path) if where is None else where
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as failure:
        raise error(f"cannot be read: {failure.strerror or failure}", place=where) from None
    except ValueError:  # a path with a null byte
        raise error("is no name of a file", place=where) from None
    if len(data) > MOST_BYTES:
        raise error(f"is longer than {MOST_BYTES >> 20} MiB", place=where)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        raise error(f"is not UTF-8 text (byte {failure.start})", place=where) from None


def parse_toml(text: str, error: type[GoujiError], where: str) -> dict[str, Any]:
    """The table of a TOML text. Raises ``error`` when it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as failure:
        raise error(f"is not valid TOML: {failure}", place=where) from None
    except RecursionError:
        raise error("is not valid TOML: too deeply nested", place=where) from None
    except ValueError:  # a whole number of thousands of digits
        raise error("is not valid TOML: a number is too long", place=where) from None
