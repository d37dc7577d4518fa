"""The policies of the core by name.

``random``, ``greedy`` and ``expert`` are fast. ``search`` samples the hidden hands and plays them out; its
settings follow after colons, as many as wanted: ``search:SAMPLES:ROLLOUT:NODES``. SAMPLES (64 if not given)
are the hidden hands tried for a decision, ROLLOUT (``expert``) is the fast policy that plays them out, NODES
(0: no limit) are the decisions that these playouts may make together before the samples end.

A name may be followed by what the seat never does, each after a minus: ``greedy-burn`` plays as ``greedy``
and never burns, ``search:64-burn-yield`` neither burns nor yields (`RESTRICTIONS`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gouji_sim.errors import StudyError

__all__ = [
    "POLICIES",
    "RESTRICTIONS",
    "SEARCH",
    "is_core_policy",
    "policy_codes",
    "restrictions",
    "split_policy",
]

POLICIES: Final = ("random", "greedy", "expert")
"""The fast policies by code: the order of ``Policy`` in ``_policy.pxd``."""

SEARCH: Final = "search"

RESTRICTIONS: Final = ("burn", "yield", "open", "declare", "revolt")
"""What a seat may be kept from doing, by bit: the order of ``Restriction`` in ``_restrict.pxd``."""

SEARCH_CODE: Final = 0xFF
DEFAULT_SAMPLES: Final = 64
DEFAULT_ROLLOUT: Final = "expert"
MAX_SAMPLES: Final = 4096
MAX_NODES: Final = 2**31 - 1


def is_core_policy(name: str) -> bool:
    """Is it a policy of the core by its form? (``search:x`` is, though there is no such setting.)"""
    base, _ = split_policy(name)
    return base in POLICIES or base.partition(":")[0] == SEARCH


def split_policy(name: str) -> tuple[str, tuple[str, ...]]:
    """The policy and what it never does: ``greedy-burn`` is (``greedy``, (``burn``,))."""
    base, *never = name.split("-")
    return base, tuple(never)


def restrictions(lineup: Sequence[str]) -> list[int]:
    """What each seat of a line-up never does, as bits of `RESTRICTIONS`; raises `StudyError`."""
    masks = []
    for name in lineup:
        never = split_policy(name)[1]
        unknown = [word for word in never if word not in RESTRICTIONS]
        if unknown:
            raise StudyError(
                f"{', '.join(map(repr, unknown))} is nothing to be kept from; there are"
                f" {', '.join(RESTRICTIONS)}",
                place=f"policy {name}",
            )
        masks.append(sum(1 << bit for bit, word in enumerate(RESTRICTIONS) if word in never))
    return masks


def policy_codes(lineup: Sequence[str]) -> list[int]:
    """The codes of a line-up of six policy names by seat; raises `StudyError` on anything else.

    A code has the policy in bits 0-7; of ``search`` (255) the rollout policy in bits 8-15, the samples in
    16-31 and the nodes in 32-62. Restrictions are not in it, but are checked (`restrictions`).
    """
    if isinstance(lineup, str) or len(lineup) != 6:
        raise StudyError("a line-up names six policies, one for each seat", place="lineup")
    unknown = sorted({name for name in lineup if not is_core_policy(name)})
    if unknown:
        raise StudyError(
            f"unknown policy {', '.join(map(repr, unknown))}; there are {', '.join((*POLICIES, SEARCH))}",
            place="lineup",
        )
    restrictions(lineup)
    names = [split_policy(name)[0] for name in lineup]
    return [POLICIES.index(name) if name in POLICIES else search_code(name) for name in names]


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
