"""Positions: files that say where a deal stands, checked whole, and what the rules make of them (RULES 19, 20)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self

from gouji_sim.core import CompiledRules
from gouji_sim.core._engine import Engine
from gouji_sim.errors import GoujiError, IllegalActionError, PositionError, Problem, VariantError
from gouji_sim.rules import Variant, load_variant
from gouji_sim.vocab import N_SEATS, RANKS, TRIBUTE_KINDS, format_cards, parse_cards

__all__ = ["Position"]

COMMON_FIELDS: Final = ("variant", "options", "hands", "leader", "start", "actions")
START_FIELDS: Final = {
    "lead": ("opened", "declared", "settled"),
    "dealt": ("first_dealt", "obligations", "swept"),
}
SETTLED_IN_FILES: Final = ("out", "revolt", "smothered", "burn_failed")


class _Checker:
    """Collects what is wrong with a position, each thing with its place."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.problems: list[Problem] = []

    def add(self, place: str, reason: str) -> None:
        self.problems.append(Problem(f"{self.source}: {place}" if self.source else place, reason))

    def stop(self) -> None:
        if self.problems:
            raise PositionError(self.problems)

    def seat(self, value: object, place: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < N_SEATS:
            self.add(place, f"{value!r} is no seat (0 to 5)")
            return 0
        return value

    def flags(self, value: object, place: str) -> int:
        """Six booleans as a mask."""
        if not isinstance(value, list) or len(value) != N_SEATS or not all(isinstance(v, bool) for v in value):
            self.add(place, "must be six of true and false, one for each seat")
            return 0
        return sum(1 << seat for seat, flag in enumerate(value) if flag)


class Position:
    """A deal at one decision, or at its end.

    Made by `from_dict` or `from_file` from the position format of RULES 19. `legal` says what is asked, `apply` carries out an
    action, `result` gives the state, `perft` counts action sequences.
    """

    def __init__(self, engine: Engine, variant: Variant) -> None:
        self._engine = engine
        self.variant = variant

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """Read a JSON file. Raises `PositionError` (or `VariantError`) that names what is wrong and where."""
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise PositionError(f"cannot be read: {error.strerror or error}", place=str(path)) from None
        except UnicodeDecodeError:
            raise PositionError("is not UTF-8 text", place=str(path)) from None
        return cls.from_json(text, source=str(path), folder=path.parent)

    @classmethod
    def from_json(cls, text: str, *, source: str = "position", folder: Path | None = None) -> Self:
        """Read a position from JSON text; ``source`` names it in messages, ``folder`` is where variant files are looked up."""
        return cls.from_dict(parse_json(text, source), source=source, folder=folder)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], *, source: str = "", folder: Path | None = None) -> Self:
        """Make a position from the fields of RULES 19 and carry out its ``actions``."""
        if not isinstance(data, Mapping):
            raise PositionError("a position is an object with the fields of a position file", place=source)
        check = _Checker(source)
        variant = _read_variant(data, check, folder)
        start = data.get("start", "lead")
        if start not in START_FIELDS:
            check.add("start", f"{start!r} is neither \"lead\" nor \"dealt\"")
            start = "lead"
        _check_fields(data, start, check)
        hands = _read_hands(data, check)
        leader = check.seat(data["leader"], "leader") if "leader" in data else 0
        actions = _read_actions(data, check)
        if start == "lead":
            details = _read_lead(data, check)
            settled = {seat for seat, _ in details["settled"]}
        else:
            details = _read_dealt(data, check)
            settled = set()
        if hands and variant:
            _check_hands(hands, settled, variant, check)
        check.stop()
        assert variant is not None
        rules = CompiledRules(variant.options)
        make = Engine.from_lead if start == "lead" else Engine.from_dealt
        position = cls(make(rules, hands, leader, **details), variant)
        position._check_setup(source or "position")
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

    def legal(self) -> dict[str, Any]:
        """``{"seat", "phase", "actions"}`` with the actions sorted as strings (RULES 19)."""
        return {"seat": self.seat, "phase": self.phase, "actions": sorted(self._engine.legal())}

    def apply(self, action: str) -> None:
        """Carry out an action. Raises `IllegalActionError` when it is not legal; the position is unchanged then."""
        self._apply(action, "action")

    def perft(self, depth: int) -> int:
        """The number of different sequences of ``depth`` decisions from here (RULES 20)."""
        if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
            raise PositionError(f"{depth!r} is no depth: it must be a whole number from 0", place="depth")
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

    def _check_setup(self, place: str) -> None:
        if self._engine.failed:
            raise PositionError("a step of the setup would empty a hand", place=place)

    def _apply(self, action: object, place: str) -> None:
        if not isinstance(action, str):
            raise IllegalActionError(f"{action!r} is no action: actions are strings", place=place)
        if self.seat is None:
            raise IllegalActionError(f"{action!r} comes after the end of the deal", place=place)
        try:
            self._engine.apply(action)
        except ValueError as error:
            raise IllegalActionError(f"{action!r}: {self._why_not(action, str(error))}", place=place) from None
        self._check_setup(place)

    def _why_not(self, action: str, reason: str) -> str:
        cards = action.removeprefix("burn:")
        if self.phase in ("lead", "answer", "burn") and cards and all(card in RANKS for card in cards):
            held = self._engine.hand(self._engine.seat)
            missing = [n - have for n, have in zip(parse_cards(cards), held, strict=True)]
            if any(n > 0 for n in missing):
                lacks = format_cards([max(n, 0) for n in missing])
                return f"seat {self.seat} does not hold it (it lacks {lacks})"
        return f"{reason}; seat {self.seat} is asked to {self.phase}: {_some(self._engine)}"


