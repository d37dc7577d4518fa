"""``gouji-sim deal`` and ``gouji-sim replay``: deals told, and checked against runs."""

import json
import re
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from gouji_sim.cli import main
from gouji_sim.core import CompiledRules, play_deals, play_sessions
from gouji_sim.rules import load_variant


def call(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main([str(argument) for argument in arguments])
    return int(caught.value.code or 0)


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command; return its exit code and what it wrote."""
    monkeypatch.delenv("GOUJI_LANG", raising=False)

    def run(*arguments: object) -> tuple[int, str, str]:
        code = call(*map(str, arguments))
        streams = capsys.readouterr()
        return code, streams.out, streams.err

    return run


@pytest.fixture(scope="session")
def deals_run(tmp_path_factory) -> Path:
    """A small run of two cells."""
    path = tmp_path_factory.mktemp("runs") / "deals"
    arguments = ["-v", "qingdao", "-v", "hero", "-p", "greedy,random", "--seed", "5", "--deals", "60"]
    assert call("run", *arguments, "--jobs", "1", "--out", path, "-q") == 0
    return path


@pytest.fixture(scope="session")
def sessions_run(tmp_path_factory) -> Path:
    """A small run of sessions that keeps the records of the first two."""
    path = tmp_path_factory.mktemp("runs") / "sessions"
    arguments = ["-v", "zhangqiu", "-p", "greedy", "--seed", "5", "--sessions", "4", "--records", "sample:2"]
    assert call("run", *arguments, "--jobs", "1", "--out", path, "-q") == 0
    return path


def test_a_deal_is_told(run):
    code, out, err = run("deal", "--variant", "qd", "--seed", 7, "--index", 3, "--policy", "greedy")
    assert (code, err) == (0, "")
    assert out.startswith("Qingdao gouji, seed 7, deal 3\nPolicies: ")
    for heading in ("Hands as dealt", "Before the play", "Round 1", "Result"):
        assert f"\n{heading}" in out
    assert "\x1b" not in out


def test_a_deal_speaks_chinese(run):
    _, by_option, _ = run("deal", "-v", "青岛", "--seed", 7, "--lang", "zh")
    assert by_option.startswith("青岛够级，种子 7，第 0 局")
    assert "打牌之前" in by_option


@pytest.mark.parametrize(
    ("policy", "lineup"),
    [
        ("greedy", ["greedy"] * 6),
        ("greedy,random", ["greedy", "random"] * 3),
        ("random,random,greedy,random,random,greedy", ["random", "random", "greedy"] * 2),
    ],
)
def test_a_deal_as_a_document(run, policy, lineup):
    code, out, _ = run("deal", "-v", "hero", "--seed", 2**64 - 1, "--index", 9, "-p", policy, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["lineup"] == lineup
    record = play_deals(CompiledRules(load_variant("hero").options), lineup, 2**64 - 1, 9, 1)[0]
    assert document["result"]["places"] == record["place"].tolist()


def test_options_sessions_rotation_and_replicate(run):
    settings = ["--set", "yield=false", "--set", "melee_at=5", "--rotation", 2, "--replicate", 1]
    code, out, _ = run("deal", "-v", "zhangqiu", "--seed", 1, "--index", 7, "--session", *settings, "--json")
    assert code == 0
    variant = load_variant("zhangqiu", {"yield": False, "melee_at": 5})
    rules = CompiledRules(variant.options)
    record = play_sessions(rules, ["random"] * 6, 1, 1, 1, rotation=2, replicate=1)[2]
    assert json.loads(out)["result"]["scores"] == record["score"].tolist()


def test_decisions_list_what_could_have_been_done(run):
    _, plain, _ = run("deal", "-v", "qingdao", "--seed", 1)
    _, full, _ = run("deal", "-v", "qingdao", "--seed", 1, "--decisions")
    assert "options: " not in plain
    numbered = re.findall(r"^ +\d+  .* of \d+$", plain, re.MULTILINE)
    assert full.count("options: ") == len(numbered) > 50


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-v", "nowhere", "--seed", 1], "no variant of that name"),
        (["-v", "qingdao", "--seed", -1], "--seed: -1 is not from 0"),
        (["-v", "qingdao", "--seed", 2**64], "--seed: "),
        (["-v", "qingdao", "--seed", 1, "--index", 2**64], "--index: "),
        (["-v", "qingdao", "--seed", 1, "-p", "random,greedy,random"], "--policy: names 3 policies"),
        (["-v", "qingdao", "--seed", 1, "-p", "clever"], "clever"),
        (["-v", "qingdao", "--seed", 1, "--set", "yeild=false"], "yeild"),
        (["-v", "qingdao", "--seed", 1, "--rotation", 6], "--rotation"),
        (["-v", "qingdao"], "--seed"),
    ],
)
def test_mistakes_of_deal(run, arguments, message):
    code, out, err = run("deal", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_replay_tells_the_deal_of_a_run(run, deals_run):
    code, out, err = run("replay", deals_run, "--deal", 17, "--cell", "hero.greedy+random")
    assert (code, err) == (0, ""), err
    assert "Gouji Hero, held threes, seed 5, deal 17" in out
    assert out.endswith("The deal agrees with the record that the run keeps.\n")
    _, first, _ = run("replay", deals_run, "--deal", 0, "--lang", "zh")
    assert "青岛够级，种子 5，第 0 局" in first
    assert first.endswith("与运行中存储的记录完全一致。\n")


def test_replay_as_a_document(run, deals_run):
    code, out, _ = run("replay", deals_run, "--deal", 3, "--json")
    document = json.loads(out)
    assert code == 0
    assert (document["checked"], document["deal"], document["session"]) == (True, 3, False)
    assert document["lineup"] == ["greedy", "random"] * 3


def test_replay_of_a_session(run, sessions_run):
    code, out, _ = run("replay", sessions_run, "--deal", 8)
    assert code == 0
    assert "deal 4 of session 1" in out
    assert "agrees with the record" in out
    code, out, _ = run("replay", sessions_run, "--deal", 19)
    assert code == 0
    assert out.endswith("The run keeps no record of this deal to compare with.\n")


def test_a_part_that_was_changed_is_damage(run, deals_run, tmp_path):
    """A part with one score changed, behind the back of the run."""
    path = tmp_path / "other"
    shutil.copytree(deals_run, path)
    part = next((path / "parts").glob("*.parquet"))
    table = pq.read_table(part)
    column = next(i for i, name in enumerate(table.column_names) if name.startswith("plays"))
    values = [value + 1 for value in table.column(column).to_pylist()]
    changed = pa.array(values, table.schema.field(column).type)
    pq.write_table(table.set_column(column, table.schema.field(column), changed), part)
    code, out, err = run("replay", path, "--deal", 4)
    assert (code, out) == (5, "")
    assert f"{part.name}: is damaged" in err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--deal", 60], 2, "--deal: the run has the deals 0 to 59, not 60"),
        (["--deal", -1], 2, "--deal: the run has"),
        (
            ["--deal", 1, "--cell", "x"],
            2,
            "'x' is no cell of the run; it has qingdao.greedy+random, hero.greedy+random",
        ),
        ([], 2, "--deal"),
    ],
)
def test_mistakes_of_replay(run, deals_run, arguments, code, message):
    found, out, err = run("replay", deals_run, *arguments)
    assert (found, out) == (code, "")
    assert message in err


def test_what_is_no_run(run, tmp_path):
    code, out, err = run("replay", tmp_path, "--deal", 0)
    assert (code, out) == (2, "")
    assert str(tmp_path) in err
