"""A deal at one decision: what is legal, what an action does, how it stands (RULES 19, 20)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Self

from gouji_sim.core import CompiledRules
from gouji_sim.core._engine import Engine
from gouji_sim.errors import IllegalActionError, PositionError, VariantError
from gouji_sim.position.display import as_html, as_line
from gouji_sim.position.fields import (
    STARTS,
    Checker,
    check_hands,
    check_names,
    read_actions,
    read_details,
    read_hands,
    show,
)
from gouji_sim.position.json_text import parse_json, read_json
from gouji_sim.rules import Variant, list_variants, load_variant
from gouji_sim.vocab import N_SEATS, RANKS, format_cards, parse_cards

__all__ = ["MAX_DEPTH", "Position", "read_rules"]

PLAY_PHASES: Final = ("lead", "answer", "burn")
EMPTY_HAND: Final = "a step of the setup would empty a hand"

MAX_DEPTH: Final = 2**31 - 1
"""Deepest `Position.perft`; no deal is that long."""


class Position:
    """A deal at one decision, or at its end.

    Made by `from_dict` or `from_file` from the position format of RULES 19. `legal` says what is asked,
    `apply` carries out an action, `result` gives the state, `perft` counts action sequences.
    """

    def __init__(self, engine: Engine, variant: Variant) -> None:
        self._engine = engine
        self.variant = variant

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """Read a JSON file. Raises `PositionError` that names everything that is wrong and where."""
        path = Path(path)
        return cls.from_dict(read_json(path), source=str(path), folder=path.parent)

    @classmethod
    def from_json(cls, text: str, *, source: str = "position", folder: Path | None = None) -> Self:
        """Read a position from JSON text.

        ``source`` is what messages call it; a variant file is looked up in ``folder``, then in the working
        directory.
        """
        return cls.from_dict(parse_json(text, source), source=source, folder=folder)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], *, source: str = "", folder: Path | None = None) -> Self:
        """Make a position from the fields of RULES 19 and carry out its ``actions``."""
        if not isinstance(data, Mapping):
            raise PositionError("is no position: a position is an object with fields", place=source)
        check = Checker(source)
        rules = read_rules(data, check, folder)
        start = data.get("start", "lead")
        if start not in STARTS:
            check.add("start", f'{show(start)} is neither "lead" nor "dealt"')
            check.stop()
        check_names(data, start, check)
        hands = read_hands(data, check)
        leader = check.seat(data["leader"], "leader") if "leader" in data else 0
        actions = read_actions(data, check)
        details = read_details(data, start, check)
        if hands and rules:
            settled = {seat for seat, _ in details.get("settled", ())}
            check_hands(hands, settled, rules[0].options, check)
        check.stop()
        assert rules is not None
        make = Engine.from_lead if start == "lead" else Engine.from_dealt
        position = cls(make(rules[1], hands, leader, **details), rules[0])
        if position.engine.failed:
            raise PositionError(EMPTY_HAND, place=source or "hands")
        for number, action in enumerate(actions):
            position._apply(action, f"{source + ': ' if source else ''}actions[{number}]")
        return position

    @property
    def phase(self) -> str:
        """What is asked: one of the phases of RULES 19."""
        return self._engine.phase

    @property
    def seat(self) -> int | None:
        """The seat that is asked, None when the deal is over."""
        return self._engine.seat

    @property
    def engine(self) -> Engine:
        """The core's table behind the position."""
        return self._engine

    def __repr__(self) -> str:
        return as_line(self)

    def _repr_html_(self) -> str:
        return as_html(self)

    def legal(self) -> dict[str, Any]:
        """``{"seat", "phase", "actions"}`` with the actions sorted as strings (RULES 19)."""
        return {"seat": self.seat, "phase": self.phase, "actions": sorted(self._engine.legal())}

    def apply(self, action: str) -> None:
        """Carry out an action. Raises `PositionError` when it cannot be; nothing has changed then."""
        self._apply(action, "action")

    def perft(self, depth: int) -> int:
        """The number of different sequences of ``depth`` decisions from here (RULES 20)."""
        if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= MAX_DEPTH:
            raise PositionError(f"{show(depth)} is no depth: it must be a whole number from 0", place="depth")
        return self._engine.perft(depth)

    def copy(self) -> Position:
        """An independent position at the same decision, without the history before it."""
        return Position(self._engine.copy(), self.variant)

    def result(self) -> dict[str, Any]:
        """The state after the last action, in the form of RULES 19."""
        engine = self._engine
        state = engine.state()
        finished = state["phase"] == "over"
        settled = engine.settled()
        result: dict[str, Any] = {
            "finished": finished,
            "void": engine.is_void,
            "settled": [{"seat": seat, "by": how} for seat, how, _ in settled],
            "places": [None] * N_SEATS,
            "scores": [None] * N_SEATS,
            "sweep": None,
            "opened": [bool(state["opened"] >> seat & 1) for seat in range(N_SEATS)],
            "revolted": [seat for seat, how, _ in settled if how == "revolt"],
            "smothered": [{"seat": seat, "by": by} for seat, how, by in settled if how == "smothered"],
            "burns": [
                {"burner": burner, "victim": victim, "counter": counter, "outcome": outcome}
                for burner, victim, counter, outcome in engine.burns()
            ],
            "obligations": [],
            "hands": [format_cards(hand) for hand in engine.hands()],
            "leader": state["leader"],
            "table": state["table"],
            "owner": state["owner"],
        }
        if finished and not engine.is_void:
            outcome = engine.record_outcome()
            result["places"] = outcome["places"]
            result["scores"] = outcome["scores"]
            result["sweep"] = outcome["sweep"]
            result["obligations"] = [
                {"kind": kind, "from": payer, "to": receiver, "cards": cards}
                for kind, payer, receiver, cards in outcome["obligations"]
            ]
        return result

    def _apply(self, action: object, place: str) -> None:
        if not isinstance(action, str):
            raise IllegalActionError(f"{show(action)} is no action: actions are strings", place=place)
        if self.seat is None:
            raise IllegalActionError(f"{show(action)} comes after the end of the deal", place=place)
        try:
            if self.phase not in PLAY_PHASES:
                trial = self._engine.copy()
                trial.apply(action)
                if trial.failed:
                    raise PositionError(f"{action!r}: {EMPTY_HAND}", place=place)
            self._engine.apply(action)
        except ValueError as error:
            raise IllegalActionError(
                f"{show(action)}: {self._why_not(action, str(error))}", place=place
            ) from None

    def _why_not(self, action: str, reason: str) -> str:
        cards = action.removeprefix("burn:")
        seat = self._engine.seat
        if seat is not None and self.phase in PLAY_PHASES and cards and set(cards) <= set(RANKS):
            held = self._engine.hand(seat)
            missing = [n - have for n, have in zip(parse_cards(cards), held, strict=True)]
            if any(n > 0 for n in missing):
                lacks = format_cards([max(n, 0) for n in missing])
                return f"seat {seat} does not hold it (it lacks {lacks})"
        return f"{reason}; seat {self.seat} is asked to {self.phase}: {_some(self._engine)}"