def parse_json(text: str, source: str) -> Any:
    """Parse JSON; `PositionError` names the line and column of a fault, and refuses a key that is given twice."""

    def no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            names = [name for name, _ in pairs]
            twice = sorted({name for name in names if names.count(name) > 1})
            raise PositionError(f"{', '.join(twice)} given twice", place=source)
        return found

    try:
        return json.loads(text, object_pairs_hook=no_repeats)
    except json.JSONDecodeError as error:
        raise PositionError(
            f"is not JSON: {error.msg}", place=f"{source}: line {error.lineno}, column {error.colno}"
        ) from None
    except RecursionError:
        raise PositionError("is not a position: too deeply nested", place=source) from None


def _some(engine: Engine, most: int = 12) -> str:
    """The first legal actions, for a message."""
    n = engine.n_actions()
    shown = ", ".join(engine.nth_legal(i) for i in range(min(n, most)))
    return f"{shown} and {n - most} more" if n > most else shown


def _read_variant(data: Mapping[str, Any], check: _Checker, folder: Path | None) -> Variant | None:
    name = data.get("variant")
    options = data.get("options", {})
    if not isinstance(name, str):
        check.add("variant", "a position names its variant" if name is None else f"{name!r} is no variant")
        return None
    if not isinstance(options, Mapping):
        check.add("options", "must be an object of option names and values")
        return None
    try:
        return load_variant(name, options, search_dirs=[folder] if folder else [])
    except VariantError as error:
        for problem in error.problems:
            check.add(problem.place or "variant", problem.reason)
        return None


def _check_fields(data: Mapping[str, Any], start: str, check: _Checker) -> None:
    other = START_FIELDS["dealt" if start == "lead" else "lead"]
    for name in data:
        if name in other:
            check.add(name, f"does not go with \"start\": \"{start}\"")
        elif name not in COMMON_FIELDS and name not in START_FIELDS[start]:
            check.add(str(name), "unknown field")
    for name in ("hands", "leader"):
        if name not in data:
            check.add(name, "is missing")


def _read_hands(data: Mapping[str, Any], check: _Checker) -> list[tuple[int, ...]]:
    hands = data.get("hands")
    if hands is None and "hands" not in data:
        return []
    if not isinstance(hands, list) or len(hands) != N_SEATS:
        found = len(hands) if isinstance(hands, list) else repr(hands)
        check.add("hands", f"must be six strings of cards, not {found}")
        return []
    counts = []
    for seat, text in enumerate(hands):
        if not isinstance(text, str):
            check.add(f"hands[{seat}]", f"{text!r} is no string of cards")
            continue
        try:
            counts.append(parse_cards(text))
        except ValueError as error:
            check.add(f"hands[{seat}]", str(error))
    return counts if len(counts) == N_SEATS else []


