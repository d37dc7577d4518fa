"""Policies written in Python: told apart, handed out in small shards, and part of what a run is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from joblib.externals.loky import get_reusable_executor

from gouji_sim.core.policies import POLICIES
from gouji_sim.errors import RunDirectoryError, StudyError
from gouji_sim.study import open_run
from gouji_sim.study.plan import Plan
from gouji_sim.study.policies import slowness, source_signature, written_in_python
from gouji_sim.study.runner import Settings, extend_run, start_run

Make = Callable[..., Plan]

POLICY = """\
class First:
    def choose(self, view):
        return view.actions[0]
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module ``mine`` with a policy, in the working directory of this process and of fresh workers."""
    get_reusable_executor().shutdown(wait=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    path = tmp_path / "mine.py"
    path.write_text(POLICY)
    yield path
    sys.modules.pop("mine", None)
    source_signature.cache_clear()


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_a_study_with_one(make_plan: Make, module: Path, tmp_path: Path, backend: str) -> None:
    plan = make_plan(policies=["mine:First", "greedy,mine:First"], deals=9, shard=3)
    assert plan.own_policies == ["mine:First"]
    start_run(plan, tmp_path / "a", Settings(jobs=2, backend=backend))
    run = open_run(tmp_path / "a")
    assert [cell.n_deals for cell in run.cells] == [9] * 4
    assert run.cells[0].id == "qingdao.mine_First"


def test_its_code_is_part_of_the_run(make_plan: Make, module: Path, tmp_path: Path, serial: Settings) -> None:
    start_run(make_plan(policies=["mine:First"], deals=4), tmp_path / "a", serial)
    module.write_text(POLICY.replace("[0]", "[-1]"))
    sys.modules.pop("mine")
    source_signature.cache_clear()
    with pytest.raises(RunDirectoryError, match="policy mine:First is "):
        extend_run(tmp_path / "a", 4, serial)


def test_mistakes(make_plan: Make, module: Path) -> None:
    with pytest.raises(StudyError) as caught:
        make_plan(policies=["mine:Last", "nowhere:First", "nobody", "search:0"])
    assert [problem.place for problem in caught.value.problems] == ["--policy"] * 4


def test_slow_policies_come_in_small_shards(make_plan: Make, module: Path) -> None:
    assert {slowness(name) for name in POLICIES} == {1}
    assert slowness("search:128") == 2 * slowness("search") == 128 * 20
    assert written_in_python(["random", "mine:First", "search:8", "mine:First"]) == ["mine:First"]
    sizes = [make_plan(policies=[name], shard=None).shard for name in ("greedy", "mine:First", "search")]
    assert sizes == [25_000, 250, 19]
