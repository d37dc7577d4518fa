"""``gouji-sim duel``, ``ladder``, ``odds`` and ``bench``."""

import json
from pathlib import Path

import pytest

from gouji_sim.cli import main
from gouji_sim.core import core_signature


@pytest.fixture
def run(capsys):
    def run(*arguments):
        code = 0
        try:
            main(list(arguments))
        except SystemExit as left:
            code = int(left.code or 0)
        streams = capsys.readouterr()
        return code, streams.out, streams.err

    return run


def test_duel_tells_points_and_pairs(run):
    code, out, err = run(
        "duel", "--a", "greedy", "--b", "random", "--deals", "300", "--batch", "100", "-j", "1"
    )
    assert code == 0
    assert "greedy against random" in out
    assert err.count("deals:") == 3
    code, out, _ = run("duel", "--a", "greedy", "--b", "random", "--deals", "300", "-q", "--lang", "zh")
    assert "净胜分" in out


def test_duel_json(run):
    arguments = ("duel", "--a", "greedy", "--b", "random", "--deals", "0.2k", "--seed", "9", "--json", "-q")
    code, out, err = run(*arguments, "--hypotheses", "0,1", "--set", "yield=false")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert document["schema_version"] == 1
    assert document["blocks"] == 200
    assert sum(document["pairs"].values()) == 200
    assert document["points"]["low"] < document["points"]["value"] < document["points"]["high"]
    assert document["test"]["bounds"] == pytest.approx([-2.944, 2.944], abs=1e-3)


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (("--a", "clever", "--b", "random"), "--a: "),
        (("--a", "random", "--b", "clever"), "--b: "),
        (("--a", "greedy", "--b", "random", "--batch", "1G"), "--batch"),
        (("--a", "greedy", "--b", "random", "--keep", "."), "is a directory"),
        (("--a", "greedy", "--b", "random", "--backend", "dask"), "--backend dask"),
        (("--a", "greedy", "--b", "random", "--deals", "-3"), "--deals"),
        (("--a", "greedy", "--b", "random", "--hypotheses", "1,0"), "--hypotheses"),
        (("--a", "greedy", "--b", "random", "--hypotheses", "x"), "--hypotheses"),
        (("--a", "greedy", "--b", "random", "--half-width", "0"), "--half-width"),
        (("--a", "greedy", "--b", "random", "--variant", "nowhere"), "nowhere"),
        (("--a", "greedy", "--b", "random", "--set", "yields=true"), "yields"),
        (("--a", "greedy", "--b", "random", "--backend", "sun"), "--backend"),
    ],
)
def test_duel_mistakes(run, arguments, place):
    code, out, err = run("duel", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert place in err


def test_duel_keeps_and_goes_on(run, tmp_path):
    kept = tmp_path / "duel.json"
    arguments = (
        "duel",
        "--a",
        "greedy",
        "--b",
        "random",
        "--batch",
        "100",
        "-q",
        "--json",
        "--keep",
        str(kept),
    )
    run(*arguments, "--deals", "100")
    code, out, _ = run(*arguments, "--deals", "200")
    assert code == 0
    assert json.loads(out)["blocks"] == 200
    code, _, err = run(*arguments, "--deals", "200", "--seed", "2")
    assert code == 5
    assert "seed" in err


def test_an_interrupted_duel_says_how_to_go_on(run, tmp_path, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("gouji_sim.study.ladder.run_duel", interrupt)
    monkeypatch.setattr("gouji_sim.study.duel.run_duel", interrupt)
    code, out, err = run("duel", "--a", "greedy", "--b", "random")
    assert (code, out) == (130, "")
    assert "With --keep FILE" in err
    kept = str(tmp_path / "kept.json")
    code, out, err = run("duel", "--a", "greedy", "--b", "random", "--keep", kept)
    assert (code, kept in err) == (130, False)
    Path(kept).write_text("")
    code, out, err = run("duel", "--a", "greedy", "--b", "random", "--keep", kept)
    assert (code, kept in err) == (130, True)
    code, out, err = run("ladder", "-p", "greedy", "-p", "random", "--lang", "zh")
    assert (code, out, err) == (130, "", "已中断，没有保存。\n")


def test_ladder(run):
    code, out, _ = run(
        "ladder", "-p", "random", "-p", "greedy", "-v", "camp", "--deals", "200", "-q", "--json"
    )
    assert code == 0
    document = json.loads(out)
    assert [row["policy"] for row in document["ratings"]["all"]["ratings"]] == ["greedy", "random"]
    code, out, _ = run("ladder", "-p", "random", "-p", "greedy", "--deals", "50", "-q", "--lang", "zh")
    assert "评分" in out
    assert run("ladder", "-p", "random", "-p", "random")[0] == 2
    code, _, err = run("ladder", "-p", "random", "-p", "clever")
    assert code == 2
    assert err.startswith("error: --policy: ")


def test_odds(run):
    code, out, _ = run("odds", "zhangqiu", "--deals", "2000", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["first_lead"] is None
    no_three = next(row for row in document["odds"] if row["id"] == "no_three" and row["cards"] == 33)
    # six 3s among 196 cards, none of them in 33
    expected = 1.0
    for i in range(6):
        expected *= (163 - i) / (196 - i)
    assert no_three["value"] == pytest.approx(expected)
    code, out, _ = run("odds", "qingdao", "--deals", "500", "--lang", "zh")
    assert "上班" in out
    assert run("odds", "qingdao", "--deals", "x")[0] == 2


def test_bench(run):
    assert run("bench", "--signature")[1].strip() == core_signature()
    code, out, _ = run("bench", "--seconds", "0.05", "-v", "camp", "-p", "greedy", "--json")
    assert code == 0
    (row,) = json.loads(out)["speeds"]
    assert row["deals"] >= 1000
    assert run("bench", "-p", "clever")[0] == 2
