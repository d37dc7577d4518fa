"""Where each value of a study comes from: a flag, the environment, the study file, or a default.

The layers are merged into one table and checked as a whole, so that every mistake is reported at once and
under the name that its layer knows it by: file and line, flag, or variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import ValidationError

from gouji_sim.errors import Problem, StudyError
from gouji_sim.study.lines import LineIndex
from gouji_sim.study.model import OPTIONS, StudyFile
from gouji_sim.textfile import parse_toml, read_text

__all__ = ["ENVIRONMENT", "Config", "FieldPath", "Origin", "read_config"]

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
_TAGS: Final = ("str", "list[str]", "[key]")
"""What pydantic adds to the path of a field."""


@dataclass(frozen=True)
class Config:
    """A checked study with the origin of each of its values."""

    study: StudyFile
    overrides: Mapping[str, Any]
    origins: Mapping[FieldPath, Origin]
    file: Path | None = None
    lines: LineIndex | None = field(default=None, repr=False)

    @property
    def search_dirs(self) -> tuple[Path, ...]:
        """Where relative names of variant files are looked up first."""
        return (self.file.parent,) if self.file else ()

    def origin(self, path: FieldPath) -> Origin:
        """The layer that set the value at ``path``."""
        return _origin(self.origins, path)

    def place(self, path: FieldPath) -> str:
        """How people find that value: ``study.toml:5: variants[1].set``, ``--deals``, ``GOUJI_SIM_DEALS``."""
        return _place(path, self.origins, self.file, self.lines)


def read_config(
    file: str | Path | None = None,
    flags: Mapping[str, Any] | None = None,
    overrides: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Config:
    """Merge and check the layers.

    ``flags`` has the keys of the study file (``stop`` as a table, merged key by key with the file's);
    ``overrides`` are options that change every variant of the study. Raises StudyError with all problems at
    once.
    """
    path = None if file is None else Path(file)
    text, table = ("", {}) if path is None else _read(path)
    lines = LineIndex(text)
    values: dict[str, Any] = {}
    origins: dict[FieldPath, Origin] = {}
    named = {
        key: environment[name] for name, key in ENVIRONMENT.items() if environment and name in environment
    }
    layers: tuple[tuple[Origin, Mapping[str, Any]], ...] = (
        ("file", table),
        ("environment", {key: _scalar(key, value) for key, value in named.items()}),
        ("flag", flags or {}),
    )
    for origin, layer in layers:
        _merge(values, origins, layer, origin)
    try:
        context = {"overrides": dict(overrides or {}), "search_dirs": () if path is None else (path.parent,)}
        study = StudyFile.model_validate(values, context=context)
    except ValidationError as error:
        raise StudyError(_problems(error, origins, path, lines)) from error
    return Config(study, dict(overrides or {}), origins, path, lines)


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    text = read_text(path, StudyError)
    return text, parse_toml(text, StudyError, str(path))


def _scalar(key: str, text: str) -> Any:
    return int(text) if key == "seed" and text.isdecimal() else text


def _merge(
    values: dict[str, Any], origins: dict[FieldPath, Origin], layer: Mapping[str, Any], origin: Origin
) -> None:
    if "deals" in layer or "sessions" in layer:
        for key in ("deals", "sessions"):
            values.pop(key, None)
            origins.pop((key,), None)
    for key, value in layer.items():
        if key == "stop" and isinstance(value, Mapping) and isinstance(values.get(key), Mapping):
            values[key] = {**values[key], **value}
        else:
            values[key] = value
        if key == "stop" and isinstance(value, Mapping):
            origins |= dict.fromkeys(((key, inner) for inner in value), origin)
        else:
            origins[(key,)] = origin


def _origin(origins: Mapping[FieldPath, Origin], path: FieldPath) -> Origin:
    for end in range(len(path), 0, -1):
        if path[:end] in origins:
            return origins[path[:end]]
    return "default"


def _place(
    path: FieldPath, origins: Mapping[FieldPath, Origin], file: Path | None, lines: LineIndex | None
) -> str:
    origin = _origin(origins, path)
    if not path:
        return str(file or "")
    if origin == "flag":
        key = str(path[1]) if path[0] == "stop" and len(path) > 1 else str(path[0])
        return _FLAGS.get(key, f"--{key}")
    if origin == "environment":
        return next(name for name, key in ENVIRONMENT.items() if key == path[0])
    if file is None:
        return _FLAGS.get(str(path[0]), f"--{path[0]}")
    line = lines.line(path) if lines is not None else None
    where = f"{file}:{line}" if line is not None else str(file)
    return f"{where}: {_dotted(path)}"


def _dotted(path: FieldPath) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _problems(
    error: ValidationError, origins: Mapping[FieldPath, Origin], file: Path | None, lines: LineIndex
) -> Iterable[Problem]:
    """Each problem once, under the name that its layer knows the field by."""
    found: dict[Problem, None] = {}
    for detail in error.errors():
        path = tuple(part for part in detail["loc"] if part not in _TAGS)
        place = _place(path, origins, file, lines)
        match detail["type"]:
            case "variant":
                found |= dict.fromkeys(
                    _of_variant(problem, path, origins, file, lines) for problem in detail["ctx"]["problems"]
                )
                continue
            case "extra_forbidden":
                reason = "no key of that name"
            case "missing" if file is None:
                reason = "is needed"
            case "missing":
                reason = "is missing"
            case "value_error":
                reason = str(detail["ctx"]["error"])
            case _:
                reason = f"{detail['msg'][0].lower()}{detail['msg'][1:]}"
        found[Problem(place, reason)] = None
    return found


def _of_variant(
    problem: Problem,
    path: FieldPath,
    origins: Mapping[FieldPath, Origin],
    file: Path | None,
    lines: LineIndex,
) -> Problem:
    """A problem of a variant of the study: of an option set by it, by ``--set``, or of its own file."""
    where, _, option = problem.place.partition(": ")
    if where != OPTIONS:
        return Problem(f"{_place(path, origins, file, lines)}: {problem.place}", problem.reason)
    set_here = (*path, "set", option)
    if lines.line(set_here) is None or lines.line(set_here) == lines.line(path[:1]):
        return Problem(f"--set {option}", problem.reason)
    return Problem(_place(set_here, origins, file, lines), problem.reason)
