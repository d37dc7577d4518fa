"""Which engine plays: its signature and the versions that a result can depend on or that its files are
written with."""

from __future__ import annotations

import hashlib
import os
import platform
import socket
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import metadata
from typing import Final

from gouji_sim.core import CompiledRules, core_signature, play_deals
from gouji_sim.errors import Problem, StudyError
from gouji_sim.rules import load_variant
from gouji_sim.stats.paired import PairedTotals
from gouji_sim.stats.totals import Totals
from gouji_sim.study.policies import source_signature

__all__ = [
    "compare_engines",
    "engine",
    "engine_of_worker",
    "host",
    "own_policies",
    "versions",
    "worker_engine",
]

TRIAL_DEALS: Final = 100

_POLICY: Final = "policy "
_PACKAGES: Final = ("gouji-sim", "numpy", "pyarrow", "joblib", "pydantic", "scipy")


def engine(own: Iterable[str] = ()) -> dict[str, str]:
    """What a run and whoever goes on with it must have in common.

    ``core``: the core signature, which stands for the behaviour of the engine. ``totals``: a hash of the
    totals of a few deals, which stands for what is added up and how. ``policy …``: a hash of the file of each
    of the study's ``own`` policies in Python. Versions of packages change none of these.
    """
    policies = {f"{_POLICY}{name}": source_signature(name) for name in own}
    return {"core": core_signature(), "totals": _totals_signature(), **policies}


def worker_engine(own: Iterable[str] = ()) -> dict[str, str]:
    """What all workers of a run must have in common: `engine`, and pyarrow, which writes the parts."""
    return {**engine(own), "pyarrow": versions()["pyarrow"]}


@cache
def _totals_signature() -> str:
    options = [load_variant(name).options for name in ("qingdao", "hero")]
    rules = [CompiledRules(rule) for rule in options]
    a, b = (play_deals(rule, ("random", "greedy") * 3, 1, 0, TRIAL_DEALS) for rule in rules)
    found = hashlib.sha256()
    for records, rule in zip((a, b), options, strict=True):
        found.update(Totals.from_records(records, rule).to_json().encode())
    found.update(PairedTotals.from_records(a, b, *options).to_json().encode())
    return found.hexdigest()[:16]


def versions() -> dict[str, str]:
    """Versions of Python and of the packages at work."""
    found = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def host() -> dict[str, str | int]:
    """The machine, for the record."""
    return {"name": socket.gethostname(), "system": platform.platform(), "cores": os.cpu_count() or 1}


def own_policies(engine: Mapping[str, str]) -> list[str]:
    """The policies in Python that an engine was asked about."""
    return [key.removeprefix(_POLICY) for key in engine if key.startswith(_POLICY)]


def compare_engines(expected: Mapping[str, str], found: Mapping[str, str], place: str) -> list[Problem]:
    """A problem for each thing in which two engines differ."""
    return [
        Problem(place, f"{name} is {found.get(name)}, not {value}")
        for name, value in expected.items()
        if found.get(name) != value
    ]


def engine_of_worker(expected: Mapping[str, str]) -> None:
    """Check this process, a worker. Raises StudyError when its engine is not the runner's."""
    found = worker_engine(own_policies(expected))
    if problems := compare_engines(expected, found, f"worker {socket.gethostname()}:{os.getpid()}"):
        raise StudyError(problems)
