"""Names of cells that nobody named: for people in both languages, and ids for files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gouji_sim.core.policies import is_core_policy, split_policy
from gouji_sim.i18n import LANGS, Lang, message, term
from gouji_sim.rules.variant import format_value

__all__ = ["lineup_label", "policy_label", "set_label"]


def policy_label(name: str, lang: Lang) -> str:
    """What a policy is called, and what it never does; a user's own goes by its dotted name."""
    base, never = split_policy(name) if is_core_policy(name) else (name, ())
    try:
        text = term(f"policy.{base}", lang)
    except KeyError:
        text = base
    if not never:
        return text
    items = [message("study.never_item", lang, what=term(each, lang)) for each in never]
    return message("study.never", lang, policy=text, never=message("study.list_comma", lang).join(items))


def lineup_label(names: Sequence[str]) -> tuple[str, str]:
    """A line-up of one, two or six policies in Chinese and English."""
    texts = []
    for lang in LANGS:
        labels = [policy_label(name, lang) for name in names]
        if len(set(labels)) == 1:
            texts.append(labels[0])
        elif len(labels) == 2:
            texts.append(message("study.teams", lang, even=labels[0], odd=labels[1]))
        else:
            texts.append(message("study.list_comma", lang).join(labels))
    return texts[0], texts[1]


def set_label(id: str, overrides: Mapping[str, Any]) -> str:
    """An id for a variant with options set otherwise: ``qingdao-yield_false``."""
    return "-".join([id, *(f"{key}_{format_value(value)}" for key, value in overrides.items())])