def _check_hands(
    hands: Sequence[Sequence[int]], settled: set[int], variant: Variant, check: _Checker
) -> None:
    for rank, (have, deck) in enumerate(
        zip(map(sum, zip(*hands, strict=True)), variant.options.deck_counts, strict=True)
    ):
        if have > deck:
            check.add("hands", f"hold {have} of {RANKS[rank]}, the deck has {deck}")
    for seat, hand in enumerate(hands):
        if seat in settled and sum(hand):
            check.add(f"hands[{seat}]", "a settled seat holds no cards")
        if seat not in settled and not sum(hand):
            check.add(f"hands[{seat}]", "an active seat holds at least one card")


def _read_actions(data: Mapping[str, Any], check: _Checker) -> list[object]:
    actions = data.get("actions", [])
    if not isinstance(actions, list):
        check.add("actions", "must be a list of actions")
        return []
    return actions


def _read_lead(data: Mapping[str, Any], check: _Checker) -> dict[str, Any]:
    settled: list[tuple[int, str]] = []
    entries = data.get("settled", [])
    if not isinstance(entries, list):
        check.add("settled", "must be a list")
        entries = []
    for number, entry in enumerate(entries):
        place = f"settled[{number}]"
        if not isinstance(entry, Mapping) or set(entry) != {"seat", "by"}:
            check.add(place, "must be an object with \"seat\" and \"by\"")
            continue
        seat = check.seat(entry["seat"], f"{place}.seat")
        if entry["by"] not in SETTLED_IN_FILES:
            check.add(f"{place}.by", f"{entry['by']!r} is none of {', '.join(SETTLED_IN_FILES)}")
            continue
        if any(seat == before for before, _ in settled):
            check.add(f"{place}.seat", f"seat {seat} is settled already")
            continue
        if entry["by"] == "revolt" and any(how == "revolt" for _, how in settled):
            check.add(f"{place}.by", "a second revolt: such a deal is void")
            continue
        settled.append((seat, entry["by"]))
    return {
        "opened": check.flags(data["opened"], "opened") if "opened" in data else 0,
        "declared": check.flags(data["declared"], "declared") if "declared" in data else 0,
        "settled": settled,
    }


def _read_dealt(data: Mapping[str, Any], check: _Checker) -> dict[str, Any]:
    swept = data.get("swept")
    if swept is not None and (isinstance(swept, bool) or swept not in (0, 1)):
        check.add("swept", f"{swept!r} is no team (0, 1 or null)")
        swept = None
    obligations = []
    entries = data.get("obligations", [])
    if not isinstance(entries, list):
        check.add("obligations", "must be a list")
        entries = []
    for number, entry in enumerate(entries):
        place = f"obligations[{number}]"
        if not isinstance(entry, Mapping) or set(entry) != {"kind", "from", "to", "cards"}:
            check.add(place, "must be an object with \"kind\", \"from\", \"to\" and \"cards\"")
            continue
        kind, cards = entry["kind"], entry["cards"]
        payer = check.seat(entry["from"], f"{place}.from")
        receiver = check.seat(entry["to"], f"{place}.to")
        if kind not in TRIBUTE_KINDS:
            check.add(f"{place}.kind", f"{kind!r} is none of {', '.join(TRIBUTE_KINDS)}")
            continue
        if isinstance(cards, bool) or not isinstance(cards, int) or not 0 <= cards <= 100:
            check.add(f"{place}.cards", f"{cards!r} is no number of cards")
            continue
        if payer == receiver:
            check.add(place, "a seat owes nothing to itself")
            continue
        obligations.append((kind, payer, receiver, cards))
    if len(obligations) > MAX_OBLIGATIONS:
        check.add("obligations", f"are more than {MAX_OBLIGATIONS}")
    return {
        "first_dealt": check.seat(data["first_dealt"], "first_dealt") if "first_dealt" in data else 0,
        "swept": -1 if swept is None else swept,
        "obligations": obligations,
    }


MAX_OBLIGATIONS: Final = 64
"""Most obligations that the core carries into a deal: a deal leaves at most 20."""


def read_lines(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    """The numbered JSON values of JSON Lines; a line that is no JSON gives its `GoujiError` instead."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield number, parse_json(line, f"line {number}")
        except GoujiError as error:
            yield number, error
