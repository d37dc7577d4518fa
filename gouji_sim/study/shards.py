"""Playing one shard: every cell over the same units, into totals, paired totals and the bytes of a part.

A shard is a pure function of plan and shard. It touches no file: whoever asked for it stores what it gives,
so that a worker may be anywhere and nothing is half written when it dies.
"""

from __future__ import annotations

import signal
import threading
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gouji_sim.core import CompiledRules
from gouji_sim.core.record import RECORD_DTYPE
from gouji_sim.playing import play_deals, play_sessions
from gouji_sim.stats.features import CHUNK
from gouji_sim.stats.paired import PairedTotals
from gouji_sim.stats.totals import Totals, units_by_chunk
from gouji_sim.study.codec import encode_part
from gouji_sim.study.plan import Cell, Plan, Shard
from gouji_sim.study.signature import engine_of_worker

__all__ = ["ShardPlayer", "ShardResult"]

Records = NDArray[Any]

_PROCESS: Final = uuid.uuid4().hex
"""This process among all of a cluster, whose numbers may repeat from host to host."""


@dataclass(frozen=True)
class ShardResult:
    """What a shard adds: totals by cell id and by pair id over its counted units, and its part if records are
    kept."""

    shard: Shard
    cells: dict[str, Totals]
    pairs: dict[str, PairedTotals]
    part: bytes | None


class ShardPlayer:
    """Plays shards of one plan, in any thread, process or host that has the engine of ``engine``.

    Calling it gives a `ShardResult`, or None when ``dropped`` is set meanwhile (threads of this process
    only). Raises StudyError in a process whose engine is another.
    """

    def __init__(self, plan: Plan, engine: dict[str, str]) -> None:
        self.plan = plan
        self.engine = engine
        self.home = _PROCESS
        self.rules = [CompiledRules(cell.variant.options) for cell in plan.cells]
        self.dropped: threading.Event | None = threading.Event()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "dropped": None}

    def __call__(self, shard: Shard) -> ShardResult | None:
        if self.home != _PROCESS:
            _as_worker(self.engine)
        plan = self.plan
        cells = {cell.id: Totals.empty() for cell in plan.cells}
        pairs = {pair.id: PairedTotals.empty() for pair in plan.pairs}
        kept = [
            np.empty(plan.keeps(shard) * cell.deals_per_unit(plan.mode), RECORD_DTYPE) for cell in plan.cells
        ]
        paired = {id for pair in plan.pairs for id in (pair.a, pair.b)}
        last_kept = shard.start + plan.keeps(shard)
        step = max(1, CHUNK // max(cell.deals_per_unit(plan.mode) * cell.slowness for cell in plan.cells))
        for start, count in _chunks(shard, step, last_kept):
            if self.dropped is not None and self.dropped.is_set():
                return None
            blocks = {}
            for index, cell in enumerate(plan.cells):
                unit = cell.deals_per_unit(plan.mode)
                records = self._play(index, cell, start, count)
                if start < last_kept:
                    row = (start - shard.start) * unit
                    kept[index][row : row + len(records)] = records
                if start >= shard.counted_from:
                    block = next(units_by_chunk(records, cell.variant.options, unit))
                    cells[cell.id].add_block(block)
                    if cell.id in paired:
                        blocks[cell.id] = block
            if blocks:
                for pair in plan.pairs:
                    pairs[pair.id].add_blocks(blocks[pair.a], blocks[pair.b])
        return ShardResult(shard, cells, pairs, self._part(shard, kept) if plan.keeps(shard) else None)

    def _play(self, index: int, cell: Cell, start: int, count: int) -> Records:
        play: Callable[..., Records] = play_deals if self.plan.mode == "deals" else play_sessions
        return play(
            self.rules[index],
            cell.lineup,
            cell.seed,
            start,
            count,
            rotation=cell.rotation,
            replicate=cell.replicate,
        )

    def _part(self, shard: Shard, kept: list[Records]) -> bytes:
        about = {"shard": str(shard.index), "start": str(shard.start), "units": str(self.plan.keeps(shard))}
        options = [cell.variant.options for cell in self.plan.cells]
        return encode_part(list(zip(kept, options, strict=True)), about)


def _chunks(shard: Shard, step: int, last_kept: int) -> Iterator[tuple[int, int]]:
    """Runs of units (start, count) of at most ``step`` that lie wholly on one side of each border of the
    shard."""
    edges = sorted({shard.start, min(max(shard.counted_from, shard.start), shard.end), last_kept, shard.end})
    for begin, end in pairwise(edges):
        for start in range(begin, end, step):
            yield start, min(step, end - start)


_CHECKED: Final[set[frozenset[tuple[str, str]]]] = set()
"""The engines that this process, a worker, was found to agree with."""


def _as_worker(engine: dict[str, str]) -> None:
    """Once for a run in a process that is not the runner's: leave Ctrl-C to it and compare the engines."""
    key = frozenset(engine.items())
    if key in _CHECKED:
        return
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    engine_of_worker(engine)
    _CHECKED.add(key)
