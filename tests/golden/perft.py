"""``perft/*.perft``: positions of a variant and how many action sequences follow (RULES 20).

    id yield
    # What is special about the position.
    position {"variant": "qingdao", "hands": [...], "leader": 0}
    perft 1 3
    perft 2 8

A line ``perft D N`` says that N sequences of D decisions follow. The positions are written by hand, the
counts by ``scripts/regenerate_golden.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gouji_sim.position import Position

FOLDER = Path(__file__).parents[1] / "perft"


@dataclass
class Entry:
    """One position with its counts by depth."""

    id: str
    position: dict[str, Any]
    counts: dict[int, int] = field(default_factory=dict)

    def counted(self) -> dict[int, int]:
        """What the engine counts, at the depths of the entry."""
        position = Position.from_dict(self.position, source=self.id)
        return {depth: position.perft(depth) for depth in self.counts}


def read(path: Path) -> list[Entry]:
    """The entries of a file. Raises ValueError for a line that is none of the kinds above."""
    entries: list[Entry] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        word, _, rest = line.partition(" ")
        if word == "id":
            entries.append(Entry(rest, {}))
        elif word == "position" and entries:
            entries[-1].position = json.loads(rest)
        elif word == "perft" and entries:
            depth, count = rest.split()
            entries[-1].counts[int(depth)] = int(count)
        elif line and not line.startswith("#"):
            raise ValueError(f"{path.name}:{number}: {line!r} is no line of a perft file")
    return entries


def regenerated(path: Path) -> str:
    """The text of a file with its counts made anew; everything else stays as it is."""
    counts: Iterator[tuple[int, int]] = (item for entry in read(path) for item in entry.counted().items())
    lines = [
        "perft {} {}".format(*next(counts)) if line.startswith("perft ") else line
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    return "\n".join(lines) + "\n"


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.perft"))
