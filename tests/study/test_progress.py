from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from gouji_sim.i18n import Lang
from gouji_sim.study import open_run
from gouji_sim.study.plan import Plan
from gouji_sim.study.progress import Bar, Lines, live_estimates
from gouji_sim.study.runner import Settings, start_run

Make = Callable[..., Plan]


@pytest.mark.parametrize(("lang", "words"), [("en", ["deals/s", "open rate"]), ("zh", ["剩余", "开点率"])])
def test_a_bar(make_plan: Make, tmp_path: Path, lang: Lang, words: list[str]) -> None:
    stream = io.StringIO()
    bar = Bar(Console(file=stream, force_terminal=True, width=200), lang)
    start_run(make_plan(), tmp_path / "a", Settings(jobs=1, progress=bar))
    assert all(word in stream.getvalue() for word in ["100%", *words])


def test_lines(make_plan: Make, tmp_path: Path) -> None:
    stream = io.StringIO()
    start_run(make_plan(), tmp_path / "a", Settings(jobs=1, progress=Lines(stream, "en", every=0)))
    lines = stream.getvalue().splitlines()
    assert [line.partition(" deals,")[0] for line in lines] == [
        "200 of 700",
        "400 of 700",
        "600 of 700",
        "700 of 700",
    ]
    rare = io.StringIO()
    start_run(make_plan(seed=2), tmp_path / "b", Settings(jobs=1, progress=Lines(rare, "en")))
    assert len(rare.getvalue().splitlines()) == 1


def test_the_statistic_of_the_stop_rule_comes_first(make_plan: Make, tmp_path: Path) -> None:
    stop = {"statistic": "plays", "half_width": 1e-3, "max": 200}
    start_run(make_plan(stop=stop), tmp_path / "a", Settings(jobs=1))
    first, second = live_estimates(open_run(tmp_path / "a").checkpoint, "en")
    assert first.startswith("Qingdao gouji · random: plays ")
    assert "±" in second
