"""What one option of a variant could be instead: the values that an ablation tries.

Truth values, enumerations and small numbers have all their legal values. Numbers with a wide range have those
of `NUMBERS`. Lists and tables have those that the built-in variants use, and a few plain ones beside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin

from gouji_sim.errors import Problem, StudyError, VariantError
from gouji_sim.rules import Options, Variant, list_variants, load_variant
from gouji_sim.rules.decks import DECKS
from gouji_sim.rules.problems import did_you_mean, make_options, under
from gouji_sim.rules.registry import parse_override

__all__ = ["SESSION_LENGTH", "Skipped", "Switch", "alternatives", "read_wanted", "switch", "switches"]

NUMBERS: Final[Mapping[str, tuple[int, ...]]] = {
    "open_min_cards": (1, 2, 3),
    "session_deals": (1, 5, 10),
    "counter_burn_cards": (1, 2, 3),
    "count_visible_at": (0, 10),
    "peek_partner_below": (0, 10),
}
"""Values tried of numbers whose range is wide."""

LINEAR_POINTS: Final = (5, 3, 1, -1, -3, -5)
"""Place points in equal steps, where all six places count."""

SESSION_LENGTH: Final = "session_length"
"""Why a switch is left out: its sessions have another length, so that they are no common units."""


@dataclass(frozen=True)
class Switch:
    """A variant that differs from its base in ``option``, which has the plain ``value`` instead of
    ``before``."""

    option: str
    before: Any
    value: Any
    variant: Variant

    @property
    def id(self) -> str:
        """The option and its value, compact: ``melee_at=5``."""
        return f"{self.option}={_compact(self.value)}"


@dataclass(frozen=True)
class Skipped:
    """A switch that cannot be played: ``reason`` is `SESSION_LENGTH`, or what the rules say against it."""

    option: str
    value: Any
    reason: str


def alternatives(option: str, options: Options) -> list[Any]:
    """The plain values, other than its own, that an ablation tries of an option."""
    names = dict(zip(Options.names(), Options.model_fields, strict=True))
    field = Options.model_fields[names[option]]
    current = options.to_dict()[option]
    if option in NUMBERS:
        found: Sequence[Any] = NUMBERS[option]
    elif field.annotation is bool:
        found = (False, True)
    elif get_origin(field.annotation) is Literal:
        found = get_args(field.annotation)
    elif field.annotation is int:
        low, high = (
            next(getattr(mark, bound) for mark in field.metadata if hasattr(mark, bound))
            for bound in ("ge", "le")
        )
        found = range(low, high + 1)
    else:
        found = _tables(option, current)
    return [value for value in _distinct(found) if value != current]


def _tables(option: str, current: Any) -> list[Any]:
    """Values of a deck, a list or a table."""
    if option == "deck":
        return list(DECKS)
    found = [load_variant(id).options.to_dict()[option] for id in list_variants()]
    if option == "gouji_thresholds":
        found += [{rank: max(1, least + step) for rank, least in current.items()} for step in (-1, 1)]
    if option == "place_points":
        found.append(list(LINEAR_POINTS))
    return found


def switch(base: Variant, option: str, value: Any) -> Switch | Skipped:
    """The base with one option set otherwise, or why not."""
    try:
        variant = base.changed({option: value})
    except VariantError as error:
        return Skipped(option, value, "; ".join(problem.reason for problem in error.problems))
    return Switch(option, base.options.to_dict()[option], value, variant)


def switches(
    base: Variant, wanted: Mapping[str, Sequence[Any]] | None, *, sessions: bool
) -> tuple[list[Switch], list[Skipped]]:
    """All switches of a variant, and those left out with the reason.

    ``wanted`` are options with their values, an empty list for all `alternatives`; all options if None. In
    ``sessions`` the length of a session stays. Raises StudyError when no switch is left.
    """
    done: list[Switch] = []
    left_out: list[Skipped] = []
    for option, values in (wanted or dict.fromkeys(Options.names(), ())).items():
        for value in values or alternatives(option, base.options):
            made = switch(base, option, value)
            if sessions and option == "session_deals":
                made = Skipped(option, value, SESSION_LENGTH)
            if isinstance(made, Skipped):
                left_out.append(made)
            elif made.value != made.before:
                done.append(made)
    if not done:
        problems = [Problem(f"--option {each.option}", each.reason) for each in left_out]
        raise StudyError(problems or [Problem("--option", f"{base.id} has these values already")])
    return done, left_out


def read_wanted(texts: Sequence[str]) -> dict[str, list[Any]] | None:
    """``melee_at``, ``melee_at=3,5`` and the like as options with values; None for no texts.

    Values are TOML or bare words with commas between them. Raises StudyError with all problems: an option
    that there is not, and a value that it cannot have in any variant.
    """
    found: dict[str, list[Any]] = {}
    problems: list[Problem] = []
    for text in texts:
        option, _, values = (part.strip() for part in text.partition("="))
        if option not in Options.names():
            hint = did_you_mean(option, Options.names())
            problems.append(Problem(f"--option {option}", f"no option of that name{hint}"))
            continue
        listed = found.setdefault(option, [])
        for value in _split(values):
            try:
                listed.append(parse_override(f"{option}={value}")[1])
                make_options({option: listed[-1]}, under("--option"))
            except VariantError as error:
                problems += [Problem(f"--option {option}", problem.reason) for problem in error.problems]
    if problems:
        raise StudyError(problems)
    return found or None


def _split(text: str) -> list[str]:
    """The parts of a text between commas that stand in no bracket."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "[{") - (character in "]}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def _distinct(values: Sequence[Any]) -> list[Any]:
    """Each value once, in order, those of the first spelling."""
    return list({json.dumps(value, sort_keys=True): value for value in values}.values())


def _compact(value: Any) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{inner}" for key, inner in value.items())
    if isinstance(value, list):
        return ",".join(map(str, value))
    return json.dumps(value) if not isinstance(value, str) else value
