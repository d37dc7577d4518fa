"""The command under a report plays the same deals again."""

import shlex
from pathlib import Path

import pytest

from gouji_sim.cli import main
from gouji_sim.report.reproduce import reproduction
from gouji_sim.study import open_run


def command(line, directory):
    """Run one line of a reproduction with another run directory."""
    words = shlex.split(line)
    words[words.index("--out") + 1] = str(directory)
    with pytest.raises(SystemExit) as caught:
        main([*words[1:], "--quiet"])
    assert not caught.value.code
    return open_run(directory)


@pytest.mark.parametrize(
    "flags",
    [
        {
            "variants": ["qingdao", "hero"],
            "policies": ["random,greedy", "random"],
            "deals": 120,
            "seed": [3, 4],
        },
        {"variants": ["qingdao"], "policies": ["greedy"], "sessions": 30, "seed": 3},
        {
            "variants": [{"use": "qingdao"}, {"use": "qingdao", "set": {"yield": False}, "id": "no-yield"}],
            "policies": [{"seats": ["random", "greedy"], "id": "mixed"}],
            "deals": 120,
            "rotations": [0, 1],
        },
    ],
    ids=["flags", "sessions", "study file"],
)
def test_the_run_is_the_same_again(flags, tmp_path, monkeypatch, play):
    run = open_run(play(tmp_path / "first", **flags))
    again = reproduction([run], Path("page_files"), "gouji-sim report first")
    first, last = again.command.splitlines()
    assert last == "gouji-sim report first"
    assert ("page_files/study.toml" in first) == bool(again.files)
    for name, text in again.files.items():
        (tmp_path / "page_files").mkdir()
        (tmp_path / "page_files" / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    other = command(first, tmp_path / "second")
    assert [cell.id for cell in other.cells] == [cell.id for cell in run.cells]
    assert all(a.totals == b.totals for a, b in zip(run.cells, other.cells, strict=True))


def test_overrides_of_all_variants_are_told_by_flags(tmp_path, play):
    run = open_run(
        play(
            tmp_path / "run",
            variants=[{"use": "qingdao", "set": {"melee_at": 5, "yield": False}}],
            policies=["greedy"],
            deals=50,
        )
    )
    line = reproduction([run], Path("x"), "y").command.splitlines()[0]
    assert "--set melee_at=5 --set yield=false" in line
