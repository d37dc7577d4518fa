"""A variant: what it is called, where its rules come from, and its options."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gouji_sim.i18n import Lang
from gouji_sim.rules.options import Options
from gouji_sim.rules.problems import make_options, under

__all__ = ["Variant"]


@dataclass(frozen=True)
class Variant:
    """Rules under a name.

    ``id`` is the built-in id, or the stem of the file's name; ``overrides`` are the options set by the
    caller on top of what the variant says, under the names of RULES 17 (``options`` has them applied).
    """

    id: str
    name_zh: str
    name_en: str
    options: Options
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    overrides: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def name(self, lang: Lang) -> str:
        """The name of the variant, without overrides."""
        return self.name_zh if lang == "zh" else self.name_en

    def label(self, lang: Lang) -> str:
        """The name, followed by the overrides where there are any: ``青岛够级 (yield=false)``."""
        changes = ", ".join(f"{key}={format_value(value)}" for key, value in self.overrides.items())
        return f"{self.name(lang)} ({changes})" if changes else self.name(lang)

    def changed(self, overrides: Mapping[str, Any], place: str = "options") -> Variant:
        """The same variant with further options set otherwise.

        Raises VariantError with every problem at once; ``place`` is what messages call the overrides.
        """
        kept = {key: value for key, value in self.options.to_dict().items() if key not in overrides}
        where = under(place)
        options = make_options(
            kept | dict(overrides), lambda key: where(key) if key in overrides else f"{self.id}: {key}"
        )
        return replace(self, options=options, overrides={**self.overrides, **overrides})

    def to_dict(self) -> dict[str, Any]:
        """Everything, fit for JSON; `from_dict` reads it back without looking up any file."""
        return {
            "id": self.id,
            "name": {"zh": self.name_zh, "en": self.name_en},
            "aliases": list(self.aliases),
            "sources": list(self.sources),
            "overrides": dict(self.overrides),
            "options": self.options.to_dict(),
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], place: str = "variant") -> Variant:
        """The inverse of `to_dict`. Raises VariantError for options that are not right."""
        return cls(
            id=document["id"],
            name_zh=document["name"]["zh"],
            name_en=document["name"]["en"],
            options=make_options(document["options"], under(f"{place}: options")),
            aliases=tuple(document["aliases"]),
            sources=tuple(document["sources"]),
            overrides=dict(document["overrides"]),
        )


def format_value(value: object) -> str:
    """The value of an option as ``--set`` reads it and as tables show it: a word stands bare."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}={format_value(inner)}" for key, inner in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)
