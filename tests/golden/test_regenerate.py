"""``scripts/regenerate_golden.py``: what it finds, what it rewrites, what it leaves alone."""

import importlib.util
import re
import shutil
import sys
from pathlib import Path

import pytest

from golden import perft, playthroughs

SCRIPT = Path(__file__).parents[2] / "scripts" / "regenerate_golden.py"


@pytest.fixture
def script(tmp_path, monkeypatch):
    """The script on copies of one file of each kind."""
    for module, name in ((perft, "camp.perft"), (playthroughs, "camp-deal-1013.txt")):
        folder = tmp_path / module.FOLDER.name
        folder.mkdir()
        shutil.copy(module.FOLDER / name, folder)
        monkeypatch.setattr(module, "FOLDER", folder)
    spec = importlib.util.spec_from_file_location("regenerate_golden", SCRIPT)
    found = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec.loader.exec_module(found)
    return found.main


@pytest.fixture
def counts() -> Path:
    return perft.FOLDER / "camp.perft"


@pytest.fixture
def deal() -> Path:
    return playthroughs.FOLDER / "camp-deal-1013.txt"


def tampered(path: Path, pattern: str, by: str) -> str:
    before = path.read_text(encoding="utf-8")
    path.write_text(re.sub(pattern, by, before, count=1, flags=re.MULTILINE), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != before
    return before


def test_nothing_changes_what_is_right(script, counts, deal, capsys):
    before = counts.read_text(), deal.read_text()
    assert script(["--check"]) == 0
    assert script([]) == 0
    assert (counts.read_text(), deal.read_text()) == before
    assert capsys.readouterr().out == ""


def test_what_differs_is_named_and_rewritten(script, counts, deal, capsys):
    right = tampered(counts, r"^perft 2 \d+", "perft 2 0"), tampered(deal, r"^leader \d", "leader 9")
    assert script(["--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "differs: perft/camp.perft",
        "differs: playthroughs/camp-deal-1013.txt",
    ]
    assert script([str(counts)]) == 0
    assert capsys.readouterr().out == "rewritten: perft/camp.perft\n"
    assert script([]) == 0
    assert (counts.read_text(), deal.read_text()) == right


def test_an_action_that_is_not_legal_is_left_to_a_person(script, deal, capsys):
    tampered(deal, r"^(lead \d of \d+: )\S+", r"\g<1>345")
    before = deal.read_text()
    assert script([]) == 1
    assert "cannot be played: playthroughs/camp-deal-1013.txt: 345 is not legal" in capsys.readouterr().err
    assert deal.read_text() == before


def test_policies_play_it_anew(script, deal):
    right = tampered(deal, r"^(lead \d of \d+: )\S+", r"\g<1>345")
    assert script(["--policies", str(deal)]) == 0
    assert deal.read_text().split("\n\n")[0] == right.split("\n\n")[0]
    assert script(["--check"]) == 0
