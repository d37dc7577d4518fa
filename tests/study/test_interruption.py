"""Signals and sudden death: what was counted is kept, and the end result is that of a run left in peace."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gouji_sim.study import open_run
from gouji_sim.study.verify import check_run

Contents = Callable[[Path], dict[str, bytes]]

ROOT = Path(__file__).parents[2]


def launch(out: Path, *arguments: str, verb: str = "run") -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from gouji_sim.cli import main; main()", verb]
    command += ["--out", str(out)] if verb == "run" else [str(out)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    return subprocess.Popen(
        [*command, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def study(deals: int, shard: int = 1_000) -> list[str]:
    grid = ["-v", "qingdao", "-v", "hero", "-p", "random", "-p", "greedy"]
    return [*grid, "--deals", str(deals), "--shard", str(shard)]


def wait_for_shards(process: subprocess.Popen[str], out: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if len(list(out.glob("parts/*.parquet"))) >= count:
            return
        time.sleep(0.01)
    raise AssertionError(process.communicate())


@pytest.mark.parametrize(
    ("backend", "number"),
    [("threading", signal.SIGINT), ("threading", signal.SIGTERM), ("loky", signal.SIGINT)],
)
def test_a_signal_to_the_whole_group(tmp_path: Path, backend: str, number: signal.Signals) -> None:
    out = tmp_path / "run"
    process = launch(out, *study(10_000_000), "--backend", backend, "--jobs", "2")
    wait_for_shards(process, out, 2)
    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130, stderr
    assert stdout == ""
    assert f"Interrupted by {number.name}; the checkpoint is written" in stderr
    assert f"gouji-sim resume {out}" in stderr
    assert "Traceback" not in stderr
    run, problems = check_run(out)
    assert run is not None
    assert problems == []
    assert run.checkpoint.done >= 2_000
    assert run.manifest.history[-1]["outcome"] == "interrupted"


def test_a_second_signal_drops_the_running_shards(tmp_path: Path) -> None:
    out = tmp_path / "run"
    # one shard takes minutes
    process = launch(out, *study(10_000_000, 10_000_000), "--records", "none", "--jobs", "2")
    deadline = time.monotonic() + 60
    while not out.joinpath("manifest.json").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.5)
    for _ in range(2):
        process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130, stderr
    assert open_run(out).checkpoint.done == 0


def reference(tmp_path: Path, deals: int, contents: Contents) -> dict[str, bytes]:
    process = launch(tmp_path / "whole", *study(deals), "--jobs", "1", "--quiet")
    _, stderr = process.communicate(timeout=120)
    assert process.returncode == 0, stderr
    return contents(tmp_path / "whole")


def kill_at_random(tmp_path: Path, contents: Contents, deals: int, kills: int, seed: int) -> None:
    """Kill a run of ``deals`` and all its processes at ``kills`` random moments, and let it finish then."""
    whole = reference(tmp_path, deals, contents)
    rng = random.Random(seed)
    out = tmp_path / "killed"
    arguments = study(deals)
    for kill in range(kills):
        backend = "loky" if kill % 3 == 1 else "threading"
        process = launch(out, *arguments, "--jobs", "2", "--backend", backend, "--quiet")
        deadline = time.monotonic() + 60
        before = len(list(out.glob("parts/*.parquet")))
        # half of the kills fall into a start, half among shards
        wanted = before + rng.randrange(1, 4) if rng.random() < 0.5 else before
        while len(list(out.glob("parts/*.parquet"))) < wanted and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        time.sleep(rng.random() * (0.2 if wanted > before else 1.0))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
        if (out / "manifest.json").exists():
            run, problems = check_run(out)
            assert problems == []
            assert run is not None
            listed = {run.files.part_name(index) for index in run.checkpoint.parts}
            strays = {path.name for path in out.glob("parts/*.parquet")} - listed
            assert len(strays) <= 2
    verb = "resume" if (out / "manifest.json").exists() else "run"
    process = launch(out, *(arguments if verb == "run" else []), "--quiet", verb=verb)
    _, stderr = process.communicate(timeout=120)
    assert process.returncode == 0, stderr
    assert contents(out) == whole


def test_sudden_death(tmp_path: Path, contents: Contents) -> None:
    kill_at_random(tmp_path, contents, deals=6_000, kills=2, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
def test_sudden_death_again_and_again(tmp_path: Path, contents: Contents, seed: int) -> None:
    kill_at_random(tmp_path, contents, deals=60_000, kills=20, seed=seed)


def test_history_tells_who_worked_on_a_run(tmp_path: Path) -> None:
    out = tmp_path / "run"
    process = launch(out, *study(10_000_000), "--jobs", "1")
    wait_for_shards(process, out, 1)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    history: list[dict[str, Any]] = json.loads((out / "manifest.json").read_text())["history"]
    assert [(line["action"], line["outcome"]) for line in history] == [("run", None)]
