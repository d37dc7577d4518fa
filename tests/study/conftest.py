from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gouji_sim.study.config import read_config
from gouji_sim.study.grid import build_plan
from gouji_sim.study.plan import Plan
from gouji_sim.study.runner import Settings


@pytest.fixture
def make_plan() -> Callable[..., Plan]:
    """A small study: two variants, one policy, 700 deals in shards of 200 unless told otherwise."""

    def make(**flags: Any) -> Plan:
        overrides = flags.pop("overrides", None)
        usual: dict[str, Any] = {"variants": ["qingdao", "hero"], "policies": ["random"], "shard": 200}
        if "sessions" not in flags and "stop" not in flags:
            usual["deals"] = 700
        return build_plan(read_config(flags=usual | flags, overrides=overrides))

    return make


@pytest.fixture
def serial() -> Settings:
    """One shard at a time in this thread."""
    return Settings(jobs=1)


@pytest.fixture
def contents() -> Callable[[Path], dict[str, bytes]]:
    """Every file of a run that must be the same however it was carried out: all but manifest and lock."""

    def read(path: Path) -> dict[str, bytes]:
        return {
            str(file.relative_to(path)): file.read_bytes()
            for file in sorted(path.rglob("*"))
            if file.is_file() and file.name not in ("manifest.json", ".lock")
        }

    return read
