"""A full disk, a read-only directory, a worker that dies: one clear error, and the run can be resumed."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gouji_sim.errors import GoujiError, StudyError
from gouji_sim.study import open_run, store
from gouji_sim.study.failures import RunFailed
from gouji_sim.study.plan import Plan
from gouji_sim.study.runner import Settings, resume_run, start_run
from gouji_sim.study.shards import ShardPlayer, ShardResult

Make = Callable[..., Plan]
Contents = Callable[[Path], dict[str, bytes]]


class FullDisk:
    """Stands for ``os.fsync`` on a disk that is full after ``room`` files."""

    def __init__(self, room: int) -> None:
        self.room = room

    def __call__(self, descriptor: int) -> None:
        self.room -= 1
        if self.room < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    ("jobs", "room"),
    [*((1, room) for room in (0, 1, 2, 3, 5, 7, 8, 9, 11, 15)), *((2, room) for room in (2, 5, 8, 15))],
)
def test_a_full_disk(
    make_plan: Make, contents: Contents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int, jobs: int
) -> None:
    plan = make_plan()
    with monkeypatch.context() as patched:
        patched.setattr(store.os, "fsync", FullDisk(room))
        with pytest.raises(RunFailed, match="cannot be written: the disk is full") as caught:
            start_run(plan, tmp_path / "a", Settings(jobs=jobs))
    assert len(caught.value.problems) == 1
    assert not list((tmp_path / "a").rglob("*.tmp"))
    start_run(plan, tmp_path / "a", Settings(jobs=jobs))
    start_run(plan, tmp_path / "b", Settings(jobs=1))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


@pytest.mark.parametrize(
    ("number", "error"),
    [
        (errno.EROFS, StudyError),
        (errno.EACCES, StudyError),
        (errno.EDQUOT, RunFailed),
        (errno.EIO, RunFailed),
    ],
)
def test_a_directory_that_cannot_be_written(
    make_plan: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, error: type[GoujiError]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(store.os, "open", refuse)
    with pytest.raises(error, match="cannot be written: "):
        start_run(make_plan(), tmp_path / "a", Settings(jobs=1))
    assert not (tmp_path / "a").exists()


class Mortal(ShardPlayer):
    """Kills the process that plays shard 2."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.runner = os.getpid()

    def __call__(self, shard: Any) -> ShardResult | None:
        if shard.index == 2 and os.getpid() != self.runner:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(shard)


def test_a_worker_that_dies(
    make_plan: Make, contents: Contents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = make_plan()
    with monkeypatch.context() as patched:
        patched.setattr("gouji_sim.study.runner.ShardPlayer", Mortal)
        with pytest.raises(RunFailed, match="a worker process died"):
            start_run(plan, tmp_path / "a", Settings(jobs=2, backend="loky"))
    line = open_run(tmp_path / "a").manifest.history[-1]
    assert line["outcome"] == "failed"
    resume_run(tmp_path / "a", Settings(jobs=2, backend="loky"))
    start_run(plan, tmp_path / "b", Settings(jobs=1))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_a_fault_in_the_engine_is_no_failure_of_the_machine(
    make_plan: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("gouji_sim.study.shards.play_deals", broken)
    with pytest.raises(ZeroDivisionError):
        start_run(make_plan(), tmp_path / "a", Settings(jobs=2))
    assert open_run(tmp_path / "a").checkpoint.done == 0
