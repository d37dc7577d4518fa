"""Numbers as people read them: as many digits as the interval warrants."""

from __future__ import annotations

import math
from collections.abc import Iterable

from gouji_sim.report.model import Cell, Form, Label, Measure

__all__ = ["cell_text", "common_n", "interval_text", "n_text", "short_text", "value_text"]

MINUS = "−"
MISSING = "–"
_DEFAULT_DIGITS: dict[Form, int] = {"rate": 2, "points": 3, "number": 3, "count": 0, "factor": 2, "p": 4}
_MOST_DIGITS = 4


def value_text(measure: Measure) -> str:
    """The number alone: ``12.34 %``, ``+0.21``, ``–`` when it is undefined."""
    if measure.value is None:
        return MISSING
    if measure.form == "p":
        return _p_text(measure.value)
    text = _number(measure.value, _digits(measure), measure.form, measure.signed)
    if measure.form == "factor":
        return f"×\u202f{text}"
    return f"{text}\u202f%" if measure.form == "rate" else text


def short_text(measure: Measure) -> str:
    """A difference in three digits for a narrow place: ``+1.83%``, ``−288``."""
    if measure.value is None:
        return MISSING
    value = 100.0 * measure.value if measure.form == "rate" else measure.value
    text = f"{value:+.0f}" if abs(value) >= 100 else f"{value:+.3g}"
    if "e" in text or float(text) == 0:
        text = "0"
    return text.replace("-", MINUS) + ("%" if measure.form == "rate" else "")


def interval_text(measure: Measure) -> str:
    """The interval as ``[12.1, 12.6]`` in the unit of `value_text`, or an empty string."""
    if not measure.has_interval:
        return ""
    digits = _digits(measure)
    low = _number(measure.low or 0.0, digits, measure.form, measure.signed)
    high = _number(measure.high or 0.0, digits, measure.form, measure.signed)
    return f"[{low}, {high}]"


def n_text(measure: Measure) -> str:
    """The number of cases with thousands set apart, or an empty string."""
    return "" if measure.n is None else f"{measure.n:,}"


def common_n(cells: Iterable[Cell]) -> str:
    """The n that all measures of a column share, to be stated in its head; else an empty string."""
    found = {cell.n for cell in cells if isinstance(cell, Measure)}
    return f"{found.pop():,}" if len(found) == 1 and found != {None} else ""


def cell_text(cell: Cell) -> str:
    """One cell as a line of plain text."""
    if cell is None:
        return MISSING
    if isinstance(cell, Measure):
        return " ".join(part for part in (value_text(cell), interval_text(cell)) if part)
    if isinstance(cell, Label):
        return cell.text
    return f"{cell:,}" if isinstance(cell, int) else cell


def _digits(measure: Measure) -> int:
    """Decimals that show two significant digits of the half-width of the interval."""
    scale = 100.0 if measure.form == "rate" else 1.0
    if measure.form == "count" and not measure.has_interval:
        return 0
    if not measure.has_interval:
        return _DEFAULT_DIGITS[measure.form]
    half = scale * ((measure.high or 0.0) - (measure.low or 0.0)) / 2
    if half <= 0:
        return _DEFAULT_DIGITS[measure.form]
    return min(_MOST_DIGITS, max(0, 1 - math.floor(math.log10(half))))


def _number(value: float, digits: int, form: Form, signed: bool) -> str:
    scaled = round(value * 100.0 if form == "rate" else value, digits)
    text = f"{abs(scaled):,.{digits}f}"
    if scaled < 0:
        return MINUS + text
    return f"+{text}" if signed and scaled > 0 else text


def _p_text(value: float) -> str:
    if value < 1e-4:
        return "<\u202f0.0001"
    return f"{value:.4f}" if value < 0.1 else f"{value:.3f}"
