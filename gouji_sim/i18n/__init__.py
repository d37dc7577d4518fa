"""The words that people read, in Chinese and English.

``terms.toml`` holds every term of the game, every option and every statistic once; each room that speaks to
people has a catalogue of its own, ``<room>.toml``. A catalogue is checked as a whole when it is first read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from gouji_sim.vocab import PLACES, SEATS

__all__ = [
    "LANGS",
    "CatalogueError",
    "Lang",
    "Term",
    "definition",
    "message",
    "read_messages",
    "read_terms",
    "term",
    "terms",
]

Lang: TypeAlias = Literal["zh", "en"]
LANGS: Final[tuple[Lang, ...]] = get_args(Lang)

_FOLDER: Final = Path(__file__).parent
_TERM_KEYS: Final = ("zh", "en", "pinyin", "definition_zh", "definition_en")

_FAMILIES: Final = {"seat": SEATS, "position": SEATS, "place": PLACES, "team": (0, 1)}
"""A term whose id ends in ``{seat}`` stands for one term for each of these numbers."""


class CatalogueError(ValueError):
    """A catalogue that lacks a language or holds something else than texts: a fault of the package."""


@dataclass(frozen=True)
class Term:
    """One term: what it is called, how the Chinese is read aloud, and what it means."""

    id: str
    zh: str
    en: str
    pinyin: str
    definition_zh: str
    definition_en: str

    def label(self, lang: Lang) -> str:
        return self.zh if lang == "zh" else self.en

    def definition(self, lang: Lang) -> str:
        return self.definition_zh if lang == "zh" else self.definition_en


def term(id: str, lang: Lang) -> str:
    """What the term ``id`` of ``terms.toml`` is called. Raises KeyError for an unknown id."""
    return terms()[id].label(lang)


def definition(id: str, lang: Lang) -> str:
    """What the term ``id`` means, in one sentence. Raises KeyError for an unknown id."""
    return terms()[id].definition(lang)


def message(id: str, lang: Lang, /, **fields: object) -> str:
    """The text ``room.key`` from the catalogue of the room, with its ``str.format`` fields filled in.

    Raises KeyError for an unknown room, key or field.
    """
    room, _, key = id.partition(".")
    return _messages(room)[key][lang].format(**fields)


@cache
def terms() -> Mapping[str, Term]:
    """All terms by id, in the order of the file.

    Terms of the game and statistics go by their bare id (``burn``, ``open_rate``); those of a group are
    called ``group.name``, where the group is one of ``rank place settled burn_outcome tribute_kind step
    phase action policy option``: ``option.burn``.
    """
    return read_terms(_FOLDER / "terms.toml")


@cache
def _messages(room: str) -> Mapping[str, Mapping[Lang, str]]:
    path = _FOLDER / f"{room}.toml"
    if not path.is_file():
        raise KeyError(room)
    return read_messages(path)


def read_terms(path: Path) -> dict[str, Term]:
    """Read a file of terms.

    Raises CatalogueError unless every term has exactly the five texts, none empty, and the names of a group
    differ.
    """
    found: dict[str, Term] = {}
    for id, table in _tables(path):
        texts = _texts(path, id, table, _TERM_KEYS)
        family = next((name for name in _FAMILIES if id.endswith(f"{{{name}}}")), None)
        if family is None:
            found[id] = Term(id, **texts)
            continue
        for number in _FAMILIES[family]:
            each = {key: text.format(**{family: number}) for key, text in texts.items()}
            member = id.format(**{family: number})
            found[member] = Term(member, **each)
    for lang in LANGS:
        _refuse_duplicates(path, found, lang)
    return found


def read_messages(path: Path) -> dict[str, dict[Lang, str]]:
    """Read a catalogue of messages. Raises CatalogueError unless each has both languages, none empty."""
    return {
        id: {lang: texts[lang] for lang in LANGS}
        for id, texts in ((id, _texts(path, id, table, LANGS)) for id, table in _tables(path))
    }


def _tables(path: Path) -> list[tuple[str, Mapping[str, Any]]]:
    """The tables that hold texts, with their dotted names."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    pending = list(tomllib.loads(path.read_text(encoding="utf-8")).items())
    while pending:
        id, table = pending.pop(0)
        if not isinstance(table, dict):
            raise CatalogueError(f"{path.name}: {id} is no table")
        if table and all(isinstance(value, dict) for value in table.values()):
            pending[:0] = [(f"{id}.{name}", inner) for name, inner in table.items()]
        else:
            found.append((id, table))
    return found


def _texts(path: Path, id: str, table: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, str]:
    if set(table) != set(keys):
        wrong = ", ".join(sorted(set(table) ^ set(keys)))
        raise CatalogueError(f"{path.name}: [{id}] must have exactly {', '.join(keys)}; check {wrong}")
    for key, text in table.items():
        if not isinstance(text, str) or not text.strip():
            raise CatalogueError(f"{path.name}: [{id}] {key} must be a text")
    return dict(table)


def _refuse_duplicates(path: Path, found: Mapping[str, Term], lang: Lang) -> None:
    seen: dict[tuple[str, str], str] = {}
    for id, entry in found.items():
        key = (id.rpartition(".")[0], entry.label(lang).casefold())
        if key in seen:
            raise CatalogueError(f"{path.name}: [{id}] and [{seen[key]}] have the same {lang} name")
        seen[key] = id
