"""The policies of the core by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gouji_sim.errors import StudyError

__all__ = ["POLICIES", "policy_codes"]

POLICIES: Final = ("random", "greedy", "expert")
"""Policies by code: the order of ``Policy`` in ``_policy.pxd``."""


def policy_codes(lineup: Sequence[str]) -> list[int]:
    """The codes of a line-up of six policy names by seat; raises `StudyError` on anything else."""
    if isinstance(lineup, str) or len(lineup) != 6:
        raise StudyError("a line-up names six policies, one for each seat", place="lineup")
    unknown = sorted({name for name in lineup if name not in POLICIES})
    if unknown:
        raise StudyError(
            f"unknown policy {', '.join(map(repr, unknown))}; there are {', '.join(POLICIES)}", place="lineup"
        )
    return [POLICIES.index(name) for name in lineup]
