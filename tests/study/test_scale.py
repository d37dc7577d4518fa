"""Memory and disk do not grow with the number of deals when no records are kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MOST_MEMORY = 400e6
"""Bytes at two jobs, whatever the number of deals."""

MOST_DISK = 1e6

TELLING_ITS_PEAK = """
import re, sys
from pathlib import Path
from gouji_sim.cli import main
try:
    main()
finally:
    print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1], file=sys.stderr)
"""
# What the system accounts to a child counts from before it was a program of its own: the parent's peak is
# in it.


def peak_and_disk(out: Path, deals: int) -> tuple[int, int]:
    """Peak memory of a run in threads and the size of its directory, in bytes."""
    arguments = [
        "run",
        "-v",
        "qingdao",
        "-v",
        "hero",
        "-p",
        "greedy",
        "--records",
        "none",
        "--jobs",
        "2",
        "--quiet",
    ]
    process = subprocess.run(
        [sys.executable, "-c", TELLING_ITS_PEAK, *arguments, "--deals", str(deals), "--out", str(out)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stderr
    peak = int(process.stderr.split()[-1]) * 1024
    return peak, sum(file.stat().st_size for file in out.rglob("*") if file.is_file())


def check(tmp_path: Path, few: int, many: int) -> None:
    memory_of_few, disk_of_few = peak_and_disk(tmp_path / "few", few)
    memory_of_many, disk_of_many = peak_and_disk(tmp_path / "many", many)
    assert memory_of_many < min(MOST_MEMORY, 1.2 * memory_of_few)
    assert disk_of_many < min(MOST_DISK, 1.2 * disk_of_few)


def test_four_times_the_deals(tmp_path: Path) -> None:
    check(tmp_path, few=15_000, many=60_000)


@pytest.mark.soak
def test_ten_million_deals(tmp_path: Path) -> None:
    check(tmp_path, few=100_000, many=10_000_000)
