"""The verbs `report` and `compare` from the command line to the files."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from gouji_sim.cli import main


def run(*arguments):
    with pytest.raises(SystemExit) as caught:
        main([str(argument) for argument in arguments])
    return int(caught.value.code or 0)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A finished run, carried out by the verb `run`."""
    path = tmp_path_factory.mktemp("runs") / "one"
    assert (
        run("run", "--variant", "qingdao", "--policy", "greedy", "--deals", "400", "--out", path, "-q") == 0
    )
    return path


@pytest.mark.parametrize(("lang", "title"), [("en", "Qingdao gouji"), ("zh", "青岛够级")])
def test_a_report_of_one_run(played, tmp_path, capsys, lang, title):
    page = tmp_path / "deep" / "report.html"
    assert run("report", played, "--out", page, "--lang", lang) == 0
    output = capsys.readouterr()
    assert str(page) in output.out.splitlines()[-1]
    assert title in page.read_text(encoding="utf-8")
    assert (page.parent / "report_files" / "key.csv").exists()
    assert output.err == ""
    rows = [line for line in output.out.splitlines() if "│" in line]
    assert len(rows) > 8
    # aligned by display width: a 汉字 takes two columns
    assert len({cell_len(line[: line.index("│")]) for line in rows}) == 1


def test_json_alone_writes_no_page(played, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("report", played, "--json") == 0
    content = json.loads(capsys.readouterr().out)
    assert content["schema_version"] == 1
    assert content["cells"][0]["deals"] == 400
    assert "gouji-sim run --variant qingdao" in content["command"]
    assert list(tmp_path.iterdir()) == []


def test_unreadable_runs_are_one_error_without_a_page(played, tmp_path, capsys):
    assert run("report", played, tmp_path / "a", tmp_path / "b", "--out", tmp_path / "x.html") == 2
    assert capsys.readouterr().err.count("no such run directory") == 2
    assert not (tmp_path / "x.html").exists()


def test_the_name_of_a_variant_is_no_run(capsys):
    for name in ("qingdao", "青岛:yield=false"):
        assert run("report", name) == 2
        assert "gouji-sim compare plays variants" in capsys.readouterr().err


def test_a_damaged_part_is_named(played, tmp_path, capsys):
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    part = next((copy / "parts").iterdir())
    part.write_bytes(part.read_bytes()[: part.stat().st_size // 2])
    assert run("report", copy, "--out", tmp_path / "x.html") == 5
    assert part.name in capsys.readouterr().err
    assert not (tmp_path / "x.html").exists()


def test_a_flipped_byte_is_noticed_by_whatever_reads(played, tmp_path, capsys):
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    part = next((copy / "parts").iterdir())
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)
    for arguments in (("report", copy, "--out", tmp_path / "x.html"), ("replay", copy, "--deal", "3")):
        assert run(*arguments) == 5
        assert f"{part.name}: is damaged: the checksum does not match" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]


@pytest.mark.parametrize("place", ["folder", "file/page.html", "blocked.html", "/proc/z.html", "x" * 300])
@pytest.mark.parametrize("verb", ["report", "compare"])
def test_a_place_that_cannot_be_written_is_told_before_the_work(
    played, tmp_path, capsys, monkeypatch, place, verb
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    for name in ("file", "blocked_files"):
        (tmp_path / name).write_text("")
    names = [played] if verb == "report" else ["qingdao", "hero", "--deals", "1T"]
    assert run(verb, *names, "--out", place) == 2
    assert place in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["blocked_files", "file", "folder"]


def test_variants_are_played_on_common_deals_and_gates_decide(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ("compare", "青岛", "hero", "--deals", "400", "--seed", "5", "--baseline", "qingdao", "-q")
    chosen = ("--statistic", "open_rate", "--statistic", "plays", "--margin", "plays=0.5")
    assert run(*arguments, *chosen) == 0
    output = capsys.readouterr()
    assert "compare.html" in output.out
    page = (tmp_path / "compare.html").read_text(encoding="utf-8")
    assert "forest_open_rate" in page
    assert "map_random" in page
    assert run(*arguments, *chosen, "--fail-on", "open_rate>0.02", "--json") == 4
    output = capsys.readouterr()
    content = json.loads(output.out)
    assert content["baseline"] == "qingdao"
    assert content["gates"] == [{"gate": "open_rate>0.02", "failed_on": ["hero.random", "hero.greedy"]}]
    assert "gate failed: open_rate>0.02" in output.err


def test_options_stand_behind_a_variant(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = (
        "compare",
        "qingdao",
        "qingdao:yield=false,melee_at=5",
        "--deals",
        "200",
        "-p",
        "greedy",
        "-q",
    )
    assert run(*arguments, "--statistic", "yields", "--json") == 0
    content = json.loads(capsys.readouterr().out)
    assert [cell["overrides"] for cell in content["cells"]] == [{}, {"yield": False, "melee_at": 5}]
    assert "add a second one" not in content["title"]
    # the command stands alone: it writes the study that it plays, and prints the same
    shutil.rmtree(tmp_path / "runs")
    root = Path(__file__).parents[2]
    (tmp_path / "gouji-sim").write_text(
        f'#!/bin/sh\nPYTHONPATH={root} exec {sys.executable} -m gouji_sim "$@"\n'
    )
    (tmp_path / "gouji-sim").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    shell = ["bash", "-e", "-c", content["command"]]
    again = subprocess.run(shell, env=environment, capture_output=True, text=True, check=True)
    (found,) = re.findall(r"^\{.*", again.stdout, re.DOTALL | re.MULTILINE)
    assert json.loads(found)["tables"] == content["tables"]


def test_runs_are_compared_as_they_are(played, tmp_path, capsys):
    other = tmp_path / "other"
    assert run("run", "--variant", "hero", "--policy", "greedy", "--deals", "400", "--out", other, "-q") == 0
    capsys.readouterr()
    page = tmp_path / "c.html"
    assert run("compare", played, other, "--baseline", "hero", "--out", page, "--statistic", "plays") == 0
    assert page.exists()
    assert "×" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("compare", "qingdao", "nowhere"), "nowhere"),
        (("compare", "qingdao"), "two variants"),
        (("compare", "qingdao", "hero", "--fail-on", "speed>1"), "no statistic 'speed'"),
        (("compare", "qingdao", "hero", "--margin", "plays"), "--margin"),
        (("compare", "qingdao", "hero", "--margin", "plays=-1"), "negative"),
        (("compare", "qingdao", "hero", "--baseline", "puji"), "--baseline: 'puji' is none of qingdao, hero"),
        (("compare", "qingdao", "hero", "--baseline", "nope"), "--baseline: 'nope' is none of qingdao, hero"),
        (("compare", "qingdao", "hero:foo=1"), "error: hero:foo: no option of that name"),
        (("compare", "qingdao", "hero:foo"), "error: 'hero:foo': "),
        (("compare", "qingdao", "hero", "--set", "foo=1"), "error: --set foo: no option of that name"),
        (("compare", "runs/a", "runs/b"), "runs/b: no such run directory"),
        (("compare", "qingdao", "hero", "-p", "clever"), "error: --policy: "),
        (("compare", "qingdao", "hero", "--statistic", "speed", "--deals", "10"), "no statistic 'speed'"),
    ],
)
def test_mistakes_are_told_in_a_line(arguments, complaint, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(*arguments, "-q") == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "compare.html").exists()


def test_runs_and_variants_are_not_mixed_and_runs_are_not_played(played, capsys):
    assert run("compare", played, "hero") == 2
    assert "cannot be mixed" in capsys.readouterr().err
    assert run("compare", played, played, "--deals", "5", "--seed", "3") == 2
    error = capsys.readouterr().err
    assert "--deals" in error
    assert "--seed" in error
