"""docs/clauses.csv: every clause of the texts has a row, and every rule test is named by one."""

from __future__ import annotations

import ast
import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from gouji_sim.rules import Options

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "docs" / "clauses.csv"
COLUMNS = ["clause", "source", "summary", "section", "options", "tests", "reason"]

LAST = {
    "GEN": 5,
    "QD": 44,
    "CY": 21,
    "ZC": 15,
    "ZQ": 31,
    "ZZ": 17,
    "HZ": 16,
    "GY": 41,
    "DG": 21,
    "JP": 17,
    "O": 44,
    "D": 4,
    "FINE": 30,
}
"""The last number of each text; the numbers run from 1."""

ABOUT_DOCUMENTS = ("test_clauses_table.py", "test_documents.py")

PARTS = {"DG-05": 6, "DG-17": 7}
"""Articles that stand in several rows, ``DG-05.1`` and so on."""


def read_table() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, strict=True)
        assert reader.fieldnames == COLUMNS
        return list(reader)


def clause_ids() -> Iterator[str]:
    for prefix, last in LAST.items():
        for number in range(1, last + 1):
            clause = f"{prefix}-{number:02d}"
            parts = PARTS.get(clause, 0)
            yield from (f"{clause}.{part}" for part in range(1, parts + 1)) if parts else (clause,)


def functions_of_tests() -> dict[str, set[str]]:
    """The test functions of each file of this directory that tests rules."""
    found = {}
    for path in Path(__file__).parent.glob("test_*.py"):
        if path.name not in ABOUT_DOCUMENTS:
            body = ast.parse(path.read_text(encoding="utf-8")).body
            names = {node.name for node in body if isinstance(node, ast.FunctionDef)}
            found[path.relative_to(ROOT).as_posix()] = {name for name in names if name.startswith("test_")}
    return found


def test_every_clause_has_one_row_in_order() -> None:
    assert [row["clause"] for row in read_table()] == list(clause_ids())


def test_every_row_says_what_it_is_about() -> None:
    rows = read_table()
    assert [row["clause"] for row in rows if not row["summary"]] == []
    # nothing to test, or a section and a test
    assert [row["clause"] for row in rows if bool(row["tests"]) == bool(row["reason"])] == []
    assert [row["clause"] for row in rows if row["tests"] and not row["section"]] == []


def test_options_exist() -> None:
    named = {option for row in read_table() for option in row["options"].split("; ") if option}
    assert named <= set(Options.names())


@pytest.mark.parametrize("document", ["rules.md", "rules.zh-CN.md"])
def test_sections_exist(document: str) -> None:
    text = (TABLE.parent / document).read_text(encoding="utf-8")
    titles = [line.lstrip("#* ") for line in text.splitlines() if line.startswith(("#", "**"))]
    numbers = {title.split(" ")[0].rstrip("*.") for title in titles}
    named = {section for row in read_table() for section in row["section"].split("; ") if section}
    assert named <= numbers


def test_named_tests_exist_and_all_tests_are_named() -> None:
    nodes = [node for row in read_table() for node in row["tests"].split(" ") if node]
    existing = Counter(f"{path}::{name}" for path, names in functions_of_tests().items() for name in names)
    assert set(nodes) - set(existing) == set()
    assert set(existing) - set(nodes) == set()
