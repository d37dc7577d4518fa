"""The same bytes however a study is carried out, and refusals of what does not belong together."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gouji_sim.core import CompiledRules, play_deals, play_sessions
from gouji_sim.errors import RunDirectoryError, StudyError
from gouji_sim.stats.paired import PairedTotals
from gouji_sim.stats.totals import Totals
from gouji_sim.study import open_run, runner
from gouji_sim.study.checkpoint import Checkpoint
from gouji_sim.study.failures import Interrupted
from gouji_sim.study.plan import Plan, Shard
from gouji_sim.study.runner import Settings, extend_run, resume_run, start_run
from gouji_sim.study.shards import ShardPlayer, ShardResult
from gouji_sim.study.store import RunFiles
from gouji_sim.study.verify import check_run

Make = Callable[..., Plan]
Contents = Callable[[Path], dict[str, bytes]]

STOP = {"statistic": "sweep_rate", "half_width": 0.02, "min": 200, "max": 3_000, "batch": 400}


def in_order(order: Callable[[list[Shard]], list[Shard]], lose: int = 0) -> Callable[..., Any]:
    """A backend with an order of its own; it keeps the last ``lose`` results, as if interrupted."""

    def play(player: ShardPlayer, shards: Iterator[Shard]) -> Iterator[ShardResult | None]:
        wanted = order(list(shards))
        for shard in wanted[: len(wanted) - lose]:
            yield player(shard)

    return play


class Borrowed:
    """Stands for a started backend."""

    def __init__(self, play: Callable[..., Any]) -> None:
        self.play = play

    def __call__(self, *_: object) -> Borrowed:
        return self

    def __enter__(self) -> Callable[..., Any]:
        return self.play

    def __exit__(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("flags", [{}, {"sessions": 300, "records": "sample:250"}, {"stop": STOP}])
@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_any_number_of_jobs_and_either_backend(
    make_plan: Make, contents: Contents, tmp_path: Path, serial: Settings, flags: dict[str, Any], backend: Any
) -> None:
    plan = make_plan(**flags)
    start_run(plan, tmp_path / "a", serial)
    start_run(plan, tmp_path / "b", Settings(jobs=2, backend=backend))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


@pytest.mark.parametrize("flags", [{}, {"stop": STOP}])
def test_any_order_of_shards_and_any_interruption(
    make_plan: Make,
    contents: Contents,
    tmp_path: Path,
    serial: Settings,
    monkeypatch: pytest.MonkeyPatch,
    flags: dict[str, Any],
) -> None:
    plan = make_plan(**flags)
    start_run(plan, tmp_path / "a", serial)
    rng = np.random.default_rng(1)

    def shuffled(shards: list[Shard]) -> list[Shard]:
        return [shards[i] for i in rng.permutation(len(shards))]

    monkeypatch.setattr(runner, "started", Borrowed(in_order(shuffled, lose=1)))
    with pytest.raises(Interrupted):
        start_run(plan, tmp_path / "b", serial)
    for _ in range(100):
        try:
            outcome = resume_run(tmp_path / "b", serial)
            break
        except Interrupted:
            monkeypatch.setattr(runner, "started", Borrowed(in_order(shuffled, lose=int(rng.integers(2)))))
    assert outcome.state == open_run(tmp_path / "a").checkpoint.state
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_totals_and_pairs_are_those_of_the_deals(make_plan: Make, tmp_path: Path, serial: Settings) -> None:
    start_run(make_plan(), tmp_path / "a", serial)
    run = open_run(tmp_path / "a")
    records = {}
    for cell in run.cells:
        rules = CompiledRules(cell.variant.options)
        records[cell.id] = play_deals(rules, cell.lineup, 1, 0, 700)
        assert cell.n_deals == cell.n_records == 700
        assert (np.concatenate(list(cell.batches())) == records[cell.id]).all()
        assert cell.totals == Totals.from_records(records[cell.id], cell.variant.options)
    hero, qingdao = run.cell("hero.random"), run.cell("qingdao.random")
    (pair, paired), *rest = run.pairs.items()
    assert (pair.a, pair.b, rest) == (hero.id, qingdao.id, [])
    assert paired == PairedTotals.from_records(
        records[hero.id], records[qingdao.id], hero.variant.options, qingdao.variant.options
    )


def test_sessions(make_plan: Make, tmp_path: Path, serial: Settings) -> None:
    start_run(make_plan(sessions=250), tmp_path / "a", serial)
    cell = open_run(tmp_path / "a").cells[0]
    whole = play_sessions(CompiledRules(cell.variant.options), cell.lineup, 1, 0, 250)
    assert cell.n_deals == 1250
    assert (np.concatenate(list(cell.batches())) == whole).all()
    assert cell.totals == Totals.from_records(whole, cell.variant.options, unit=5)
    assert [len(batch) for batch in cell.batches(["deal"])] == [1000, 250]


@pytest.mark.parametrize(
    ("records", "sizes"), [("none", []), ("sample:250", [200, 50]), ("sample:9k", [200] * 3 + [100])]
)
def test_which_records_are_kept(
    make_plan: Make, tmp_path: Path, serial: Settings, records: str, sizes: list[int]
) -> None:
    start_run(make_plan(records=records), tmp_path / "a", serial)
    cell = open_run(tmp_path / "a").cells[1]
    assert [len(batch) for batch in cell.batches()] == sizes
    assert cell.n_records == sum(sizes)
    assert cell.totals.n == 700


@pytest.mark.parametrize("flags", [{}, {"sessions": 350}, {"records": "sample:650"}, {"records": "none"}])
def test_an_extended_run_is_one_planned_that_long(
    make_plan: Make, contents: Contents, tmp_path: Path, serial: Settings, flags: dict[str, Any]
) -> None:
    first = make_plan(**flags)
    start_run(first, tmp_path / "a", serial)
    extend_run(tmp_path / "a", 150, serial)
    outcome = extend_run(tmp_path / "a", 350, serial)
    assert outcome.units == first.units + 500
    start_run(first.extended(first.units + 500), tmp_path / "b", serial)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert [line["action"] for line in open_run(tmp_path / "a").manifest.history] == [
        "run",
        "extend",
        "extend",
    ]
    assert check_run(tmp_path / "a")[1] == []


def test_extending_a_run_whose_short_last_shard_came_first(
    make_plan: Make, contents: Contents, tmp_path: Path, serial: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = make_plan()
    with monkeypatch.context() as patched:
        patched.setattr(runner, "started", Borrowed(in_order(lambda shards: shards[::-1], lose=1)))
        with pytest.raises(Interrupted):
            start_run(plan, tmp_path / "a", serial)
    assert set(open_run(tmp_path / "a").checkpoint.ahead) == {1, 2, 3}
    extend_run(tmp_path / "a", 150, serial)
    start_run(plan.extended(850), tmp_path / "b", serial)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_an_extension_killed_before_its_checkpoint(
    make_plan: Make, contents: Contents, tmp_path: Path, serial: Settings
) -> None:
    """The short last part is replaced before the checkpoint knows: that must not read as damage."""
    plan = make_plan()
    start_run(plan, tmp_path / "a", serial)
    longer = plan.extended(900)
    start_run(longer, tmp_path / "b", serial)
    whole = contents(tmp_path / "b")
    run = open_run(tmp_path / "a")
    dataclasses.replace(run.manifest, plan=longer).write(run.files)
    (tmp_path / "a/parts/part-000003.parquet").write_bytes(whole["parts/part-000003.parquet"])
    resume_run(tmp_path / "a", serial)
    assert contents(tmp_path / "a") == whole


def test_stop_at_a_precision(make_plan: Make, tmp_path: Path, serial: Settings) -> None:
    plan = make_plan(stop=STOP)
    outcome = start_run(plan, tmp_path / "a", serial)
    assert outcome.state == "precision"
    # at 95 % and a rate near 1/10: 1.96 * sqrt(0.09 / n) = 0.02 at n = 864; looks are every 400
    assert outcome.units == 1200
    assert sorted(os.listdir(tmp_path / "a/parts"))[-1] == "part-000005.parquet"
    with pytest.raises(StudyError, match="has reached the precision"):
        extend_run(tmp_path / "a", 100, serial)
    again = start_run(plan, tmp_path / "a", serial)
    assert (again.state, again.deals) == ("precision", 0)


def test_the_maximum_comes_first(make_plan: Make, tmp_path: Path, serial: Settings) -> None:
    tight = STOP | {"half_width": 0.001, "max": 900}
    assert start_run(make_plan(stop=tight), tmp_path / "a", serial).state == "maximum"
    assert extend_run(tmp_path / "a", 100, serial).units == 1000


def test_another_study_is_refused(make_plan: Make, tmp_path: Path, serial: Settings) -> None:
    start_run(make_plan(), tmp_path / "a", serial)
    with pytest.raises(RunDirectoryError) as caught:
        start_run(
            make_plan(deals=900, overrides={"yield": False}, variants=["qingdao"]), tmp_path / "a", serial
        )
    assert [str(problem) for problem in caught.value.problems] == [
        f"{tmp_path / 'a'}: holds a run of another study",
        "variants: qingdao, hero here, qingdao-yield_false asked",
        "deals: 700 here, 900 asked",
    ]


def test_another_engine_is_refused(
    make_plan: Make, tmp_path: Path, serial: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_run(make_plan(), tmp_path / "a", serial)
    run = open_run(tmp_path / "a")
    other = {**run.manifest.engine, "core": "0123456789abcdef"}
    dataclasses.replace(run.manifest, engine=other).write(run.files)
    with pytest.raises(RunDirectoryError, match="core is 0123456789abcdef, not "):
        extend_run(tmp_path / "a", 100, serial)


def test_a_directory_with_something_else_is_refused(
    make_plan: Make, tmp_path: Path, serial: Settings
) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(StudyError, match=r"not empty \(it has letter\.txt\)"):
        start_run(make_plan(), tmp_path, serial)
    assert sorted(os.listdir(tmp_path)) == ["letter.txt"]
    for name, reason in (("none", "no such run directory"), ("letter.txt", "is no run directory")):
        with pytest.raises(StudyError, match=reason):
            resume_run(tmp_path / name, serial)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("place", ["file", "file/below", "folder/file/below", "x" * 300, "/proc/z"])
def test_a_place_that_cannot_be_a_directory(
    make_plan: Make, tmp_path: Path, serial: Settings, place: str
) -> None:
    (tmp_path / "folder").mkdir()
    for file in ("file", "folder/file"):
        (tmp_path / file).write_text("")
    with pytest.raises(StudyError, match="cannot be written"):
        start_run(make_plan(), tmp_path / place, serial)
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


def test_two_runners_in_one_directory(make_plan: Make, tmp_path: Path, serial: Settings) -> None:
    files = RunFiles(tmp_path / "a")
    with files.created(), files.locked():
        with pytest.raises(StudyError, match="another process"):
            start_run(make_plan(), tmp_path / "a", serial)
        assert files.lock_file.exists()
        start = Checkpoint(make_plan()).to_bytes()
        files.totals.write_bytes(start)
    start_run(make_plan(), tmp_path / "a", serial)


@pytest.mark.parametrize("was_there", [False, True])
def test_a_run_that_cannot_begin_leaves_nothing(
    make_plan: Make, tmp_path: Path, serial: Settings, monkeypatch: pytest.MonkeyPatch, was_there: bool
) -> None:
    def refuse(*_: object) -> None:
        raise StudyError("no scheduler answers", "--scheduler")

    if was_there:
        (tmp_path / "a/b").mkdir(parents=True)
    monkeypatch.setattr(runner, "started", refuse)
    with pytest.raises(StudyError, match="no scheduler answers"):
        start_run(make_plan(), tmp_path / "a/b", serial)
    assert list(tmp_path.rglob("*")) == ([tmp_path / "a", tmp_path / "a/b"] if was_there else [])


def test_what_a_run_killed_at_birth_leaves_is_no_obstacle(
    make_plan: Make, tmp_path: Path, serial: Settings
) -> None:
    files = RunFiles(tmp_path / "a")
    files.parts.mkdir(parents=True)
    files.totals.write_bytes(b"{}")
    (files.path / "manifest.json.tmp").write_bytes(b"{")
    start_run(make_plan(), tmp_path / "a", serial)
    assert not (files.path / "manifest.json.tmp").exists()
