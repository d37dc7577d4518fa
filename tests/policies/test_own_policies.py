"""Policies written in Python: by dotted name, cards and records as of the core, clear errors."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from gouji_sim import core
from gouji_sim.core import RECORD_DTYPE, CompiledRules
from gouji_sim.core._engine import Engine
from gouji_sim.errors import GoujiError, PolicyError, StudyError
from gouji_sim.playing import check_policy, load_policy, play_deals, play_sessions
from gouji_sim.rules import list_variants, load_variant

OWN = "policies.own_policies:"
MIXED = [OWN + "Chance", "greedy", "expert", "random", OWN + "Lowest", OWN + "ready"]


def rules(variant, **changes):
    return CompiledRules(load_variant(variant, changes).options)


@pytest.mark.parametrize("variant", list_variants())
def test_records_of_single_deals_are_those_of_the_batch_driver(variant):
    compiled = rules(variant)
    lineup = ["greedy", "random", "expert"] * 2
    expected = core.play_sessions(compiled, lineup, 3, 2, 3, rotation=1, replicate=2)
    engine = Engine.from_deal(
        compiled, 3, int(expected["deal"][0]), lineup, session=True, rotation=1, replicate=2
    )
    for number, record in enumerate(expected):
        if number % compiled.options.session_deals == 0 and number:
            engine = Engine.from_deal(
                compiled, 3, int(record["deal"]), lineup, session=True, rotation=1, replicate=2
            )
        elif number:
            engine.next_deal()
        engine.start()
        engine.play_on(0)
        while engine.is_void:
            engine.redeal()
            engine.start()
            engine.play_on(0)
        assert engine.record().tobytes() == record.tobytes()


@pytest.mark.parametrize("variant", ["qingdao", "zhangqiu", "hero", "heze_tribute", "kansai", "puji"])
def test_mixed_lineups(variant):
    """Same cards as the core's deals, and the same records however the deals are cut."""
    compiled = rules(variant)
    records = play_deals(compiled, MIXED, 8, 5, 6)
    assert records.dtype == RECORD_DTYPE
    of_core = core.play_deals(compiled, ["greedy"] * 6, 8, 5, 6)
    same = (records["void_deals"] == 0) & (of_core["void_deals"] == 0)
    for name in ("deal", "big", "small", "twos", "first_dealt"):
        assert (records[name][same] == of_core[name][same]).all()
    assert (np.sort(records["place"], axis=1)[:, 0] == 1).all()
    cut = [play_deals(compiled, MIXED, 8, start, 2) for start in (5, 7, 9)]
    assert np.concatenate(cut).tobytes() == records.tobytes()


def test_sessions():
    compiled = rules("qingdao")
    records = play_sessions(compiled, MIXED, 8, 1, 2)
    assert records["deal"].tolist() == list(range(5, 15))
    assert records["tribute"].sum() > 0
    assert play_sessions(compiled, MIXED, 8, 2, 1).tobytes() == records[5:].tobytes()


def test_lineups_of_the_core_go_to_the_core():
    compiled = rules("qingdao")
    lineup = ["greedy", "expert"] * 3
    expected = core.play_deals(compiled, lineup, 1, 0, 20, rotation=2, replicate=1)
    assert play_deals(compiled, lineup, 1, 0, 20, rotation=2, replicate=1).tobytes() == expected.tobytes()
    with pytest.raises(StudyError, match="there are random, greedy, expert, search"):
        play_deals(compiled, ["clever"] * 6, 1, 0, 1)
    with pytest.raises(StudyError, match="six policies"):
        play_deals(compiled, [OWN + "Chance"], 1, 0, 1)


def test_chance_follows_the_replicate():
    compiled = rules("kansai")
    one, two = (play_deals(compiled, MIXED, 2, 0, 5, replicate=replicate) for replicate in (0, 1))
    assert (one["big"] == two["big"]).all()
    assert one.tobytes() != two.tobytes()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Cheat", r"chose 'WWWW': it is not legal; seat 2 is asked to lead: "),
        ("Broken", r"choose raised AttributeError: .*no_such_field.* \(own_policies.py, line \d+\)"),
        ("Mute", r"chose None: an action is a string"),
        ("Beyond", r"chose action number \d+ of \d+"),
    ],
)
def test_failures_while_playing(name, reason):
    lineup = ["greedy"] * 6
    lineup[2] = OWN + name
    with pytest.raises(PolicyError, match=reason) as caught:
        play_deals(rules("puji"), lineup, 7, 3, 20)
    place = caught.value.problems[0].place
    assert "of seed 7, seat 2 (policies.own_policies:" + name in place
    assert place.startswith("deal ")
    assert ", decision " in place


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no_such_module:Policy", "there is no module no_such_module"),
        (OWN + "NoSuch", "has no NoSuch"),
        (OWN + "Silent", r"has no method choose\(view\)"),
        (OWN + "Demanding", "making a Demanding failed: TypeError"),
        ("own_policies:", "module:attribute"),
        (":Policy", "module:attribute"),
        ("broken_import:Policy", r"importing broken_import failed: ZeroDivisionError: .*line 1\)"),
        ("lacking_import:Policy", "importing lacking_import failed: ModuleNotFoundError"),
    ],
)
def test_policies_that_cannot_be_loaded(name, reason, tmp_path, monkeypatch):
    (tmp_path / "broken_import.py").write_text("1 / 0\n")
    (tmp_path / "lacking_import.py").write_text("import no_such_module_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(StudyError, match=reason):
        load_policy(name)


def test_modules_of_the_working_directory(tmp_path, monkeypatch):
    (tmp_path / "policy_at_hand.py").write_text(
        "class First:\n    def choose(self, view):\n        return view.actions[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    assert load_policy("policy_at_hand:First").choose is not None


def test_names():
    for name in ("random", "greedy", "expert", "search", "search:8", "search:8:greedy", OWN + "Chance"):
        check_policy(name)
    for name in (
        "clever",
        "search:0",
        "search:many",
        "search:8:clever",
        "search:8:greedy:1:2",
        OWN + "NoSuch",
    ):
        with pytest.raises(GoujiError):
            check_policy(name)


@pytest.mark.parametrize("page", ["own-policies.md", "own-policies.zh-CN.md"])
def test_the_example_of_the_documentation(page, tmp_path, monkeypatch, capsys):
    """The module of the page, saved as it says, plays as it says."""
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    module, script = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    name = "my_policies_" + page.removesuffix(".md").replace("-", "_").replace(".", "_")
    (tmp_path / f"{name}.py").write_text(module, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    exec(script.replace("my_policies", name))
    assert capsys.readouterr().out.startswith("[")
