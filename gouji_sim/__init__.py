"""Simulation toolkit for Gouji (够级), the six-player, four-pack climbing game of Shandong.

The engine is `gouji_sim.core`; the names below are the whole of it that a study in Python needs.
Everything is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gouji_sim.core import CompiledRules
    from gouji_sim.errors import GoujiError
    from gouji_sim.frames import load_run
    from gouji_sim.playing import play_deals, play_sessions
    from gouji_sim.position import Position
    from gouji_sim.rules import Options, Variant, list_variants, load_variant

_HOMES = {
    "CompiledRules": "gouji_sim.core",
    "GoujiError": "gouji_sim.errors",
    "Options": "gouji_sim.rules",
    "Position": "gouji_sim.position",
    "Variant": "gouji_sim.rules",
    "list_variants": "gouji_sim.rules",
    "load_run": "gouji_sim.frames",
    "load_variant": "gouji_sim.rules",
    "play_deals": "gouji_sim.playing",
    "play_sessions": "gouji_sim.playing",
}

__all__ = [
    "CompiledRules",
    "GoujiError",
    "Options",
    "Position",
    "Variant",
    "list_variants",
    "load_run",
    "load_variant",
    "play_deals",
    "play_sessions",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