def _some(engine: Engine, most: int = 12) -> str:
    """The first legal actions, for a message."""
    n = engine.n_actions()
    shown = ", ".join(engine.nth_legal(i) for i in range(min(n, most)))
    return f"{shown} and {n - most} more" if n > most else shown


def read_rules(
    data: Mapping[str, Any], check: Checker, folder: Path | None
) -> tuple[Variant, CompiledRules] | None:
    """The variant of a position with its options; None when something is wrong with them."""
    name, options = data.get("variant"), data.get("options", {})
    if not isinstance(name, str):
        check.add(
            "variant", "a position names its variant" if name is None else f"{show(name)} is no variant"
        )
    if not isinstance(options, Mapping):
        check.add("options", "must be an object of option names and values")
    if not isinstance(name, str) or not isinstance(options, Mapping):
        return None
    try:
        if name in list_variants() and (text := _as_json(options)) is not None:
            return _built_in_rules(name, text)
        variant = load_variant(name, options, search_dirs=[folder] if folder else [])
        return variant, CompiledRules(variant.options)
    except VariantError as error:
        for problem in error.problems:
            of_options = problem.place.startswith("options")
            check.add(problem.place if of_options else f"variant: {problem.place}", problem.reason)
    except RecursionError:
        check.add("options", "too deeply nested")
    return None


def _as_json(options: Mapping[str, Any]) -> str | None:
    """The options as JSON; None for values that JSON does not have, of which `load_variant` speaks."""
    try:
        return json.dumps(options, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return None


@lru_cache(maxsize=4096)
def _built_in_rules(name: str, options: str) -> tuple[Variant, CompiledRules]:
    """Rules of a built-in variant with options given as JSON: thousands of positions mostly share a few."""
    variant = load_variant(name, json.loads(options))
    return variant, CompiledRules(variant.options)
