"""Where each value of a study comes from: a flag, the environment, the study file, or a default.

The layers are merged into one table and checked as a whole, so that every mistake is reported at once and
under the name that its layer knows it by: file and line, flag, or variable.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gouji_sim.errors import StudyError
from gouji_sim.study.complaints import complaints
from gouji_sim.study.lines import LineIndex
from gouji_sim.study.model import StudyFile
from gouji_sim.study.places import ENVIRONMENT, FieldPath, Origin, Places
from gouji_sim.textfile import parse_toml, read_text

__all__ = ["Config", "read_config"]


@dataclass(frozen=True)
class Config:
    """A checked study with the origin of each of its values."""

    study: StudyFile
    overrides: Mapping[str, Any]
    places: Places

    @property
    def search_dirs(self) -> tuple[Path, ...]:
        """Where relative names of variant files are looked up first."""
        file = self.places.file
        return (file.parent,) if file else ()

    def origin(self, path: FieldPath) -> Origin:
        """The layer that set the value at ``path``."""
        return self.places.origin(path)

    def place(self, path: FieldPath) -> str:
        """How people find that value: ``study.toml:5: variants[1].set``, ``--deals``, ``GOUJI_SIM_DEALS``."""
        return self.places.place(path)


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
    places = Places(origins, path, LineIndex(text))
    try:
        context = {"overrides": dict(overrides or {}), "search_dirs": () if path is None else (path.parent,)}
        study = StudyFile.model_validate(values, context=context)
    except ValidationError as error:
        raise StudyError(complaints(error, values, overrides or {}, places)) from error
    return Config(study, dict(overrides or {}), places)


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
