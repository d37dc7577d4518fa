"""docs/rules.md and its Chinese twin: their tables are the options and variants of the package."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from gouji_sim.position import Position
from gouji_sim.rules import DECKS, DEFAULTS, Options, list_variants, load_variant

DOCS = Path(__file__).parents[2] / "docs"
both = pytest.mark.parametrize("document", ["rules.md", "rules.zh-CN.md"])


def rows(document: str, section: int) -> list[list[str]]:
    """The cells of the table rows of a section that begin with a name in backquotes."""
    text = (DOCS / document).read_text(encoding="utf-8")
    body = text.split(f"\n## {section} ")[1].split("\n## ")[0]
    lines = [line for line in body.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def in_backquotes(text: str) -> list[str]:
    return re.findall(r"`([^`]*)`", text)


def value(text: str) -> Any:
    return tomllib.loads(f"value = {text}")["value"]


def settings(cell: str) -> dict[str, Any]:
    pairs = (code.split("=", 1) for code in in_backquotes(cell) if "=" in code)
    return {name: value(text) for name, text in pairs}


@both
def test_options_and_their_defaults(document: str) -> None:
    table = {in_backquotes(row[0])[0]: value(in_backquotes(row[1])[0]) for row in rows(document, 17)}
    assert table == DEFAULTS.to_dict()


@both
def test_values_of_options(document: str) -> None:
    for name, _, values, _ in rows(document, 17):
        option = in_backquotes(name)[0]
        if option == "setup":  # a list whose order matters
            continue
        for word in (value(code) for code in in_backquotes(values) if code.startswith('"')):
            chosen = [word] if option == "tribute_order" else word
            assert Options.model_validate({option: chosen}).to_dict()[option] == chosen


@both
def test_decks(document: str) -> None:
    table = {in_backquotes(row[0])[0]: int(row[1]) for row in rows(document, 3) if row[1].isdigit()}
    assert table == {name: sum(counts) for name, counts in DECKS.items()}


@both
def test_variants(document: str) -> None:
    defaults = DEFAULTS.to_dict()
    differing: dict[str, dict[str, Any]] = {}
    for first, name, differences in rows(document, 18):
        variant = in_backquotes(first)[0]
        inherited = [differing[code] for code in in_backquotes(differences) if "=" not in code]
        differing[variant] = {
            key: of for part in (*inherited, settings(differences)) for key, of in part.items()
        }
        assert load_variant(variant).name_zh == name
    assert list(differing) == list_variants()
    for variant, options in differing.items():
        changed = {key: of for key, of in options.items() if of != defaults[key]}
        assert load_variant(variant).options.differences() == changed


@both
def test_the_example_is_a_position(document: str) -> None:
    text = (DOCS / document).read_text(encoding="utf-8")
    example = json.loads(text.split("```json\n")[1].split("```")[0])
    legal = Position.from_dict(example).legal()
    assert legal == {"seat": 5, "phase": "answer", "actions": ["J", "pass"]}
