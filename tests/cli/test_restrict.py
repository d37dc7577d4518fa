"""The verb `restrict` from the command line to the table."""

import json

import pytest

from gouji_sim.cli import main


def run(*arguments):
    with pytest.raises(SystemExit) as caught:
        main([str(argument) for argument in arguments])
    return int(caught.value.code or 0)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_table_for_people(here, capsys):
    assert run("restrict", "-v", "qingdao", "-v", "hero", "-p", "greedy", "--not", "burn", "--not", "open",
               "--not", "yield", "--deals", "300", "-q", "--lang", "zh") == 0  # fmt: skip
    output = capsys.readouterr()
    assert "失分" in output.out
    assert "此策略本来不做" in output.out
    assert "够级英雄（憋三）略去“开点”" in output.err


def test_json_and_a_run_that_is_taken_up_again(here, capsys):
    arguments = (
        "restrict",
        "-p",
        "greedy",
        "--not",
        "burn",
        "--sessions",
        "40",
        "--run",
        "r",
        "-q",
        "--json",
    )
    assert run(*arguments) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["schema_version"] == 1
    assert (first["mode"], first["units"]) == ("sessions", 40)
    assert [row["never"] for row in first["worths"]] == [["burn"]]
    assert first["worths"][0]["points"]["n"] == 40
    assert run(*arguments) == 0
    assert json.loads(capsys.readouterr().out) == first


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--not", "fly"), "fly"),
        (("--policy", "nobody"), "nobody"),
        (("--variant", "hero", "--not", "open"), "needs no 4"),
        (("--deals", "5", "--sessions", "5"), "exclude"),
    ],
)
def test_mistakes_are_told_in_a_line(here, capsys, arguments, complaint):
    assert run("restrict", *arguments, "-q") == 2
    assert complaint in capsys.readouterr().err
    assert not list(here.iterdir())
