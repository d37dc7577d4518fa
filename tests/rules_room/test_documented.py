"""The tables of sections 17 and 18 of docs/rules*.md say what the package does."""

import re
from pathlib import Path
from typing import Any

import pytest

from gouji_sim.i18n import term
from gouji_sim.rules import DEFAULTS, list_variants, load_variant, parse_override

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ["rules.md", "rules.zh-CN.md"]


def table(page: str, section: int) -> dict[str, list[str]]:
    """The rows of the first table of a section by the name in their first cell."""
    text = (DOCS / page).read_text(encoding="utf-8")
    body = re.split(r"^## ", text, flags=re.MULTILINE)
    (chosen,) = (part for part in body if part.startswith(f"{section} "))
    rows = {}
    for line in chosen.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `") and (name := re.match(r"`(\w+)`", cells[0])):
            rows.setdefault(name[1], cells)
    return rows


def values(cell: str) -> dict[str, Any]:
    """The settings of a cell: `key=value`, `key=value`."""
    return dict(parse_override(setting) for setting in re.findall(r"`(\w+=[^`]+)`", cell))


@pytest.mark.parametrize("page", PAGES)
def test_options_and_their_defaults(page):
    rows = table(page, 17)
    documented = {key: parse_override(f"{key}={cells[1].strip('`')}")[1] for key, cells in rows.items()}
    assert documented == DEFAULTS.to_dict()


def test_chinese_names_of_options():
    rows = table("rules.zh-CN.md", 17)
    assert {key: cells[0].split("` ")[1] for key, cells in rows.items()} == {
        key: term(f"option.{key}", "zh") for key in rows
    }


@pytest.mark.parametrize("page", PAGES)
def test_variants_their_names_and_what_differs(page):
    rows = table(page, 18)
    assert list(rows) == list_variants()
    for id, (_, name, differs) in rows.items():
        variant = load_variant(id)
        assert name == variant.name_zh
        base = re.match(r"`(\w+)` ", differs)
        based_on = load_variant(base[1]).options if base else DEFAULTS
        assert variant.options.to_dict() == based_on.to_dict() | values(differs), id
