"""Ladders: a round robin of policies over variants, and one rating a policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from gouji_sim.rules import Variant
from gouji_sim.stats.ratings import Match, Ratings, ratings
from gouji_sim.study.duel import MAX_BATCH, Duel, DuelResult, StopRules, run_duel

__all__ = ["Ladder", "run_ladder"]


@dataclass(frozen=True)
class Ladder:
    """The duels of a round robin, one for each pair of policies and variant, in that order."""

    policies: tuple[str, ...]
    variants: tuple[Variant, ...]
    duels: tuple[DuelResult, ...]

    def ratings(self, variant: str | None = None) -> Ratings:
        """Ratings over the duels under one variant, or under all."""
        return ratings(
            [
                Match(result.duel.a, result.duel.b, *_mean(result), result.pairs.n)
                for result in self.duels
                if variant is None or result.duel.variant.id == variant
            ]
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "policies": list(self.policies),
            "variants": [variant.id for variant in self.variants],
            "duels": [result.to_dict() for result in self.duels],
            "ratings": {
                "all": _table(self.ratings()),
                **{variant.id: _table(self.ratings(variant.id)) for variant in self.variants},
            },
        }


def run_ladder(
    policies: Sequence[str],
    variants: Sequence[Variant],
    seed: int,
    blocks: int,
    *,
    jobs: int = 1,
    backend: str = "threading",
    watch: Callable[[int, int], None] | None = None,
) -> Ladder:
    """Play every pair of policies under every variant, ``blocks`` blocks each; all meet the same deals.

    ``watch`` hears how many duels are done and how many there are.
    """
    pairs = [(variant, a, b) for variant in variants for a, b in combinations(policies, 2)]
    results = []
    for variant, a, b in pairs:
        rules = StopRules(blocks, batch=min(blocks, MAX_BATCH))
        results.append(run_duel(Duel(variant, a, b, seed), rules, jobs=jobs, backend=backend))
        if watch is not None:
            watch(len(results), len(pairs))
    return Ladder(tuple(policies), tuple(variants), tuple(results))


def _mean(result: DuelResult) -> tuple[float, float]:
    """Mean points and the variance of that mean; a result that never varied counts as one quantum of
    points.
    """
    counts, n = result.pairs.counts, result.pairs.n
    mean = sum(value * count for value, count in counts.items()) / n
    squares = sum(count * (value - mean) ** 2 for value, count in counts.items())
    variance = squares / max(n - 1, 1) / n
    return mean / 6, max(variance, 1 / n) / 36


def _table(found: Ratings) -> dict[str, Any]:
    return {
        "ratings": [
            {"policy": r.policy, "rating": r.value, "low": r.low, "high": r.high, "blocks": r.n}
            for r in found.table
        ],
        "residual": found.residual,
        "df": found.df,
        "p_value": found.p_value,
    }
