"""The position format: reading with every check, and what a position prints (RULES 19, 22.26 to 22.30)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from gouji_sim.errors import GoujiError
from gouji_sim.rules import load_variant

from . import obligations, places
from .cards import RANKS, SEATS, format_cards, head, parse_cards
from .deal import Deal, ReferenceError

ALWAYS = {"variant", "options", "hands", "leader", "start", "actions"}
WITH = {"dealt": {"first_dealt", "obligations", "swept"}, "lead": {"opened", "declared", "settled"}}
KINDS = ("smother", "burn", "point", "last")
SETTLED_BY = ("out", "revolt", "smothered", "burn_failed")

MakeDeal = Callable[[], Deal]


def read(position: Mapping[str, Any], beside: Path | None = None) -> tuple[MakeDeal, str, list[str]]:
    """Check a position; return a maker of its deal, how it starts and its actions.

    Raises ReferenceError that names the place of what is wrong first.
    """
    if not isinstance(position, Mapping):
        raise ReferenceError("a position is a JSON object")
    start = position.get("start", "lead")
    if start not in ("lead", "dealt"):
        raise ReferenceError(f"start: {start!r} is neither lead nor dealt")
    for name in position:
        if name not in ALWAYS | WITH[start]:
            raise ReferenceError(f"{name}: no field of a position that starts with {start}")
    for name in ("variant", "hands", "leader"):
        if name not in position:
            raise ReferenceError(f"{name}: missing")
    options = _options(position, beside)
    hands = _hands(position["hands"], options)
    leader = _seat(position["leader"], "leader")
    if start == "dealt":
        extra = _dealt_fields(position)
        settled = []
    else:
        extra = _lead_fields(position)
        settled = extra["settled"]
    gone = {seat for seat, _ in settled}
    for seat in SEATS:
        if (sum(hands[seat]) == 0) != (seat in gone):
            raise ReferenceError(f"hands[{seat}]: {'a settled seat' if seat in gone else 'no cards'}")
    actions = position.get("actions", [])
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise ReferenceError("actions: not a list of strings")

    def make() -> Deal:
        copied = {name: list(value) if isinstance(value, list) else value for name, value in extra.items()}
        return Deal(options, [list(hand) for hand in hands], leader, **copied)

    return make, start, list(actions)


def _options(position: Mapping[str, Any], beside: Path | None) -> Any:
    variant, overrides = position["variant"], position.get("options", {})
    if not isinstance(variant, str):
        raise ReferenceError("variant: not a string")
    if not isinstance(overrides, Mapping):
        raise ReferenceError("options: not an object")
    return _load(variant, json.dumps(overrides), beside)


@lru_cache(maxsize=4_000)
def _load(variant: str, overrides: str, beside: Path | None) -> Any:
    try:
        found = load_variant(variant, json.loads(overrides), search_dirs=[] if beside is None else [beside])
    except GoujiError as error:
        raise ReferenceError(str(error)) from error
    return found.options


def _seat(value: Any, place: str) -> int:
    if type(value) is not int or value not in SEATS:
        raise ReferenceError(f"{place}: {value!r} is no seat")
    return value


def _hands(value: Any, options: Any) -> list[list[int]]:
    if not isinstance(value, list) or len(value) != 6:
        raise ReferenceError("hands: not six hands")
    hands = []
    for seat, text in enumerate(value):
        if not isinstance(text, str):
            raise ReferenceError(f"hands[{seat}]: not a string")
        try:
            hands.append(parse_cards(text))
        except ValueError as error:
            raise ReferenceError(f"hands[{seat}]: {error}") from error
    for rank, in_deck in enumerate(options.deck_counts):
        if sum(hand[rank] for hand in hands) > in_deck:
            raise ReferenceError(f"hands: more than {in_deck} cards {RANKS[rank]}")
    return hands


def _dealt_fields(position: Mapping[str, Any]) -> dict[str, Any]:
    obligations_due = position.get("obligations", [])
    if not isinstance(obligations_due, list):
        raise ReferenceError("obligations: not a list")
    for index, due in enumerate(obligations_due):
        place = f"obligations[{index}]"
        if not isinstance(due, Mapping) or set(due) != {"kind", "from", "to", "cards"}:
            raise ReferenceError(f"{place}: not exactly kind, from, to and cards")
        if due["kind"] not in KINDS:
            raise ReferenceError(f"{place}.kind: {due['kind']!r}")
        if _seat(due["from"], f"{place}.from") == _seat(due["to"], f"{place}.to"):
            raise ReferenceError(f"{place}: from a seat to itself")
        if type(due["cards"]) is not int or due["cards"] < 1:
            raise ReferenceError(f"{place}.cards: {due['cards']!r}")
    swept = position.get("swept")
    if swept is not None and (type(swept) is not int or swept not in (0, 1)):
        raise ReferenceError(f"swept: {swept!r} is no team")
    return {
        "first_dealt": _seat(position.get("first_dealt", 0), "first_dealt"),
        "obligations_due": obligations_due,
        "swept": swept,
    }


def _lead_fields(position: Mapping[str, Any]) -> dict[str, Any]:
    opened, declared = (_six_booleans(position, name) for name in ("opened", "declared"))
    value = position.get("settled", [])
    if not isinstance(value, list):
        raise ReferenceError("settled: not a list")
    settled: list[tuple[int, str]] = []
    for index, entry in enumerate(value):
        place = f"settled[{index}]"
        if not isinstance(entry, Mapping) or set(entry) != {"seat", "by"}:
            raise ReferenceError(f"{place}: not exactly seat and by")
        seat = _seat(entry["seat"], f"{place}.seat")
        if entry["by"] not in SETTLED_BY:
            raise ReferenceError(f"{place}.by: {entry['by']!r}")
        if any(seat == other for other, _ in settled):
            raise ReferenceError(f"{place}.seat: {seat} is settled already")
        settled.append((seat, entry["by"]))
    revolted = [seat for seat, by in settled if by == "revolt"]
    if len(revolted) > 1:
        raise ReferenceError("settled: more than one revolter")
    for seat in revolted:
        opened[seat], opened[head(seat)] = False, True
    return {
        "opened": opened,
        "declared": declared,
        "settled": settled,
        "revolted": revolted,
        "smothered": [(seat, None) for seat, by in settled if by == "smothered"],
    }


def _six_booleans(position: Mapping[str, Any], name: str) -> list[bool]:
    value = position.get(name, [False] * 6)
    if not isinstance(value, list) or len(value) != 6 or not all(type(item) is bool for item in value):
        raise ReferenceError(f"{name}: not six booleans")
    return list(value)


def result(deal: Deal) -> dict[str, Any]:
    """The state as `play` prints it."""
    return {
        "finished": deal.finished,
        "void": deal.void,
        "settled": [{"seat": seat, "by": by} for seat, by in deal.settled],
        "places": places.places(deal),
        "scores": places.scores(deal),
        "sweep": places.sweep(deal),
        "opened": list(deal.opened),
        "revolted": list(deal.revolted),
        "smothered": [{"seat": seat, "by": by} for seat, by in deal.smothered],
        "burns": [
            {"burner": burn.burner, "victim": burn.victim, "counter": burn.counter, "outcome": burn.outcome}
            for burn in deal.burns
        ],
        "obligations": obligations.obligations(deal),
        "hands": [format_cards(hand) for hand in deal.hands],
        "leader": deal.leader,
        "table": None if deal.table is None else deal.table.text,
        "owner": deal.owner,
    }
