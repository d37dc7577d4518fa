"""Each room imports only from rooms above it (docs/architecture.md)."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "gouji_sim"
ROOMS = [
    "errors", "textfile", "vocab", "i18n", "rules", "core", "view", "playing", "playouts",
    "advise", "rl", "position", "narrate", "stats", "study", "report", "frames", "cli",
]  # fmt: skip
FILES = sorted(PACKAGE.rglob("*.py"))


def room_of(module):
    return module.split(".")[1] if module.count(".") else ""


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_upward(path):
    room = path.relative_to(PACKAGE).with_suffix("").parts[0]
    if room in ("__init__", "__main__"):
        return
    assert room in ROOMS, f"{room} is no room of docs/architecture.md"
    for module in imported(path):
        if module.startswith("gouji_sim."):
            assert ROOMS.index(room_of(module)) <= ROOMS.index(room), f"{path} imports {module}"
