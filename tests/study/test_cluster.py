"""A Dask cluster on this machine: a scheduler and two workers, one of which dies in the middle of a run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gouji_sim.errors import StudyError
from gouji_sim.study import backends, runner
from gouji_sim.study.failures import RunFailed
from gouji_sim.study.plan import Plan
from gouji_sim.study.runner import Settings, start_run
from gouji_sim.study.signature import worker_engine
from gouji_sim.study.verify import check_run

ROOT = Path(__file__).parents[2]
Make = Callable[..., Plan]


def launch(tool: str, *arguments: str, log: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", f"distributed.cli.dask_{tool}", *arguments, "--no-dashboard"]
    with open(log, "wb") as file:
        return subprocess.Popen(command, env=environment, stdout=file, stderr=subprocess.STDOUT)


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scheduler_file = folder / "scheduler.json"
        listen = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.scheduler_file))
        self.processes = [launch("scheduler", *listen, log=folder / "scheduler.log")]
        self.address = self._address()
        work = (self.address, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        self.processes += [launch("worker", *work, log=folder / f"worker-{i}.log") for i in range(2)]

    def _address(self) -> str:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                return str(json.loads(self.scheduler_file.read_text())["address"])
            except (FileNotFoundError, ValueError):
                time.sleep(0.05)
        raise AssertionError((self.folder / "scheduler.log").read_text())

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    running = Cluster(tmp_path)
    yield running
    running.close()


def test_a_worker_dies_during_the_run(
    make_plan: Make,
    contents: Callable[[Path], dict[str, bytes]],
    tmp_path: Path,
    cluster: Cluster,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = make_plan(deals=16_000, shard=500)
    start_run(plan, tmp_path / "whole", Settings(jobs=1))
    _both_workers(cluster)

    def kill_one() -> None:
        parts = tmp_path / "run/parts"
        while len(list(parts.glob("*.parquet"))) < 3:
            time.sleep(0.01)
        os.kill(cluster.processes[1].pid, signal.SIGKILL)
        killed.append(len(list(parts.glob("*.parquet"))))

    killed: list[int] = []
    killer = threading.Thread(target=kill_one)
    killer.start()
    outcome = start_run(plan, tmp_path / "run", Settings(backend="dask", scheduler=cluster.address))
    killer.join()
    assert outcome.state == "complete"
    assert killed[0] < plan.n_shards, "the run was over before the worker was killed"
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")

    monkeypatch.setattr(
        runner, "worker_engine", lambda own: {**worker_engine(own), "core": "0123456789abcdef"}
    )
    with pytest.raises(StudyError, match=r"worker tcp://.*: core is .*, not 0123456789abcdef"):
        start_run(plan, tmp_path / "other", Settings(backend="dask", scheduler=cluster.address))


def test_a_scheduler_dies_during_the_run(make_plan: Make, tmp_path: Path, cluster: Cluster) -> None:
    def kill() -> None:
        parts = tmp_path / "run/parts"
        while len(list(parts.glob("*.parquet"))) < 2:
            time.sleep(0.01)
        os.kill(cluster.processes[0].pid, signal.SIGKILL)

    _both_workers(cluster)
    killer = threading.Thread(target=kill)
    killer.start()
    plan = make_plan(deals=10_000_000, shard=500)
    with pytest.raises(RunFailed, match="the cluster gave up"):
        start_run(plan, tmp_path / "run", Settings(backend="dask", scheduler=cluster.address))
    killer.join()
    run, problems = check_run(tmp_path / "run")
    assert problems == []
    assert run is not None
    assert run.checkpoint.parts


def _both_workers(cluster: Cluster) -> None:
    from distributed import Client

    with Client(cluster.address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)


@pytest.mark.parametrize(
    ("address", "message"),
    [(None, "needs the address of a scheduler"), ("tcp://127.0.0.1:9", "no scheduler answers")],
)
def test_no_cluster(
    make_plan: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str | None, message: str
) -> None:
    monkeypatch.setattr(backends, "WORKER_TIMEOUT", 1)
    with pytest.raises(StudyError, match=message):
        start_run(make_plan(), tmp_path / "run", Settings(backend="dask", scheduler=address))
