"""The command that plays the deals of a run again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gouji_sim.rules import Variant, list_variants, load_variant
from gouji_sim.rules.variant import format_value

if TYPE_CHECKING:
    from gouji_sim.study import Run
    from gouji_sim.study.plan import Cell

__all__ = ["Reproduction", "reproduction"]

_BASE = "qingdao"
_END = "END"
"""The line after a study that a command writes."""


@dataclass(frozen=True)
class Reproduction:
    """Shell commands, one a line, and the study files that they read, by name."""

    command: str
    files: dict[str, str]


def reproduction(runs: Sequence[Run], folder: Path | None, last: str) -> Reproduction:
    """The commands for all runs, then ``last``.

    A run whose grid flags can tell is told by flags; for another its study is written as TOML to be put into
    ``folder``, or by the commands themselves where there is none.
    """
    lines: list[str] = []
    files: dict[str, str] = {}
    for index, run in enumerate(runs):
        flags = _flags(run)
        if flags is None:
            name = "study.toml" if not index else f"study-{index + 1}.toml"
            if folder is None:
                # beside whatever else is in the working directory
                name = f"study-{run.manifest.plan.hash[:8]}.toml"
                lines.append(f"cat > {name} <<'{_END}'\n{_study(run)}{_END}")
            else:
                files[name] = _study(run)
            flags = [name if folder is None else str(folder / name)]
        lines.append(shlex.join(["gouji-sim", "run", *flags, "--out", str(run.path)]))
    return Reproduction("\n".join([*lines, last]), files)


def _flags(run: Run) -> list[str] | None:
    """Flags of ``gouji-sim run`` that make the same grid, or None."""
    cells = run.manifest.plan.cells
    variants = list({cell.variant_key: cell.variant for cell in cells}.values())
    lineups = list({cell.lineup_key: cell.lineup for cell in cells}.values())
    overrides = {json.dumps(dict(variant.overrides), sort_keys=True) for variant in variants}
    plain = all(variant.id in list_variants() for variant in variants) and len(overrides) == 1
    if not plain or any((cell.rotation, cell.replicate) != (0, 0) for cell in cells):
        return None
    flags = [part for variant in variants for part in ("--variant", variant.id)]
    flags += [part for lineup in lineups for part in ("--policy", ",".join(_shortest(lineup)))]
    flags += [
        part
        for key, value in variants[0].overrides.items()
        for part in ("--set", f"{key}={format_value(value)}")
    ]
    flags += [f"--{run.mode}", str(_units(run))]
    return flags + [part for seed in _axis(cells, "seed") for part in ("--seed", seed)]


def _study(run: Run) -> str:
    """The study as TOML."""
    cells = run.manifest.plan.cells
    lines = [f"{run.mode} = {_units(run)}"]
    for key, name in (("seed", "seed"), ("rotations", "rotation"), ("replicates", "replicate")):
        lines.append(f"{key} = [{', '.join(_axis(cells, name))}]")
    for key, variant in {cell.variant_key: cell.variant for cell in cells}.items():
        use, changes = _use(variant)
        lines += ["", "[[variants]]", f"id = {_toml(key)}", f"use = {_toml(use)}", f"set = {_toml(changes)}"]
    for key, lineup in {cell.lineup_key: cell.lineup for cell in cells}.items():
        lines += ["", "[[policies]]", f"id = {_toml(key)}", f"seats = {_toml(list(_shortest(lineup)))}"]
    return "\n".join(lines) + "\n"


def _use(variant: Variant) -> tuple[str, dict[str, Any]]:
    """A built-in variant and the options to set on it."""
    if variant.id in list_variants():
        return variant.id, dict(variant.overrides)
    base = load_variant(_BASE).options.to_dict()
    return _BASE, {key: value for key, value in variant.options.to_dict().items() if value != base[key]}


def _shortest(lineup: Sequence[str]) -> Sequence[str]:
    """A line-up as one, two or six policies."""
    for size in (1, 2):
        if tuple(lineup) == tuple(lineup[:size]) * (len(lineup) // size):
            return lineup[:size]
    return lineup


def _axis(cells: Sequence[Cell], name: str) -> list[str]:
    return list(dict.fromkeys(str(getattr(cell, name)) for cell in cells))


def _units(run: Run) -> int:
    return max(cell.n_units for cell in run.cells)


def _toml(value: Any) -> str:
    """A value as inline TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
