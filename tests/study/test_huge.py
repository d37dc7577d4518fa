"""Counts up to the largest: whatever a study is planned for, it begins at once and takes no memory for it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gouji_sim.errors import StudyError
from gouji_sim.study import open_run, runner
from gouji_sim.study.counts import MAX_COUNT
from gouji_sim.study.failures import Interrupted
from gouji_sim.study.plan import Plan, Shard
from gouji_sim.study.runner import Settings, extend_run, resume_run, start_run
from gouji_sim.study.shards import ShardPlayer, ShardResult, _chunks

Make = Callable[..., Plan]


class _Started:
    """A backend that plays the first three shards and is interrupted then."""

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> Callable[[ShardPlayer, Iterator[Shard]], Iterator[ShardResult | None]]:
        return lambda player, shards: (player(shard) for shard in itertools.islice(shards, 3))

    def __exit__(self, *_: object) -> None:
        pass


def _few(shard_at: Callable[..., Shard]) -> Callable[..., Shard]:
    """``shard_at`` that may be asked for a few shards only."""
    asked = itertools.count()

    def ask(*arguments: Any) -> Shard:
        assert next(asked) < 50, "shards are listed that nobody plays"
        return shard_at(*arguments)

    return ask


@pytest.mark.parametrize("records", ["none", "all", "sample:300"])
def test_a_study_without_end_begins_and_goes_on(
    make_plan: Make, tmp_path: Path, serial: Settings, monkeypatch: pytest.MonkeyPatch, records: str
) -> None:
    start_run(make_plan(deals=500, shard=200, records=records), tmp_path / "a", serial)
    monkeypatch.setattr(runner, "started", _Started)
    monkeypatch.setattr(Plan, "shard_at", _few(Plan.shard_at))
    with pytest.raises(Interrupted):
        extend_run(tmp_path / "a", MAX_COUNT - 500, serial)
    assert open_run(tmp_path / "a").checkpoint.done == 1000
    with pytest.raises(Interrupted):
        resume_run(tmp_path / "a", serial)
    with pytest.raises(Interrupted):
        start_run(make_plan(deals=MAX_COUNT, shard=1, records=records), tmp_path / "b", serial)
    assert open_run(tmp_path / "a").checkpoint.done == 1600
    with pytest.raises(StudyError, match=r"would have 1,000,000,000,000,001 deals"):
        extend_run(tmp_path / "a", 1, serial)


def test_a_shard_whose_records_take_too_much_memory_is_refused(
    make_plan: Make, tmp_path: Path, serial: Settings
) -> None:
    with pytest.raises(StudyError, match=r"--shard: a shard of 5,000,001 deals keeps 10,000,002 records"):
        make_plan(deals="1G", shard=5_000_001)
    assert make_plan(deals="1G", shard=5_000_001, records="sample:5M").records_per_shard == 10_000_000
    start_run(make_plan(deals=10, shard=MAX_COUNT), tmp_path / "a", serial)
    with pytest.raises(StudyError, match="make it smaller"):
        extend_run(tmp_path / "a", 10_000_000, serial)


def test_a_shard_without_end_is_played_piece_by_piece() -> None:
    chunks = _chunks(Shard(0, 0, MAX_COUNT, 100), 4096, 5)
    assert list(itertools.islice(chunks, 4)) == [(0, 5), (5, 95), (100, 4096), (4196, 4096)]
