"""Turning what pydantic finds wrong with a study into problems with a place and a plain reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gouji_sim.errors import Problem
from gouji_sim.rules.problems import shown
from gouji_sim.study.model import OPTIONS
from gouji_sim.study.places import FieldPath, Places

__all__ = ["complaints"]

_TAGS: Final = ("str", "list[str]", "[key]")
"""What pydantic adds to the path of a field."""

_TABLES: Final = {
    "Label": 'a table { zh = "…", en = "…" }',
    "VariantEntry": 'the name of a variant, or a table { use = "…" }',
    "LineupEntry": 'policies such as "greedy" or "greedy,random", or a table { seats = "…" }',
    "StopRule": 'a table { statistic = "…", half_width = 0.001 }',
    "ContrastEntry": 'a table { baseline = "…", statistics = ["…"] }',
}

_KINDS: Final = {
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "string_type": "a text in quotes",
    "list_type": "a list",
    "dict_type": "a table",
}

_LIMITS: Final = {
    "greater_than": ("above", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("below", "lt"),
    "less_than_equal": ("at most", "le"),
}

_SEATS: Final = "policies with commas between them, or a list of policies"


def complaints(
    error: ValidationError, values: Mapping[str, Any], overrides: Collection[str], places: Places
) -> list[Problem]:
    """Each problem once, under the name that its layer knows the field by.

    ``values`` are those that were checked; ``overrides`` name the options that ``--set`` changes.
    """
    found: dict[Problem, None] = {}
    for detail in error.errors():
        path = tuple(part for part in detail["loc"] if part not in _TAGS)
        if detail["type"] == "variant":
            found |= dict.fromkeys(
                _of_variant(problem, path, values, overrides, places) for problem in detail["ctx"]["problems"]
            )
        elif detail["type"] == "missing" and (limits := _limits_alone(path, places)):
            found |= dict.fromkeys(limits)
        else:
            found[Problem(places.place(path), _reason(detail, path, places))] = None
    return list(found)


def _limits_alone(path: FieldPath, places: Places) -> list[Problem]:
    """``--min`` and ``--max`` without a rule that they could limit."""
    if path[0] != "stop" or any(("stop", key) in places.origins for key in ("statistic", "half_width")):
        return []
    given = [key for key in ("min", "max") if places.origins.get(("stop", key)) == "flag"]
    return [Problem(f"--{key}", "goes with --stop STAT:WIDTH") for key in given]


def _reason(detail: ErrorDetails, path: FieldPath, places: Places) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "extra_forbidden":
        return "no key of that name"
    if kind == "missing":
        return "is needed" if places.file is None else "is missing"
    if kind == "value_error":
        return str(context["error"])
    if kind == "too_short":
        return "must not be empty"
    if kind in _LIMITS:
        word, name = _LIMITS[kind]
        limit = context[name]
        text = f"{limit:g}" if isinstance(limit, float) else str(limit)
        return f"must be {word} {text}, not {shown(detail['input'])}"
    wanted = _SEATS if path[-1] == "seats" else _TABLES.get(context.get("class_name", ""), _KINDS.get(kind))
    if wanted is not None:
        return f"must be {wanted}, not {shown(detail['input'])}"
    return f"{detail['msg'][0].lower()}{detail['msg'][1:]}"


def _of_variant(
    problem: Problem,
    path: FieldPath,
    values: Mapping[str, Any],
    overrides: Collection[str],
    places: Places,
) -> Problem:
    """A problem of a variant of the study: of an option set by it, by ``--set``, or of its own file."""
    where, _, option = problem.place.partition(": ")
    if where != OPTIONS:
        return Problem(f"{places.place(path)}: {problem.place}", problem.reason)
    if option.partition(".")[0].partition("[")[0] in overrides:
        return Problem(f"--set {option}", problem.reason)
    if places.origin(path) == "flag":
        return Problem(f"{_entry(values, path)['use']}:{option}", problem.reason)
    return Problem(places.place((*path, "set", option)), problem.reason)


def _entry(values: Any, path: FieldPath) -> Any:
    for part in path:
        values = values[part]
    return values
