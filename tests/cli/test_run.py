from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gouji_sim.cli import main
from gouji_sim.study import open_run

Cli = Callable[..., tuple[int, str, str]]

GRID = ["-v", "qingdao", "-v", "hero", "-p", "random"]
SMALL = [*GRID, "--deals", "600", "--shard", "200", "--jobs", "2"]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """Run the command line in an empty directory: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("GOUJI_")]:
        monkeypatch.delenv(name)

    def call(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        out, err = capsys.readouterr()
        return int(caught.value.code or 0), out, err

    return call


def test_a_study_from_flags(cli: Cli) -> None:
    code, out, err = cli("run", *SMALL, "--seed", "3")
    assert code == 0
    path = Path(out.strip())
    assert path.parent == Path("runs")
    assert path.name.startswith("study-3-")
    run = open_run(path)
    assert [cell.id for cell in run.cells] == ["qingdao.random", "hero.random"]
    assert [cell.seed for cell in run.cells] == [3, 3]
    assert "600 of 600 deals" in err
    assert "complete: 1,200 deals" in err


def test_once_more_is_no_work(cli: Cli) -> None:
    cli("run", *SMALL, "--out", "a")
    code, out, err = cli("run", *SMALL, "--out", "a", "--lang", "zh")
    assert (code, out, err) == (0, "a\n", "无须再进行：完成\n")


def test_quiet_says_nothing(cli: Cli) -> None:
    code, out, err = cli("run", *SMALL, "--out", "a", "--quiet", "--records", "none")
    assert (code, out, err) == (0, "a\n", "")


def test_json(cli: Cli) -> None:
    code, out, _ = cli("run", *SMALL, "--out", "a", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["schema_version"] == 1
    assert (document["run"], document["state"], document["units"], document["deals_played"]) == (
        "a",
        "complete",
        600,
        1200,
    )


def test_two_and_six_policies(cli: Cli) -> None:
    cli(
        "run",
        "-v",
        "camp",
        "-p",
        "greedy,random",
        "-p",
        "greedy" + ",random" * 5,
        "--deals",
        "10",
        "--out",
        "a",
    )
    assert [cell.lineup for cell in open_run("a").cells] == [
        ("greedy", "random") * 3,
        ("greedy", *["random"] * 5),
    ]


def test_duplicate_deals(cli: Cli) -> None:
    cli("run", "-v", "camp", "-p", "greedy,random", "--deals", "10", "--duplicate", "--out", "a")
    run = open_run("a")
    assert [cell.cell.rotation for cell in run.cells] == [0, 1]
    assert [(pair.a, pair.b) for pair in run.pairs] == [("camp.greedy+random.r1", "camp.greedy+random.r0")]


def test_a_study_file_with_flags_over_it(cli: Cli, tmp_path: Path) -> None:
    text = 'name = "mine"\nvariants = ["青岛"]\npolicies = ["greedy"]\nsessions = 300\nseed = 9\n'
    (tmp_path / "study.toml").write_text(text, encoding="utf-8")
    code, _, _ = cli("run", "study.toml", "--sessions", "20", "--set", "yield=false", "--out", "a")
    run = open_run("a")
    assert code == 0
    assert (run.mode, run.checkpoint.done, run.cells[0].seed) == ("sessions", 20, 9)
    assert run.cells[0].variant.overrides == {"yield": False}
    assert run.manifest.source == text


def test_precision_reached_or_not(cli: Cli) -> None:
    stop = [*GRID, "--shard", "200", "--stop", "sweep_rate:0.05", "--quiet"]
    assert cli("run", *stop, "--max", "3k", "--min", "200", "--out", "a")[0] == 0
    assert open_run("a").checkpoint.state == "precision"
    assert "sweep rate" in cli("runs", "show", "a")[1]
    code, out, err = cli("run", *GRID, "--stop", "sweep_rate:0.001", "--max", "500", "--out", "b")
    assert (code, out) == (3, "b\n")
    assert "maximum reached before the precision" in err


def test_extending(cli: Cli) -> None:
    cli("run", *SMALL, "--out", "a")
    code, out, err = cli("resume", "a", "--extend", "0.4k", "--jobs", "1")
    assert (code, out) == (0, "a\n")
    assert "complete: 800 deals" in err
    assert open_run("a").cells[0].n_deals == 1000


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (["run"], 2, "error: 2 problems\n  --variant: is needed\n  --policy: is needed\n"),
        (["run", "nothing.toml"], 2, "error: nothing.toml: cannot be read: No such file or directory\n"),
        *(
            (
                ["run", *GRID, "--stop", text],
                2,
                f"error: --stop: must be STAT:WIDTH, such as sweep_rate:0.002, not {text!r}\n",
            )
            for text in ("plays:wide", "sweep_rate", ":0.1", "")
        ),
        (
            ["run", *GRID, "--stop", "plays:nan", "--deals", "10"],
            2,
            "error: --stop: must be a finite number, not NaN\n",
        ),
        (
            ["run", *GRID, "--min", "5", "--max", "9"],
            2,
            "error: 2 problems\n  --min: goes with --stop STAT:WIDTH\n  --max: goes with --stop STAT:WIDTH\n",
        ),
        (
            ["run", *GRID, "--scheduler", "tcp://host:1"],
            2,
            "error: --scheduler: goes with --backend dask, not threading\n",
        ),
        (["run", *GRID, "--backend", "gpu"], 2, "error: --backend: 'gpu' is none of threading, loky, dask\n"),
        (["resume", "nothing"], 2, "error: nothing: no such run directory\n"),
        (["resume", "x" * 300], 2, f"error: {'x' * 300}: no such run directory\n"),
        (["resume", "full"], 2, "error: full: is no run directory\n"),
        (["runs", "verify", "nothing"], 2, "error: nothing: no such run directory\n"),
        (["replay", "nothing", "--deal", "0"], 2, "error: nothing: no such run directory\n"),
        (
            ["resume", "nothing", "--extend", "x"],
            2,
            "error: --extend: 'x' is not a count such as 200_000, 2e5 or 1M\n",
        ),
        (["runs", "show", "nothing"], 2, "error: nothing: no such run directory\n"),
        (["run", *GRID, "--out", "."], 2, "error: .: is no run directory and not empty (it has full)\n"),
    ],
)
def test_mistakes(cli: Cli, tmp_path: Path, arguments: list[str], code: int, text: str) -> None:
    (tmp_path / "full").mkdir()
    assert cli(*arguments) == (code, "", text)


def test_a_dry_run_plays_nothing(cli: Cli, tmp_path: Path) -> None:
    code, out, err = cli("run", *GRID, "--deals", "1T", "--stop", "sweep_rate:0.1", "--dry-run")
    assert (code, err) == (0, "")
    assert "1,000,000,000,000" in out
    assert "stops when sweep_rate is within 0.1" in out
    assert not list(tmp_path.iterdir())
    document = json.loads(
        cli("run", *GRID, "--deals", "1M", "--dry-run", "--json", "--records", "sample:1k")[1]
    )
    assert document["forecast"]["deals"] == 2_000_000
    assert 10_000 < document["forecast"]["disk"] < 48_000
    assert set(document["forecast"]["speeds"]) == {"qingdao.random", "hero.random"}


def test_where_settings_come_from(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "study.toml").write_text('variants = ["qd"]\npolicies = "random"\n', encoding="utf-8")
    (tmp_path / "good.toml").write_text('variants = ["qd"]\npolicies = ["random"]\n', encoding="utf-8")
    monkeypatch.setenv("GOUJI_SIM_JOBS", "7")
    monkeypatch.setenv("GOUJI_SIM_SEED", "5")
    monkeypatch.setenv("GOUJI_SIM_RUNS", "elsewhere")
    assert cli("run", "study.toml", "--show-config")[0] == 2
    document: dict[str, Any] = json.loads(
        cli("run", "good.toml", "--deals", "9", "--show-config", "--json")[1]
    )
    settings = document["settings"]
    assert settings["variants"] == {"value": ["qd"], "origin": "file"}
    assert settings["deals"] == {"value": 9, "origin": "flag"}
    assert settings["seed"] == {"value": [5], "origin": "environment"}
    assert settings["jobs"] == {"value": 7, "origin": "environment"}
    assert settings["records"] == {"value": "all", "origin": "default"}
    assert settings["out"]["value"].startswith("elsewhere/study-5-")
    table = cli("run", "good.toml", "--show-config", "--lang", "zh")[1]
    assert "文件 good.toml:1: variants" in table


def test_runs(cli: Cli, tmp_path: Path) -> None:
    path = cli("run", *SMALL, "--quiet")[1].strip()
    (tmp_path / "runs/broken").mkdir()
    (tmp_path / "runs/broken/manifest.json").write_text("{")
    code, out, _ = cli("runs", "list")
    assert code == 0
    assert path in out
    assert "damaged" in out
    listed = json.loads(cli("runs", "list", "--json")[1])["runs"]
    assert [line["state"] for line in listed] == ["damaged", "complete"]
    assert "600 / 600 deals" in cli("runs", "show", path)[1]
    shown = json.loads(cli("runs", "show", path, "--json")[1])
    assert [cell["n_records"] for cell in shown["cells"]] == [600, 600]
    assert cli("runs", "verify", path) == (0, f"{path}: whole (3 parts, complete)\n", "")
    part = Path(path) / "parts/part-000001.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    code, out, err = cli("runs", "verify", path, "runs/broken", "--json")
    assert code == 5
    assert len(json.loads(out)["problems"]) == 2
    assert "part-000001.parquet: is damaged: it has" in err


def test_a_failure_of_the_machine_says_how_to_go_on(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    for place in ("file", "file/below"):
        code, out, err = cli("run", *SMALL, "--out", place)
        assert (code, out, err) == (2, "", f"error: {place}: cannot be written: a file is in the way\n")

    def full(_: int) -> None:
        if (tmp_path / "a/manifest.json").exists():
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("gouji_sim.study.store.os.fsync", full)
    code, out, err = cli("run", *SMALL, "--out", "a", "--quiet")
    assert (code, out) == (1, "")
    assert err.startswith("error: a/")
    assert err.endswith(" cannot be written: the disk is full; go on with: gouji-sim resume a\n")
    assert err.count("\n") == 1


def test_another_study_is_told_in_a_few_lines(cli: Cli) -> None:
    cli("run", "-v", "qingdao", "-p", "random", "--deals", "5", "--out", "a")
    code, out, err = cli("run", "-v", "hero", "-p", "random", "--deals", "6", "--out", "a")
    assert (code, out) == (5, "")
    assert err == (
        "error: 3 problems\n"
        "  a: holds a run of another study\n"
        "  variants: qingdao here, hero asked\n"
        "  deals: 5 here, 6 asked\n"
    )
    err = cli("run", "-v", "qingdao", "-p", "random", "--deals", "5", "--out", "a", "--set", "yield=false")[2]
    assert "variants: qingdao here, qingdao-yield_false asked" in err


def test_no_scheduler_leaves_nothing(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gouji_sim.study.backends.WORKER_TIMEOUT", 1)
    code, _, err = cli("run", *SMALL, "--backend", "dask", "--scheduler", "tcp://127.0.0.1:9")
    assert code == 2
    assert "no scheduler answers" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "verb", [["run"], ["resume"], ["runs", "list"], ["runs", "show"], ["runs", "verify"]]
)
def test_help_ends_with_examples(cli: Cli, verb: list[str]) -> None:
    code, out, _ = cli(*verb, "--help")
    assert code == 0
    assert out.partition("Examples:")[2].count(f"gouji-sim {' '.join(verb)}") >= 2


def test_help_is_bilingual() -> None:
    for lang, word in (("en", "precision"), ("zh", "精度")):
        command = [sys.executable, "-c", "from gouji_sim.cli import main; main()", "run", "--help"]
        environment = {**os.environ, "GOUJI_LANG": lang, "PYTHONPATH": str(Path(__file__).parents[2])}
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert word in result.stdout
