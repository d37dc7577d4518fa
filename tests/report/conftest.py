from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gouji_sim.report.cells import CellTally, read_cells
from gouji_sim.report.model import Document
from gouji_sim.report.produce import Product, report_runs
from gouji_sim.report.sources import Source, open_sources
from gouji_sim.study.config import read_config
from gouji_sim.study.grid import build_plan
from gouji_sim.study.runner import Settings, start_run


def play(path: Path, **flags: Any) -> Path:
    """Carry out a small study."""
    start_run(build_plan(read_config(flags=flags)), path, Settings(jobs=1))
    return path


@pytest.fixture(scope="session", name="play")
def play_fixture() -> Callable[..., Path]:
    return play


@pytest.fixture(scope="session")
def grid_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two variants with two policies on common deals, in several parts."""
    return play(
        tmp_path_factory.mktemp("runs") / "grid",
        variants=["qingdao", "hero"], policies=["random", "greedy"], deals=1500, seed=7, shard=400,
    )  # fmt: skip


@pytest.fixture(scope="session")
def session_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sessions with tribute, in parts that do not end with the study."""
    return play(
        tmp_path_factory.mktemp("runs") / "sessions",
        variants=["qingdao"], policies=["greedy"], sessions=250, seed=3, shard=100,
    )  # fmt: skip


@pytest.fixture(scope="session")
def melee_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Variants without teams, without burning opened seats, with other decks."""
    return play(
        tmp_path_factory.mktemp("runs") / "family",
        variants=["kansai", "kyushu", "zhangqiu"], policies=["greedy"], deals=300, seed=5,
    )  # fmt: skip


@pytest.fixture(scope="session")
def sources(grid_run: Path) -> list[Source]:
    return open_sources([grid_run])


@pytest.fixture(scope="session")
def tallies(sources: list[Source]) -> list[CellTally]:
    return read_cells(sources)


@pytest.fixture(scope="session")
def pages(sources: list[Source], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Product]:
    """The report on `grid_run` in both languages, each in a folder of its own."""
    return {
        lang: report_runs(sources, lang, tmp_path_factory.mktemp(f"page_{lang}") / "report.html")
        for lang in ("en", "zh")
    }


@pytest.fixture(scope="session")
def document(pages: dict[str, Product]) -> Document:
    return pages["en"].document
