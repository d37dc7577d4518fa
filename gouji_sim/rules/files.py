"""Reading one variant file: flat TOML, one key an option, plus what the variant is called and extends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from gouji_sim.errors import Problem, VariantError
from gouji_sim.rules.options import Options
from gouji_sim.rules.problems import did_you_mean, shown
from gouji_sim.textfile import parse_toml, read_text

__all__ = ["VariantFile", "read_variant_file"]

_ABOUT: Final = ("extends", "name", "aliases", "sources")


@dataclass
class VariantFile:
    """What one file says by itself; ``problems`` are those that are found without the options' types."""

    path: Path
    where: str
    text: str = field(repr=False)
    id: str
    extends: str | None = None
    name_zh: str = ""
    name_en: str = ""
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def place(self, key: str) -> str:
        """Where ``key`` stands: file, line and key."""
        found = re.search(rf"""^[ \t]*["']?{re.escape(key)}["']?[ \t]*=""", self.text, re.MULTILINE)
        line = f":{self.text.count(chr(10), 0, found.start()) + 1}" if found else ""
        return f"{self.where}{line}: {key}"


def read_variant_file(path: Path, where: str) -> VariantFile:
    """Read the file at ``path``, which is called ``where`` in messages.

    Raises VariantError when it cannot be read or is no TOML; all else that is wrong is kept in ``problems``.
    """
    text = read_text(path, VariantError, where)
    table = parse_toml(text, VariantError, where)
    file = VariantFile(path, where, text, id=path.stem)
    names = Options.names()
    for key, value in table.items():
        if key in names:
            file.options[key] = value
        elif key not in _ABOUT:
            reason = f"no option of that name{did_you_mean(key, (*names, *_ABOUT))}"
            file.problems.append(Problem(file.place(key), reason))
    _read_about(file, table)
    return file


def _read_about(file: VariantFile, table: Mapping[str, Any]) -> None:
    def wrong(key: str, reason: str) -> None:
        file.problems.append(Problem(file.place(key), f"{reason}, not {shown(table[key])}"))

    extends = table.get("extends")
    if extends is None or (isinstance(extends, str) and extends):
        file.extends = extends
    else:
        wrong("extends", "must be the name of a variant or a path")

    match table.get("name", file.id):
        case str(name) if name:
            file.name_zh = file.name_en = name
        case {"zh": str(zh), "en": str(en), **rest} if zh and en and not rest:
            file.name_zh, file.name_en = zh, en
        case _:
            wrong("name", 'must be a string or { zh = "…", en = "…" }')

    for key in ("aliases", "sources"):
        match table.get(key, []):
            case list(items) if all(isinstance(item, str) and item for item in items):
                setattr(file, key, tuple(items))
            case _:
                wrong(key, "must be a list of strings")
