"""Counts as people write them: ``200_000``, ``2e5``, ``1M``."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

__all__ = ["MAX_COUNT", "format_count", "parse_count"]

MAX_COUNT: Final = 10**15
"""Largest number of deals or sessions of a study; deal indices stay far inside 64 bits."""

_SUFFIXES: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9, "t": 10**12}
_NUMBER: Final = re.compile(r"(\d+(?:_\d+)*(?:\.\d+)?(?:e\+?\d{1,2})?)\s*([kmgbt]?)", re.IGNORECASE)


def parse_count(text: str | int | float) -> int:
    """Read a whole number from 1 to `MAX_COUNT`.

    Takes integers, floats without a fraction, and text with ``_`` between digits, an exponent, or one of the
    suffixes k, M, G (or B), T. Raises ValueError with a reason for people.
    """
    if isinstance(text, bool):
        raise ValueError("must be a count such as 200_000, 2e5 or 1M")
    if isinstance(text, int):
        number = Decimal(text)
    else:
        match = _NUMBER.fullmatch(str(text).strip())
        if match is None:
            raise ValueError(f"{text!r} is not a count such as 200_000, 2e5 or 1M")
        number = Decimal(match[1].replace("_", "")) * _SUFFIXES[match[2].lower()]
    if number != number.to_integral_value():
        raise ValueError(f"{text!r} is not a whole number")
    if not 1 <= number <= MAX_COUNT:
        raise ValueError(f"{text!r} is not between 1 and {MAX_COUNT:,}")
    return int(number)


def format_count(number: int) -> str:
    """A count with its digits in groups of three."""
    return f"{number:,}"
