"""In which points two studies differ, in short lines for people."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from gouji_sim.errors import Problem
from gouji_sim.study.plan import Plan

__all__ = ["differences"]

MOST: Final = 8
"""Lines before the rest is only counted."""

_WIDTH: Final = 60
_MISSING: Final = object()
_AXES: Final = {
    "variants": "variant_key",
    "policies": "lineup_key",
    "seed": "seed",
    "rotations": "rotation",
    "replicates": "replicate",
}


def differences(here: Plan, asked: Plan) -> list[Problem]:
    """What a run holds (``here``) and what is asked of it, a problem for each point in which they differ, the
    coarsest first and at most `MOST` of them; empty when they are one study of one length."""
    found = list(_differences(here, asked))
    rest = len(found) - MOST
    return found[:MOST] + ([Problem("", f"and {rest} more")] if rest > 0 else [])


def _differences(here: Plan, asked: Plan) -> Iterator[Problem]:
    a, b = _document(here), _document(asked)
    cells_a, cells_b = a.pop("cells"), b.pop("cells")
    if set(cells_a) != set(cells_b):
        yield from _grids(here, asked)
        # the pairs follow from the cells
        del a["pairs"], b["pairs"]
    yield from _values(a, b, "")
    for id in cells_a:
        if id in cells_b:
            yield from _values(cells_a[id], cells_b[id], f"cells.{id}")


def _document(plan: Plan) -> dict[str, Any]:
    """All that the plan says is played, under the names that a study gives it."""
    document = plan.identity()
    kept = document.pop("kept")
    records = "all" if kept is None else f"sample:{kept}" if kept else "none"
    return {document.pop("mode"): plan.units, "records": records, **document}


def _grids(here: Plan, asked: Plan) -> Iterator[Problem]:
    found: list[Problem] = []
    for axis, name in _AXES.items():
        found += _names(
            axis, *(dict.fromkeys(str(getattr(cell, name)) for cell in p.cells) for p in (here, asked))
        )
    yield from found or _names("cells", *([cell.id for cell in plan.cells] for plan in (here, asked)))


def _names(axis: str, here: Collection[str], asked: Collection[str]) -> Iterator[Problem]:
    only_here = [name for name in here if name not in asked]
    only_asked = [name for name in asked if name not in here]
    if only_here or only_asked:
        yield _problem(axis, ", ".join(only_here) or "–", ", ".join(only_asked) or "–")


def _values(here: Any, asked: Any, path: str) -> Iterator[Problem]:
    """Where two JSON documents differ."""
    if isinstance(here, Mapping) and isinstance(asked, Mapping):
        for key in dict.fromkeys((*here, *asked)):
            inner = f"{path}.{key}" if path else str(key)
            yield from _values(here.get(key, _MISSING), asked.get(key, _MISSING), inner)
    elif here != asked:
        yield _problem(path, _text(here), _text(asked))


def _text(value: Any) -> str:
    return "–" if value is _MISSING else json.dumps(value, ensure_ascii=False)


def _problem(place: str, here: str, asked: str) -> Problem:
    return Problem(place, f"{_cut(here)} here, {_cut(asked)} asked")


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
