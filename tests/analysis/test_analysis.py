"""The published studies run from one command, and what their README says stands in their results."""

import csv
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from gouji_sim.study.config import read_config
from gouji_sim.study.grid import build_plan

ROOT = Path(__file__).parent.parent.parent
ANALYSIS = ROOT / "analysis"
RESULTS = ANALYSIS / "results"
STUDIES = {
    "variant_balance": {"balance", "events", "course", "order"},
    "opening": {"within", "next", "forbidden"},
    "burning": {"funnel", "jokers", "cards", "first_burn_settled", "own", "points", "forbidden"},
    "tribute": {"snowball", "corrects", "cards"},
}
LARGEST = 300_000
INTERVAL = re.compile(r"[+−]?[\d,.]+(?: %)? \[[^\]a-z]+\]")


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


@pytest.mark.parametrize("name", STUDIES)
def test_the_published_results_are_those_of_the_study(name):
    text = (RESULTS / f"{name}.md").read_text(encoding="utf-8")
    plan = build_plan(read_config(ANALYSIS / "studies" / f"{name}.toml"))
    deals = plan.units * plan.deals_per_unit
    assert f"`{name}`: {deals:,} deals, {len(plan.cells)} cells, seed {plan.cells[0].seed}" in text
    assert {path.stem for path in RESULTS.glob(f"{name}_*.csv")} == {f"{name}_{id}" for id in STUDIES[name]}


def test_results_are_small_and_all_linked():
    linked = set()
    for page in RESULTS.glob("*.md"):
        linked |= {page.name, *re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8"))}
    assert {path.name for path in RESULTS.iterdir()} == linked
    assert all(path.stat().st_size < LARGEST for path in RESULTS.iterdir())


def quoted(name):
    """The figures with intervals of a README; a line may end inside one."""
    return INTERVAL.findall(" ".join((ANALYSIS / name).read_text(encoding="utf-8").split()))


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_every_figure_of_the_findings_stands_in_the_results(name):
    results = " ".join(path.read_text(encoding="utf-8") for path in RESULTS.glob("*.md"))
    figures = quoted(name)
    assert len(figures) > 20
    assert [figure for figure in figures if figure not in results] == []


def test_both_languages_quote_the_same_figures():
    assert sorted(quoted("README.md")) == sorted(quoted("README.zh-CN.md"))
