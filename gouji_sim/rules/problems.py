"""Turning what pydantic finds wrong with a table of options into problems with a place and a plain reason."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gouji_sim.errors import Problem, VariantError
from gouji_sim.rules.options import Conflict, Options

__all__ = ["Place", "did_you_mean", "make_options", "shown", "under"]

Place: TypeAlias = Callable[[str], str]
"""Where the key of that name stands, as people read it."""

_TYPE_REASONS: Final = {
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "string_type": "must be a string",
    "tuple_type": "must be a list",
    "dict_type": "must be a table of numbers by rank",
}


def under(where: str) -> Place:
    """Keys of one file or one table: ``where: key``."""
    return lambda key: f"{where}: {key}"


def shown(value: object) -> str:
    """A value as a file would hold it, cut to a readable length."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "…"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`` (did you mean 'x'?)`` when a known word is near, else nothing."""
    near = get_close_matches(word.casefold(), list(known), n=1, cutoff=0.6)
    return f" (did you mean {near[0]!r}?)" if near else ""


def make_options(values: dict[str, Any], place: Place) -> Options:
    """Build `Options` from a table with the names of RULES 17.

    Raises VariantError with every problem at once; ``place`` tells where each key was written. Options that
    conflict are reported even when others are ill typed, at the one of them that comes last in the table.
    """
    options, details = _validate(values)
    if options is not None:
        return options
    wrong = {str(detail["loc"][0]) for detail in details if detail["loc"]}
    problems = [_problem(detail, place) for detail in details if detail["loc"]]
    if wrong:
        details = _validate({key: value for key, value in values.items() if key not in wrong})[1]
    for conflict in _conflicts(details):
        if not wrong.intersection(conflict.fields):
            key = next((key for key in reversed(values) if key in conflict.fields), conflict.fields[0])
            problems.append(Problem(place(key), conflict.reason))
    raise VariantError(problems)


def _validate(values: dict[str, Any]) -> tuple[Options | None, list[ErrorDetails]]:
    try:
        return Options.model_validate(values), []
    except ValidationError as error:
        return None, error.errors()


def _conflicts(details: Iterable[ErrorDetails]) -> Iterator[Conflict]:
    for detail in details:
        if detail["type"] == "conflict":
            yield from detail["ctx"]["conflicts"]


def _problem(detail: ErrorDetails, place: Place) -> Problem:
    key, *inner = detail["loc"]
    steps = [step for step in inner if step not in ("name", "counts", "[key]")]
    where = place(str(key)) + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return Problem(where, _reason(detail))


def _reason(detail: ErrorDetails) -> str:
    kind, value = detail["type"], detail["input"]
    context = detail.get("ctx", {})
    if kind == "extra_forbidden":
        return f"no option of that name{did_you_mean(str(detail['loc'][0]), Options.names())}"
    if kind in ("too_short", "too_long"):
        return f"six numbers are needed, not {len(value)}"
    if kind == "literal_error":
        known = context["expected"]
        hint = did_you_mean(value, re.findall("'(.*?)'", known)) if isinstance(value, str) else ""
        noun = "ranks here are" if "[key]" in detail["loc"] else "must be"
        return f"{noun} {known}, not {shown(value)}{hint}"
    if kind == "greater_than_equal":
        return f"must be at least {context['ge']}, not {shown(value)}"
    if kind == "less_than_equal":
        return f"must be at most {context['le']}, not {shown(value)}"
    if kind in _TYPE_REASONS:
        return f"{_TYPE_REASONS[kind]}, not {shown(value)}"
    return f"{detail['msg']}, not {shown(value)}"
