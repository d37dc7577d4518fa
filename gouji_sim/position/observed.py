"""Positions as one seat sees them: position files that may leave hidden hands out.

``"hands"`` may hold null for a hidden hand; then ``"counts"`` says how many cards each seat holds and
``"seen"`` which cards have left the game. In the ``actions`` of such a file every seat with a hidden hand is
asked whenever it has the right to act, a burn window included: nobody knows whether it could.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gouji_sim.core._engine import Engine
from gouji_sim.errors import IllegalActionError, PositionError
from gouji_sim.position.fields import Checker, check_names, is_whole, read_actions, read_details, show
from gouji_sim.position.json_text import parse_json, read_json
from gouji_sim.position.position import Position, read_rules
from gouji_sim.rules import Options, Variant
from gouji_sim.vocab import N_RANKS, N_SEATS, RANKS, Counts, parse_cards

__all__ = ["observed_from_dict", "observed_from_file", "observed_from_json"]

OBSERVED_FIELDS: Final = ("counts", "seen")

FACE_DOWN: Final = ("revolt", "smothered", "burn_failed")
"""How a seat is settled with a hand that nobody sees."""


def observed_from_file(path: str | Path) -> tuple[Engine, Variant]:
    """Read a JSON file. Raises `PositionError` that says everything that is wrong or contradicts."""
    path = Path(path)
    return observed_from_dict(read_json(path), source=str(path), folder=path.parent)


def observed_from_json(text: str, *, source: str, folder: Path | None = None) -> tuple[Engine, Variant]:
    """As `observed_from_file`, from JSON text that messages call ``source``."""
    return observed_from_dict(parse_json(text, source), source=source, folder=folder)


def observed_from_dict(data: Any, *, source: str = "", folder: Path | None = None) -> tuple[Engine, Variant]:
    """The table of a position at its last decision. The seat that is asked there must have a hand."""
    if not _hides(data):
        position = Position.from_dict(data, source=source, folder=folder)
        return position.engine, position.variant
    check = Checker(source)
    rules = read_rules(data, check, folder)
    if data.get("start", "lead") != "lead":
        check.add("start", 'hidden hands go with "start": "lead" only: the setup would need them')
        check.stop()
    check_names({name: value for name, value in data.items() if name not in OBSERVED_FIELDS}, "lead", check)
    hands = _read_hands(data, check)
    counts = _read_counts(data, hands, check)
    seen = _read_seen(data, check)
    leader = check.seat(data["leader"], "leader") if "leader" in data else 0
    actions = read_actions(data, check)
    details = read_details(data, "lead", check)
    if rules and hands and counts and seen:
        _check_cards(hands, counts, seen, details["settled"], rules[0].options, check)
    check.stop()
    assert rules is not None
    engine = Engine.from_observed(rules[1], hands, counts, seen, leader, **details)
    for number, action in enumerate(actions):
        _apply(engine, action, f"{source + ': ' if source else ''}actions[{number}]")
    if engine.seat is not None and hands[engine.seat] is None:
        check.add(f"hands[{engine.seat}]", f"is hidden, but seat {engine.seat} is asked to {engine.phase}")
        check.stop()
    return engine, rules[0]


def _hides(data: Any) -> bool:
    if not isinstance(data, Mapping):
        return False
    hands = data.get("hands")
    return any(name in data for name in OBSERVED_FIELDS) or (isinstance(hands, list) and None in hands)


def _read_hands(data: Mapping[str, Any], check: Checker) -> list[Counts | None]:
    hands = data.get("hands")
    if not isinstance(hands, list) or len(hands) != N_SEATS:
        if "hands" in data:
            check.add("hands", f"must be six, each a string of cards or null, not {show(hands)}")
        return []
    found: list[Counts | None] = []
    for seat, text in enumerate(hands):
        try:
            found.append(None if text is None else parse_cards(text))
        except (TypeError, ValueError) as error:
            reason = f"{show(text)} is no string of cards" if not isinstance(text, str) else str(error)
            check.add(f"hands[{seat}]", reason)
    return found if len(found) == N_SEATS else []


def _read_counts(data: Mapping[str, Any], hands: Sequence[Counts | None], check: Checker) -> list[int]:
    """The number of cards of each seat."""
    if not hands:
        return []
    if "counts" not in data:
        if None in hands:
            check.add("counts", "is missing: how many cards each seat holds")
            return []
        return [sum(hand) for hand in hands if hand is not None]
    counts = data["counts"]
    if not isinstance(counts, list) or len(counts) != N_SEATS:
        check.add("counts", f"must be six numbers of cards, not {show(counts)}")
        return []
    found = []
    for seat, (count, hand) in enumerate(zip(counts, hands, strict=True)):
        if hand is not None and count is None:
            count = sum(hand)
        if not is_whole(count) or count < 0:
            check.add(f"counts[{seat}]", f"{show(count)} is no number of cards")
        elif hand is not None and count != sum(hand):
            check.add(f"counts[{seat}]", f"{count} cards, but hands[{seat}] has {sum(hand)}")
        else:
            found.append(count)
    return found if len(found) == N_SEATS else []


def _read_seen(data: Mapping[str, Any], check: Checker) -> Counts:
    seen = data.get("seen", "")
    if not isinstance(seen, str):
        check.add("seen", f"{show(seen)} is no string of cards")
        return ()
    try:
        return parse_cards(seen)
    except ValueError as error:
        check.add("seen", str(error))
        return ()


def _check_cards(
    hands: Sequence[Counts | None],
    counts: Sequence[int],
    seen: Counts,
    settled: Sequence[tuple[int, str]],
    options: Options,
    check: Checker,
) -> None:
    """Counts, hands, seen cards and the deck go together."""
    out = {seat for seat, _ in settled}
    for seat in range(N_SEATS):
        if seat in out and counts[seat]:
            check.add(f"counts[{seat}]", "a settled seat holds no cards")
        if seat not in out and not counts[seat]:
            check.add(f"counts[{seat}]", "an active seat holds at least one card")
    for rank in range(N_RANKS):
        held = sum(hand[rank] for hand in hands if hand is not None)
        if held + seen[rank] > options.deck_counts[rank]:
            check.add(
                "seen" if seen[rank] else "hands",
                f"{held} of {RANKS[rank]} in hands and {seen[rank]} seen are more than the deck's "
                f"{options.deck_counts[rank]}",
            )
    total, deck = sum(counts) + sum(seen), options.deck_size
    face_down = any(how in FACE_DOWN for _, how in settled)
    if total > deck or (total < deck and not face_down):
        check.add(
            "counts",
            f"{sum(counts)} cards in hands and {sum(seen)} seen are {total} together, the deck has {deck}",
        )


def _apply(engine: Engine, action: object, place: str) -> None:
    if not isinstance(action, str):
        raise IllegalActionError(f"{show(action)} is no action: actions are strings", place=place)
    if engine.seat is None:
        raise IllegalActionError(f"{show(action)} comes after the end of the deal", place=place)
    asked = f"seat {engine.seat} is asked to {engine.phase}"
    try:
        engine.apply(action)
    except ValueError as error:
        raise IllegalActionError(f"{show(action)}: {error}; {asked}", place=place) from None
    if engine.failed:
        raise PositionError("a step of the setup would empty a hand", place=place)
