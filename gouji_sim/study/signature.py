"""Which engine plays: its signature and the versions that a result can depend on or that its files are
written with."""

from __future__ import annotations

import os
import platform
import socket
from collections.abc import Mapping
from functools import cache
from importlib import metadata

from gouji_sim.core import core_signature
from gouji_sim.errors import Problem, StudyError

__all__ = ["compare_engines", "engine", "engine_of_worker", "host", "versions"]

_PACKAGES = ("gouji-sim", "numpy", "pyarrow", "joblib", "pydantic", "scipy")


@cache
def engine() -> dict[str, str]:
    """What must be the same everywhere that plays a part of one run.

    ``core``: the core signature, which stands for the behaviour of the engine; ``gouji-sim`` and ``pyarrow``:
    versions, which stand for totals and for the bytes of parts.
    """
    installed = versions()
    return {"core": core_signature(), "gouji-sim": installed["gouji-sim"], "pyarrow": installed["pyarrow"]}


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


def compare_engines(expected: Mapping[str, str], found: Mapping[str, str], place: str) -> list[Problem]:
    """A problem for each thing in which two engines differ."""
    return [
        Problem(place, f"{name} is {found.get(name)}, the runner has {value}")
        for name, value in expected.items()
        if found.get(name) != value
    ]


def engine_of_worker(expected: Mapping[str, str]) -> None:
    """Check this process, a worker. Raises StudyError when its engine is not the runner's."""
    if problems := compare_engines(expected, engine(), f"worker {socket.gethostname()}:{os.getpid()}"):
        raise StudyError(problems)
