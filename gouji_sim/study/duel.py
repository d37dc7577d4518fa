"""Duels: two policies on duplicate deals, until a number of blocks, a precision or a decision.

A block is one deal played twice: policy A on the even seats and B on the odd ones, then the same with every
hand given to the next seat, so that each side plays the other's cards. The block is the unit
(docs/statistics.md). Blocks are numbered; block i of a seed is the same whatever plays it, and the rules
for stopping look only at whole batches in order, so the result does not depend on the number of jobs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import joblib

from gouji_sim.core import CompiledRules, core_signature
from gouji_sim.errors import Problem, RunDirectoryError, StudyError
from gouji_sim.playing import play_deals
from gouji_sim.rules import Variant
from gouji_sim.stats.intervals import Estimate
from gouji_sim.stats.sequential import Gsprt, PairCounts
from gouji_sim.study.policies import policy_problems
from gouji_sim.study.store import check_file, seal, unseal

__all__ = ["DEFAULT_BATCH", "MAX_BATCH", "Duel", "DuelResult", "Ending", "StopRules", "run_duel"]

DEFAULT_BATCH: Final = 1000
"""Blocks between looks of the rules for stopping."""

MAX_BATCH: Final = 1_000_000
"""Most blocks of a batch: its shards, a tenth each, hold their records in memory."""

SHARDS_OF_A_BATCH: Final = 10

Ending = Literal["blocks", "precision", "accept0", "accept1", "running"]


@dataclass(frozen=True)
class Duel:
    """Policies ``a`` and ``b`` under the rules of ``variant``; blocks are deals of ``seed`` from 0 on."""

    variant: Variant
    a: str
    b: str
    seed: int

    def identity(self) -> dict[str, Any]:
        """What two duels must share for their blocks to be the same."""
        return {
            "variant": self.variant.id,
            "options": self.variant.options.to_dict(),
            "a": self.a,
            "b": self.b,
            "seed": self.seed,
            "core": core_signature(),
        }


@dataclass(frozen=True)
class StopRules:
    """When a duel ends: after ``blocks``, or earlier at a half-width of the mean or a decision of the test.

    ``least`` blocks are played in any case. Looks are taken after every ``batch`` blocks.
    """

    blocks: int
    half_width: float | None = None
    test: Gsprt | None = None
    least: int = DEFAULT_BATCH
    batch: int = DEFAULT_BATCH

    def look(self, pairs: PairCounts) -> Ending:
        if pairs.n >= self.least:
            if self.test is not None and (decision := self.test.decide(pairs)) != "continue":
                return decision
            half = pairs.points().half_width
            if self.half_width is not None and half is not None and half <= self.half_width:
                return "precision"
        return "blocks" if pairs.n >= self.blocks else "running"


@dataclass
class DuelResult:
    """What a duel found. ``pairs`` counts the blocks by result."""

    duel: Duel
    rules: StopRules
    pairs: PairCounts = field(default_factory=PairCounts)
    ending: Ending = "running"

    @property
    def points(self) -> Estimate:
        """Mean points of A over B a deal: the difference of their teams' scores (of their seats' without
        teams).
        """
        return self.pairs.points()

    @property
    def win_rate(self) -> float | None:
        """Share of blocks that A won, drawn ones counting half."""
        _, _, drawn, ahead, won = self.pairs.pentanomial()
        return (ahead + won + drawn / 2) / self.pairs.n if self.pairs.n else None

    def to_dict(self) -> dict[str, Any]:
        test = self.rules.test
        return {
            "variant": self.duel.variant.id,
            "a": self.duel.a,
            "b": self.duel.b,
            "seed": self.duel.seed,
            "blocks": self.pairs.n,
            "deals": 2 * self.pairs.n,
            "points": self.points.to_dict(),
            "win_rate": self.win_rate,
            "order": None if self.win_rate is None else 2 * self.win_rate - 1,
            "pairs": self.pairs.to_dict(),
            "pentanomial": list(self.pairs.pentanomial()),
            "test": None
            if test is None
            else {
                "points0": test.points0,
                "points1": test.points1,
                "alpha": test.alpha,
                "beta": test.beta,
                "bounds": list(test.bounds),
                "log_likelihood_ratio": test.ratio(self.pairs),
            },
            "ending": self.ending,
        }


def play_blocks(duel: Duel, start: int, count: int) -> PairCounts:
    """The blocks ``start`` to ``start + count - 1``."""
    rules = CompiledRules(duel.variant.options)
    lineup = [duel.a, duel.b] * 3
    first, second = (
        play_deals(rules, lineup, duel.seed, start, count, rotation=rotation) for rotation in (0, 1)
    )
    return PairCounts.from_records(first, second)


def run_duel(
    duel: Duel,
    rules: StopRules,
    *,
    jobs: int = 1,
    backend: str = "threading",
    keep: Path | None = None,
    watch: Callable[[DuelResult], None] | None = None,
) -> DuelResult:
    """Play a duel to its end and return what it found.

    With ``keep`` the blocks are kept in that file after every batch, and a duel that finds its file there
    goes on from it; raises `RunDirectoryError` when the file is of another duel, engine or batch, or is
    damaged, `StudyError` when it cannot be written. ``watch`` hears of every batch.
    """
    unknown = [
        Problem(flag, reason)
        for flag, name in (("--a", duel.a), ("--b", duel.b))
        for reason in policy_problems([name])
    ]
    if unknown:
        raise StudyError(unknown)
    result = DuelResult(duel, rules)
    if keep is not None:
        check_file(keep)
        if os.path.exists(keep):
            result.pairs = _read(keep, duel, rules)
    result.ending = rules.look(result.pairs) if result.pairs.n else "running"
    with joblib.parallel_config(backend=backend, n_jobs=jobs), joblib.Parallel() as parallel:
        while result.ending == "running":
            size = min(rules.batch, rules.blocks - result.pairs.n)
            shards = _shards(result.pairs.n, size)
            for found in parallel(joblib.delayed(play_blocks)(duel, start, n) for start, n in shards):
                result.pairs += found
            result.ending = rules.look(result.pairs)
            if keep is not None:
                _write(keep, result)
            if watch is not None:
                watch(result)
    return result


def _shards(start: int, size: int) -> Iterator[tuple[int, int]]:
    step = max(1, -(-size // SHARDS_OF_A_BATCH))
    for at in range(start, start + size, step):
        yield at, min(step, start + size - at)


def _write(path: Path, result: DuelResult) -> None:
    document = {
        "duel": result.duel.identity(),
        "batch": result.rules.batch,
        "pairs": result.pairs.to_dict(),
        "blocks": result.pairs.n,
    }
    temporary = path.with_name(path.name + ".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(seal(json.dumps(document, ensure_ascii=False, indent=1)))
        os.replace(temporary, path)
    except OSError as error:
        raise StudyError(f"cannot be written: {error.strerror or error}", place=str(path)) from error


def _read(path: Path, duel: Duel, rules: StopRules) -> PairCounts:
    try:
        document = unseal(path.read_bytes())
        kept, batch, pairs = document["duel"], document["batch"], PairCounts.from_dict(document["pairs"])
    except OSError as error:
        raise RunDirectoryError(f"cannot be read: {error.strerror or error}", place=str(path)) from error
    except (ValueError, KeyError, TypeError, AttributeError):
        raise RunDirectoryError("is no file of a duel, or is damaged", place=str(path)) from None
    wanted = json.loads(json.dumps(duel.identity()))
    differs = [name for name in wanted if kept.get(name) != wanted[name]]
    if batch != rules.batch:
        differs.append("batch")
    if differs:
        raise RunDirectoryError(f"is of another duel: {', '.join(differs)} differ", place=str(path))
    return pairs
