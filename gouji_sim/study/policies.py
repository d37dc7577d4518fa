"""What a study must know of its policies: which are in Python, how slow they are, what their code is."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from gouji_sim.core.policies import DEFAULT_SAMPLES, POLICIES, is_core_policy, split_policy
from gouji_sim.errors import Problem, StudyError
from gouji_sim.playing import check_policy, load_policy

__all__ = ["check_policies", "policy_problems", "slowness", "source_signature", "written_in_python"]

PYTHON_SLOWNESS: Final = 100
"""Time of a deal with policies in Python, in deals of the fast policies (measured)."""

SAMPLE_SLOWNESS: Final = 20
"""The same of a search, for each hidden hand that it tries (measured)."""


def policy_problems(names: Iterable[str]) -> list[str]:
    """Why line-ups may not name some of these policies; loads those that are written in Python."""
    found: list[str] = []
    for name in dict.fromkeys(names):
        try:
            check_policy(name)
        except StudyError as error:
            # the place is told only where it says more than that it is a policy or a line-up
            found += (p.reason if p.place in ("", "lineup", "policy") else str(p) for p in error.problems)
    return found


def check_policies(names: Iterable[str], place: str) -> None:
    """Raises StudyError that names ``place``, a flag, unless line-ups may name these policies."""
    if found := policy_problems(names):
        raise StudyError(Problem(place, reason) for reason in found)


def written_in_python(names: Iterable[str]) -> list[str]:
    """Those of the policies that are named ``module:attribute``, each once."""
    return [name for name in dict.fromkeys(names) if not is_core_policy(name)]


def slowness(name: str) -> int:
    """Roughly how many deals of a fast policy a deal with this policy takes; it depends on the name alone."""
    if not is_core_policy(name):
        return PYTHON_SLOWNESS
    base = split_policy(name)[0]
    if base in POLICIES:
        return 1
    samples = base.split(":")[1:2]
    return SAMPLE_SLOWNESS * (int(samples[0]) if samples and samples[0].isdecimal() else DEFAULT_SAMPLES)


@cache
def source_signature(name: str) -> str:
    """A hash of the file that a policy in Python comes from: 16 hexadecimal digits.

    Raises StudyError when it cannot be loaded.
    """
    load_policy(name)
    file = getattr(sys.modules[name.partition(":")[0]], "__file__", None)
    return hashlib.sha256(Path(file).read_bytes() if file else b"").hexdigest()[:16]
