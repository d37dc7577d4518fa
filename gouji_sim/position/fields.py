"""The fields of a position file, each checked, every fault named with its place (RULES 19, 22.26-29)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from reprlib import Repr
from typing import Any, Final, TypeGuard

from gouji_sim.errors import PositionError, Problem
from gouji_sim.rules import Options
from gouji_sim.vocab import N_SEATS, RANKS, TRIBUTE_KINDS, Counts, parse_cards

__all__ = ["STARTS", "Checker", "check_hands", "check_names", "read_actions", "read_details", "read_hands"]

COMMON_FIELDS: Final = ("variant", "options", "hands", "leader", "start", "actions")
START_FIELDS: Final = {
    "lead": ("opened", "declared", "settled"),
    "dealt": ("first_dealt", "obligations", "swept"),
}
STARTS: Final = tuple(START_FIELDS)
SETTLED_IN_FILES: Final = ("out", "revolt", "smothered", "burn_failed")

MAX_OBLIGATIONS: Final = 64
"""Most obligations that the core carries into a deal; a deal leaves 20 at most."""

MAX_OWED: Final = 255
"""Cards of one obligation, in one byte of the core: what is owed beyond that no hand can pay."""

_repr = Repr()
_repr.maxstring = _repr.maxother = _repr.maxlong = 60
_MOST_SHOWN: Final = 60


def show(value: object) -> str:
    """A value as a file holds it, cut to what fits into a message."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):  # no value of a file: given in Python
        text = _repr.repr(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"


class Checker:
    """Collects what is wrong with a position, each thing with its place."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.problems: list[Problem] = []

    def add(self, place: str, reason: str) -> None:
        self.problems.append(Problem(f"{self.source}: {place}" if self.source else place, reason))

    def stop(self) -> None:
        """Raise `PositionError` if anything was wrong so far."""
        if self.problems:
            raise PositionError(self.problems)

    def seat(self, value: object, place: str) -> int:
        if not is_whole(value) or not 0 <= value < N_SEATS:
            self.add(place, f"{show(value)} is no seat (0 to 5)")
            return 0
        return value

    def flags(self, value: object, place: str) -> int:
        """Six booleans as a mask."""
        if (
            not isinstance(value, list)
            or len(value) != N_SEATS
            or not all(isinstance(flag, bool) for flag in value)
        ):
            self.add(place, "must be six of true and false, one for each seat")
            return 0
        return sum(1 << seat for seat, flag in enumerate(value) if flag)

    def entries(
        self, value: object, place: str, names: tuple[str, ...]
    ) -> list[tuple[str, Mapping[str, Any]]]:
        """The objects of a list that have exactly the fields ``names``, each with its place."""
        if not isinstance(value, list):
            self.add(place, "must be a list")
            return []
        found = []
        for number, entry in enumerate(value):
            if isinstance(entry, Mapping) and set(entry) == set(names):
                found.append((f"{place}[{number}]", entry))
            else:
                wanted = ", ".join(f'"{name}"' for name in names)
                self.add(f"{place}[{number}]", f"must be an object with exactly {wanted}")
        return found


def is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def check_names(data: Mapping[str, Any], start: str, check: Checker) -> None:
    """Every field is one of a position with this start, and none is missing."""
    for name in data:
        if name in COMMON_FIELDS or name in START_FIELDS[start]:
            continue
        if any(name in fields for fields in START_FIELDS.values()):
            check.add(name, f'does not go with "start": "{start}"')
        else:
            check.add(str(name), "unknown field")
    for name in ("hands", "leader"):
        if name not in data:
            check.add(name, "is missing")


def read_hands(data: Mapping[str, Any], check: Checker) -> list[Counts]:
    """Six hands as counts; an empty list when they cannot be read."""
    if "hands" not in data:
        return []
    hands = data["hands"]
    if not isinstance(hands, list) or len(hands) != N_SEATS:
        found = f"{len(hands)} of them" if isinstance(hands, list) else show(hands)
        check.add("hands", f"must be six strings of cards, not {found}")
        return []
    counts = []
    for seat, text in enumerate(hands):
        if not isinstance(text, str):
            check.add(f"hands[{seat}]", f"{show(text)} is no string of cards")
            continue
        try:
            counts.append(parse_cards(text))
        except ValueError as error:
            check.add(f"hands[{seat}]", str(error))
    return counts if len(counts) == N_SEATS else []


def check_hands(hands: Sequence[Counts], settled: set[int], options: Options, check: Checker) -> None:
    """The deck has the cards; active seats hold some and settled seats none."""
    for rank, deck in enumerate(options.deck_counts):
        held = sum(hand[rank] for hand in hands)
        if held > deck:
            check.add("hands", f"hold {held} of {RANKS[rank]}, the deck has {deck}")
    for seat, hand in enumerate(hands):
        if seat in settled and any(hand):
            check.add(f"hands[{seat}]", "a settled seat holds no cards")
        if seat not in settled and not any(hand):
            check.add(f"hands[{seat}]", "an active seat holds at least one card")


def read_actions(data: Mapping[str, Any], check: Checker) -> list[object]:
    actions = data.get("actions", [])
    if not isinstance(actions, list):
        check.add("actions", "must be a list of actions")
        return []
    return actions


def read_details(data: Mapping[str, Any], start: str, check: Checker) -> dict[str, Any]:
    """The fields that go with one ``start`` only, as the core takes them."""
    return _read_lead(data, check) if start == "lead" else _read_dealt(data, check)


def _read_lead(data: Mapping[str, Any], check: Checker) -> dict[str, Any]:
    settled: list[tuple[int, str]] = []
    for place, entry in check.entries(data.get("settled", []), "settled", ("seat", "by")):
        seat, by = check.seat(entry["seat"], f"{place}.seat"), entry["by"]
        if by not in SETTLED_IN_FILES:
            check.add(f"{place}.by", f"{show(by)} is none of {', '.join(SETTLED_IN_FILES)}")
        elif any(seat == before for before, _ in settled):
            check.add(f"{place}.seat", f"seat {seat} is settled already")
        elif by == "revolt" and any(how == "revolt" for _, how in settled):
            check.add(f"{place}.by", "a second revolt: such a deal is void")
        else:
            settled.append((seat, by))
    return {
        "opened": check.flags(data["opened"], "opened") if "opened" in data else 0,
        "declared": check.flags(data["declared"], "declared") if "declared" in data else 0,
        "settled": settled,
    }


def _read_dealt(data: Mapping[str, Any], check: Checker) -> dict[str, Any]:
    swept = data.get("swept")
    if swept is not None and (not is_whole(swept) or swept not in (0, 1)):
        check.add("swept", f"{show(swept)} is no team (0, 1 or null)")
        swept = None
    obligations = []
    fields = ("kind", "from", "to", "cards")
    for place, entry in check.entries(data.get("obligations", []), "obligations", fields):
        kind, cards = entry["kind"], entry["cards"]
        payer = check.seat(entry["from"], f"{place}.from")
        receiver = check.seat(entry["to"], f"{place}.to")
        if kind not in TRIBUTE_KINDS:
            check.add(f"{place}.kind", f"{show(kind)} is none of {', '.join(TRIBUTE_KINDS)}")
        elif not is_whole(cards) or cards < 1:
            check.add(f"{place}.cards", f"{show(cards)} is no number of cards")
        elif entry["from"] == entry["to"]:
            check.add(place, "a seat owes nothing to itself")
        else:
            obligations.append((kind, payer, receiver, min(cards, MAX_OWED)))
    if len(obligations) > MAX_OBLIGATIONS:
        check.add("obligations", f"are more than {MAX_OBLIGATIONS}")
    return {
        "first_dealt": check.seat(data["first_dealt"], "first_dealt") if "first_dealt" in data else 0,
        "swept": -1 if swept is None else swept,
        "obligations": obligations,
    }
