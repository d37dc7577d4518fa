"""The published studies run from one command."""

import csv
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
STUDIES = {
    "variant_balance": {"balance", "events", "course", "order"},
    "opening": {"within", "next", "forbidden"},
    "burning": {"funnel", "jokers", "cards", "first_burn_settled", "own", "points", "forbidden"},
    "tribute": {"snowball", "corrects", "cards"},
}


@pytest.fixture
def study(monkeypatch):
    """The module of a study; `analysis` stands beside the package, not in it."""
    monkeypatch.syspath_prepend(str(ROOT))
    yield lambda name: import_module(f"analysis.{name}")
    for name in [name for name in sys.modules if name.partition(".")[0] == "analysis"]:
        del sys.modules[name]


@pytest.mark.parametrize("name", STUDIES)
def test_each_study_runs_on_few_deals(study, name, tmp_path):
    page = study(name).main(
        ["--deals", "250", "--out", str(tmp_path / "out"), "--runs", str(tmp_path / "runs"), "--jobs", "1"]
    )
    text = page.read_text(encoding="utf-8")
    assert f"`python -m analysis.{name} --deals 250`" in text
    for id in STUDIES[name]:
        content = (tmp_path / "out" / f"{name}_{id}.csv").read_text(encoding="utf-8")
        rows = list(csv.reader(content.splitlines()))
        assert len(rows) > 2
        assert f"({name}_{id}.csv)" in text
    for linked in re.findall(r"\]\(([^)]+)\)", text):
        assert (tmp_path / "out" / linked).is_file()
