"""Families of planned contrasts: Holm's adjustment and verdicts by a margin stated beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

__all__ = ["Verdict", "holm", "verdict"]

Verdict = Literal["different", "equivalent", "undecided"]


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given (Holm 1979): reject where at most the level of the whole family.

    Raises ValueError for a value outside [0, 1].
    """
    if any(not 0 <= p <= 1 for p in p_values):
        raise ValueError("p-values lie between 0 and 1")
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def verdict(
    value: float | None,
    low: float | None,
    high: float | None,
    margin: float,
    adjusted_p: float | None,
    level: float = 0.95,
) -> Verdict:
    """What a difference with its interval says about a ``margin`` ≥ 0 stated beforehand.

    ``different``: 0 is excluded at the adjusted level (``adjusted_p`` ≤ 1 − ``level``) and the difference
    exceeds the margin, as it does where the whole interval lies outside; ``equivalent``: the interval lies
    inside ±margin; ``undecided`` otherwise, and where there is no difference or no p-value.
    """
    if margin < 0:
        raise ValueError(f"a margin of {margin}")
    if value is None or low is None or high is None or adjusted_p is None:
        return "undecided"
    if adjusted_p <= 1 - level and abs(value) > margin:
        return "different"
    if -margin <= low and high <= margin:
        return "equivalent"
    return "undecided"
