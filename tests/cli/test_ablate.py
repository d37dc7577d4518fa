"""The verb `ablate` from the command line to the page."""

import json

import numpy as np
import pytest

from gouji_sim.cli import main
from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.rules import load_variant


def run(*arguments):
    with pytest.raises(SystemExit) as caught:
        main([str(argument) for argument in arguments])
    return int(caught.value.code or 0)


SMALL = ("--policy", "greedy", "--deals", "400", "--seed", "3", "-q")


def played(variant, overrides=None):
    options = load_variant(variant, overrides).options
    return play_deals(CompiledRules(options), ["greedy"] * 6, 3, 0, 400)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_effects_are_the_differences_of_the_deals_themselves(here, capsys):
    assert run("ablate", "--base", "qingdao", *SMALL, "-s", "plays", "-s", "sweep_rate", "--json",
               "--option", "hold_threes", "--option", "count_visible_at", "-o", "yield") == 0  # fmt: skip
    content = json.loads(capsys.readouterr().out)
    plain = played("qingdao")
    off = played("qingdao", {"hold_threes": "off"})
    rows = {row["value"]: row for row in content["tables"]["effects_plays"]["rows"]}
    found = rows["off"]["effect_greedy"]
    wanted = off["plays"].astype(float) - plain["plays"]
    assert found["value"] == pytest.approx(wanted.mean())
    assert found["n"] == 400
    half = (found["high"] - found["low"]) / 2
    # Student's quantile for 399 degrees of freedom
    assert half == pytest.approx(1.9659 * wanted.std(ddof=1) / 20, rel=1e-4)
    same = content["tables"]["same"]["rows"]
    # what a table shows of the hands does not touch the play, and the greedy policy never yields
    assert {row["option"]["id"] for row in same} == {"count_visible_at", "yield"}
    assert not list(here.glob("*.html"))


def test_largest_effects_come_first_and_page_and_tables_are_written(here, capsys):
    assert run("ablate", "--base", "qingdao", *SMALL, "--option", "open_by", "--option", "melee_at=3,6",
               "--statistic", "open_rate", "--out", "a.html") == 0  # fmt: skip
    output = capsys.readouterr()
    assert "a.html" in output.out.splitlines()[-1]
    assert output.err == ""
    table = (here / "a_files" / "effects_open_rate.csv").read_text().splitlines()
    values = [abs(float(line.split(",")[3])) for line in table[1:]]
    assert values == sorted(values, reverse=True)
    assert table[1].startswith("open_by,pure,any,")
    assert "figure-effects_open_rate" in (here / "a.html").read_text(encoding="utf-8")
    content = json.loads((here / "a_files" / "ablation.json").read_text(encoding="utf-8"))
    assert content["command"].startswith(
        "gouji-sim ablate --base qingdao --option open_by --option melee_at=3,6"
    )


def test_a_path_tells_total_parts_and_order(here, capsys):
    assert run("ablate", "--base", "qingdao", "--to", "hero", *SMALL, "-s", "open_rate", "--lang", "zh") == 0
    output = capsys.readouterr().out
    assert "从青岛够级到够级英雄（憋三）" in (here / "ablate.html").read_text(encoding="utf-8")
    assert "先后有关" in output
    content = json.loads((here / "ablate_files" / "ablation.json").read_text(encoding="utf-8"))
    rows = {row["option"]["id"]: row for row in content["tables"]["path_open_rate"]["rows"]}
    assert rows.keys() == load_variant("hero").options.differences(load_variant("qingdao").options).keys()

    def rate(records):
        return np.bitwise_count(records["opened"]).sum() / (6 * len(records))

    added = rate(played("qingdao", {"open_by": "no_joker"})) - rate(played("qingdao"))
    left_out = rate(played("hero")) - rate(played("hero", {"open_by": "pure"}))
    assert rows["open_by"]["added"]["value"] == pytest.approx(added)
    assert rows["open_by"]["left_out"]["value"] == pytest.approx(left_out)
    assert rows["open_by"]["order_effect"]["value"] == pytest.approx(added - left_out)


def test_a_statistic_that_the_target_lacks_is_told(here, capsys):
    assert run("ablate", "--base", "qingdao", "--to", "kanto", "-p", "greedy", "--deals", "60", "-q",
               "-s", "sweep_rate") == 0  # fmt: skip
    output = capsys.readouterr().out
    assert "only one of the two has this statistic" in output
    assert "order matters" not in output.lower()


def test_more_deals_are_another_run(here, capsys):
    for deals in (60, 120, 60):
        arguments = ("--base", "qingdao", "--option", "yield", "-p", "greedy", "-s", "plays", "-q", "--json")
        assert run("ablate", *arguments, "--deals", deals) == 0
        assert json.loads(capsys.readouterr().out)["units"] == deals


def test_two_policies_are_set_side_by_side(here, capsys):
    assert run("ablate", "--base", "hero", "--policy", "greedy", "--policy", "random", "--deals", "300", "-q",
               "--option", "open_by", "--option", "yield", "-s", "open_rate") == 0  # fmt: skip
    assert "Kendall's τ" in capsys.readouterr().out


def test_sessions_let_tribute_act(here, capsys):
    assert run("ablate", "--base", "qingdao", "--policy", "greedy", "--sessions", "60", "-q", "--json",
               "--option", "tribute", "--option", "session_deals", "-s", "plays") == 0  # fmt: skip
    content = json.loads(capsys.readouterr().out)
    assert content["tables"]["effects_plays"]["rows"][0]["option"]["id"] == "tribute"
    assert {row["option"]["id"] for row in content["tables"]["skipped"]["rows"]} == {"session_deals"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--base", "nowhere"), "nowhere"),
        (("--base", "qingdao", "--option", "yeild"), "did you mean 'yield'?"),
        (("--base", "qingdao", "--to", "hero", "--option", "yield"), "--option"),
        (("--base", "qingdao", "--to", "qingdao"), "same rules"),
        (("--base", "puji", "--statistic", "open_rate"), "not defined"),
        (("--base", "puji", "--statistic", "seat_balance"), "not smooth"),
        (("--base", "puji", "--statistic", "speed"), "no statistic 'speed'"),
        (("--base", "puji", "--deals", "5", "--sessions", "5"), "exclude"),
    ],
)
def test_mistakes_are_told_in_a_line(here, capsys, arguments, complaint):
    assert run("ablate", *arguments, "-q") == 2
    assert complaint in capsys.readouterr().err
    assert not list(here.iterdir())
