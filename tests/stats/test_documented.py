"""The two pages on statistics name every statistic, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gouji_sim.i18n import term
from gouji_sim.stats import CATALOGUE

DOCS = Path(__file__).parents[2] / "docs"
NUMBERED = re.compile(r"_(place|seat|position|team)_\d$")


def family(id: str) -> str:
    """``open_rate_seat_3`` is one of ``open_rate_seat_{seat}``."""
    found = NUMBERED.search(id)
    return id if found is None else f"{id[:-1]}{{{found[1]}}}"


@pytest.mark.parametrize("page", ["statistics.md", "statistics.zh-CN.md"])
def test_the_table_names_every_statistic(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    rows = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    assert sorted(named) == sorted({family(id) for id in CATALOGUE})


def test_every_statistic_has_a_name_in_both_languages() -> None:
    for stat in CATALOGUE.values():
        assert term(stat.label, "zh") != term(stat.label, "en")
