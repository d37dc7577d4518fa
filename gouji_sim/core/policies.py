"""The policies of the core by name.

``random``, ``greedy`` and ``expert`` are fast. ``search`` samples the hidden hands and plays them out; its
settings follow after colons, as many as wanted: ``search:SAMPLES:ROLLOUT:NODES``. SAMPLES (64 if not given)
are the hidden hands tried for a decision, ROLLOUT (``expert``) is the fast policy that plays them out, NODES
(0: no limit) are the decisions that these playouts may make together before the samples end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gouji_sim.errors import StudyError

__all__ = ["POLICIES", "SEARCH", "is_core_policy", "policy_codes"]

POLICIES: Final = ("random", "greedy", "expert")
"""The fast policies by code: the order of ``Policy`` in ``_policy.pxd``."""

SEARCH: Final = "search"

SEARCH_CODE: Final = 0xFF
DEFAULT_SAMPLES: Final = 64
DEFAULT_ROLLOUT: Final = "expert"
MAX_SAMPLES: Final = 4096
MAX_NODES: Final = 2**31 - 1


def is_core_policy(name: str) -> bool:
    """Is it a policy of the core by its form? (``search:x`` is, though there is no such setting.)"""
    return name in POLICIES or name.partition(":")[0] == SEARCH


def policy_codes(lineup: Sequence[str]) -> list[int]:
    """The codes of a line-up of six policy names by seat; raises `StudyError` on anything else.

    A code has the policy in bits 0-7; of ``search`` (255) the rollout policy in bits 8-15, the samples in
    16-31 and the nodes in 32-62.
    """
    if isinstance(lineup, str) or len(lineup) != 6:
        raise StudyError("a line-up names six policies, one for each seat", place="lineup")
    unknown = sorted({name for name in lineup if not is_core_policy(name)})
    if unknown:
        raise StudyError(
            f"unknown policy {', '.join(map(repr, unknown))}; there are {', '.join((*POLICIES, SEARCH))}",
            place="lineup",
        )
    return [POLICIES.index(name) if name in POLICIES else search_code(name) for name in lineup]


def search_code(name: str) -> int:
    """The code of ``search`` with its settings; raises `StudyError`."""
    settings = name.split(":")[1:]
    if len(settings) > 3:
        raise StudyError(
            "search has three settings at most: samples, rollout policy, nodes", place=f"policy {name}"
        )
    samples = _setting(settings, 0, "samples", DEFAULT_SAMPLES, 1, MAX_SAMPLES, name)
    nodes = _setting(settings, 2, "nodes", 0, 0, MAX_NODES, name)
    rollout = settings[1] if len(settings) > 1 else DEFAULT_ROLLOUT
    if rollout not in POLICIES:
        raise StudyError(f"{rollout!r} plays nothing out; {', '.join(POLICIES)} do", place=f"policy {name}")
    return SEARCH_CODE | POLICIES.index(rollout) << 8 | samples << 16 | nodes << 32


def _setting(
    settings: Sequence[str], number: int, what: str, default: int, least: int, most: int, name: str
) -> int:
    if number >= len(settings):
        return default
    text = settings[number]
    if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
        raise StudyError(
            f"{what} are a whole number from {least} to {most}, not {text!r}", place=f"policy {name}"
        )
    return int(text)
