"""How a study is to be carried out on this machine, and who said so: flag, environment or default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from gouji_sim.errors import Problem, StudyError
from gouji_sim.study.backends import Backend, default_jobs
from gouji_sim.study.places import Origin

__all__ = ["MACHINE_ENVIRONMENT", "Machine", "read_machine"]

MACHINE_ENVIRONMENT: Final = {
    "GOUJI_SIM_JOBS": "jobs",
    "GOUJI_SIM_BACKEND": "backend",
    "GOUJI_SIM_SCHEDULER": "scheduler",
    "GOUJI_SIM_RUNS": "runs",
}
"""Variables that set how to carry out a study; ``runs`` is the folder of new run directories."""

MAX_JOBS: Final = 1024


@dataclass(frozen=True)
class Machine:
    """``origins`` tells for each name where its value came from."""

    jobs: int
    backend: Backend
    scheduler: str | None
    runs: str
    origins: Mapping[str, Origin]


def read_machine(
    flags: Mapping[str, Any], environment: Mapping[str, str], own_policies: bool = False
) -> Machine:
    """Merge flags (None: not given) over variables over defaults. Raises StudyError with all problems at
    once.

    Policies written in Python (``own_policies``) hold the interpreter, so their default is processes.
    """
    values: dict[str, Any] = {
        "jobs": default_jobs(),
        "backend": "loky" if own_policies else "threading",
        "scheduler": None,
        "runs": "runs",
    }
    origins: dict[str, Origin] = dict.fromkeys(values, "default")
    places = {name: f"--{name}" for name in values}
    for variable, name in MACHINE_ENVIRONMENT.items():
        if environment.get(variable):
            values[name], origins[name], places[name] = environment[variable], "environment", variable
    for name in values:
        if flags.get(name) is not None:
            values[name], origins[name], places[name] = flags[name], "flag", f"--{name}"
    problems = []
    jobs = str(values["jobs"])
    if not jobs.isdecimal() or not 1 <= int(jobs) <= MAX_JOBS:
        problems.append(Problem(places["jobs"], f"{jobs!r} is not a number from 1 to {MAX_JOBS}"))
    if values["backend"] not in get_args(Backend):
        known = ", ".join(get_args(Backend))
        problems.append(Problem(places["backend"], f"{values['backend']!r} is none of {known}"))
    if origins["scheduler"] == "flag" and values["backend"] != "dask":
        problems.append(Problem("--scheduler", f"goes with --backend dask, not {values['backend']}"))
    if problems:
        raise StudyError(problems)
    return Machine(int(jobs), values["backend"], values["scheduler"], values["runs"], origins)
