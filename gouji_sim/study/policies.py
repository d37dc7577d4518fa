"""What a study must know of its policies: which are in Python, how slow they are, what their code is."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from gouji_sim.core.policies import DEFAULT_SAMPLES, POLICIES, is_core_policy, split_policy
from gouji_sim.playing import load_policy

__all__ = ["slowness", "source_signature", "written_in_python"]

PYTHON_SLOWNESS: Final = 100
"""Time of a deal with policies in Python, in deals of the fast policies (measured)."""

SAMPLE_SLOWNESS: Final = 20
"""The same of a search, for each hidden hand that it tries (measured)."""


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
