from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gouji_sim.errors import RunDirectoryError
from gouji_sim.study import open_run
from gouji_sim.study.plan import Plan
from gouji_sim.study.runner import Settings, extend_run, resume_run, start_run
from gouji_sim.study.store import digest, seal
from gouji_sim.study.verify import check_run


@pytest.fixture
def run(make_plan: Callable[..., Plan], tmp_path: Path, serial: Settings) -> Path:
    start_run(make_plan(), tmp_path / "run", serial)
    return tmp_path / "run"


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def test_a_whole_run(run: Path) -> None:
    assert check_run(run)[1] == []


def test_damaged_parts_are_named(run: Path, serial: Settings) -> None:
    flip(run / "parts/part-000001.parquet", 100)
    with open(run / "parts/part-000002.parquet", "ab") as file:
        file.write(b"x")
    (run / "parts/part-000003.parquet").unlink()
    (run / "parts/part-000004.parquet").write_bytes(b"")
    problems = {Path(problem.place).name: problem.reason for problem in check_run(run)[1]}
    assert list(problems) == [f"part-{i:06d}.parquet" for i in (1, 2, 3, 4)]
    assert problems["part-000001.parquet"] == "is damaged: the checksum does not match"
    assert "damaged: it has" in problems["part-000002.parquet"]
    assert problems["part-000003.parquet"] == "is missing"
    assert problems["part-000004.parquet"] == "does not belong to the run"
    with pytest.raises(RunDirectoryError, match=r"part-000001\.parquet.*part-000002"):
        resume_run(run, serial)
    # the part of the short last shard is played again
    with pytest.raises(RunDirectoryError) as caught:
        extend_run(run, 100, serial)
    assert "part-000003" not in str(caught.value)


@pytest.mark.parametrize("name", ["totals.json", "manifest.json"])
def test_damaged_documents_are_named(run: Path, name: str) -> None:
    path = run / name
    whole = path.read_bytes()
    for damaged in (whole[:-20], whole.replace(b"700", b"701", 1), b"[]", b"", b"\xff\xfe"):
        path.write_bytes(damaged)
        _, problems = check_run(run)
        assert [problem.place for problem in problems] == [str(path)]
    path.unlink()
    with pytest.raises(RunDirectoryError, match="is missing"):
        open_run(run)


def test_every_single_byte_of_the_totals_counts(run: Path) -> None:
    path = run / "totals.json"
    whole = path.read_bytes()
    for at in range(0, len(whole), 997):
        flip(path, at)
        assert check_run(run)[1], f"byte {at}"
        path.write_bytes(whole)


def test_a_changed_study_is_noticed(run: Path) -> None:
    path = run / "manifest.json"
    document = json.loads(path.read_text())
    document.pop("sha256")
    document["study"]["cells"][0]["seed"] = 2
    path.write_bytes(seal(json.dumps(document, indent=1)))
    with pytest.raises(RunDirectoryError, match="hash of its study does not match"):
        open_run(run)


@pytest.mark.parametrize("change", [{"units": 900}, {"kept": 3}, {"name": "another"}])
def test_a_manifest_changed_by_hand_is_noticed(run: Path, change: dict[str, Any]) -> None:
    path = run / "manifest.json"
    document = json.loads(path.read_text())
    document["study"] |= change
    path.write_text(json.dumps(document, indent=1))
    with pytest.raises(RunDirectoryError, match=r"manifest\.json: is damaged: the checksum"):
        open_run(run)


def test_a_damaged_part_is_not_read(run: Path) -> None:
    flip(run / "parts/part-000001.parquet", 100)
    cell = open_run(run).cells[1]
    batches = cell.batches(["score"])
    assert len(next(batches)) == 200
    with pytest.raises(RunDirectoryError, match=r"part-000001\.parquet: is damaged: the checksum"):
        next(batches)


def test_a_part_is_checked_once_while_it_stays_the_same(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = []
    file_digest = hashlib.file_digest

    def counted(file: Any, name: str) -> Any:
        checked.append(Path(file.name).name)
        return file_digest(file, name)

    monkeypatch.setattr(hashlib, "file_digest", counted)
    cells = open_run(run).cells
    for cell in cells:
        assert sum(map(len, cell.batches())) == 700
    assert len(checked) == 4
    flip(run / "parts/part-000002.parquet", 50)
    with pytest.raises(RunDirectoryError, match="part-000002"):
        list(cells[0].batches())


def test_a_run_opened_before_it_was_made_longer(run: Path, serial: Settings) -> None:
    opened = open_run(run)
    extend_run(run, 100, serial)
    assert sum(map(len, opened.cells[0].batches())) == 700
    longer = open_run(run)
    assert longer.checkpoint.drop_short_part() is False
    assert sum(map(len, longer.cells[0].batches())) == 800


@pytest.mark.parametrize("gone", ["manifest.json", "totals.json"])
def test_what_was_a_run_is_damaged_and_not_unknown(run: Path, gone: str) -> None:
    (run / gone).unlink()
    with pytest.raises(RunDirectoryError, match=rf"{gone}: is missing"):
        open_run(run)


def test_totals_that_disagree_with_the_records(run: Path) -> None:
    path = run / "totals.json"
    text = path.read_text()
    head, _, _ = text.rpartition(',\n"sha256"')
    changed = head.replace('"qingdao.random":[700,[700,', '"qingdao.random":[700,[701,', 1)
    assert changed != head
    path.write_text(f'{changed},\n"sha256":"{digest((changed + chr(10) + "}").encode())}"\n}}\n')
    (problem,) = check_run(run)[1]
    assert problem.reason == "cell qingdao.random does not agree with its records"


def test_a_format_of_the_future_is_refused(run: Path) -> None:
    path = run / "manifest.json"
    document = json.loads(path.read_text())
    document["format"] = 2
    path.write_text(json.dumps(document))
    with pytest.raises(RunDirectoryError, match="of format 1 but gouji-sim run 2"):
        open_run(run)
