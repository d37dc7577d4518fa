"""Where a value of a study was given, and how people find it there: file and line, flag, or variable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from gouji_sim.study.lines import LineIndex

__all__ = ["ENVIRONMENT", "FieldPath", "Origin", "Places"]

FieldPath = tuple[str | int, ...]
Origin = Literal["flag", "environment", "file", "default"]

ENVIRONMENT: Final = {
    "GOUJI_SIM_SEED": "seed",
    "GOUJI_SIM_DEALS": "deals",
    "GOUJI_SIM_SESSIONS": "sessions",
    "GOUJI_SIM_RECORDS": "records",
    "GOUJI_SIM_SHARD": "shard",
}
"""Variables that set a value of the study, with the key each sets."""

_FLAGS: Final = {
    "variants": "--variant",
    "policies": "--policy",
    "rotations": "--duplicate",
    "half_width": "--stop",
    "statistic": "--stop",
    "cell": "--stop",
    "min": "--min",
    "max": "--max",
}


@dataclass(frozen=True)
class Places:
    """The layer that set each value, with the study file and its lines if there is one."""

    origins: Mapping[FieldPath, Origin]
    file: Path | None = None
    lines: LineIndex | None = field(default=None, repr=False)

    def origin(self, path: FieldPath) -> Origin:
        """The layer that set the value at ``path``."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.origins:
                return self.origins[path[:end]]
        return "default"

    def place(self, path: FieldPath) -> str:
        """How people find that value: ``study.toml:5: variants[1].set``, ``--deals``, ``GOUJI_SIM_DEALS``."""
        origin = self.origin(path)
        if not path:
            return str(self.file or "")
        if origin == "flag":
            key = str(path[1]) if path[0] == "stop" and len(path) > 1 else str(path[0])
            return _FLAGS.get(key, f"--{key}")
        if origin == "environment":
            return next(name for name, key in ENVIRONMENT.items() if key == path[0])
        if self.file is None:
            return _FLAGS.get(str(path[0]), f"--{path[0]}")
        line = self.line(path)
        where = f"{self.file}:{line}" if line is not None else str(self.file)
        return f"{where}: {_dotted(path)}"

    def line(self, path: FieldPath) -> int | None:
        """The line of the file that holds the value, counted from 1."""
        return None if self.lines is None else self.lines.line(path)


def _dotted(path: FieldPath) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text
