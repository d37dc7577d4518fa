"""Lines of text for people: seats, cards in groups, columns and folds by display width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from gouji_sim.i18n import Lang, message
from gouji_sim.vocab import RANKS

__all__ = ["Line", "fold", "grouped", "join", "pad", "seat_name", "seat_names"]


FULL_WIDTH_MARKS: Final = ("；", "，", "。")
"""Marks that bring their own blank."""


class Line(NamedTuple):
    """One line to print, with the style of `rich` that it has where colours are wanted."""

    text: str
    style: str = ""


def seat_name(seat: int, lang: Lang) -> str:
    return message("table.seat", lang, seat=seat)


def seat_names(seats: Iterable[int], lang: Lang) -> str:
    """Seats as a list, or the word for none."""
    return join((seat_name(seat, lang) for seat in seats), lang) or message("table.nobody", lang)


def join(parts: Iterable[str], lang: Lang, by: str = "comma") -> str:
    """Parts of a sentence in a row."""
    return message(f"table.{by}", lang).join(parts)


def grouped(counts: Sequence[int]) -> str:
    """A hand from high to low, a blank between ranks: ``WW 22 AAA 5``."""
    return " ".join(RANKS[rank] * counts[rank] for rank in reversed(range(len(RANKS))) if counts[rank])


def pad(text: str, width: int, align: str = "<") -> str:
    """Fill a text with blanks to a display width; ``align`` is ``<``, ``>`` or ``^``."""
    room = max(width - cell_len(text), 0)
    before = {"<": 0, ">": room, "^": room // 2}[align]
    return " " * before + text + " " * (room - before)


def fold(first: str, words: Iterable[str], width: int, indent: int | None = None) -> list[str]:
    """Put words after ``first``, in lines of a display width, with blanks between them.

    After a full-width mark there is no blank. Further lines are indented by ``indent`` columns, as far as
    ``first`` reaches if None. A word that is wider than a line stands alone, uncut.
    """
    margin = " " * (cell_len(first) if indent is None else indent)
    lines, line, blank = [], first, ""
    for word in words:
        if line not in (first, margin) and cell_len(line + blank + word) > width:
            lines.append(line)
            line, blank = margin, ""
        line += blank + word
        blank = "" if word.endswith(FULL_WIDTH_MARKS) else " "
    return [*lines, line.rstrip()]
