"""What happens in a deal: events of the core as plain records, and as sentences."""

from __future__ import annotations

from typing import Any, Final

from gouji_sim.core.record import BURN_OUTCOMES, SETTLED_BY, TRIBUTE_KINDS
from gouji_sim.i18n import Lang, message, term
from gouji_sim.narrate.text import seat_name, seat_names
from gouji_sim.vocab import RANKS, SEATS

__all__ = ["Event", "event_of", "tell_choice", "tell_event"]

Event = dict[str, Any]
"""``event`` is the kind; the other keys are those of the kind: seats, cards, plays, outcomes."""

NOT_PAID: Final = 255

_SETTLED_KEYS: Final = {
    "out": "out",
    "smothered": "smothered",
    "burn_failed": "burn_failed",
    "suffocated": "suffocated",
    "revolt": "revolted",
}


def event_of(raw: tuple[str, int | None, int, int, str, str | None]) -> Event:
    """An event of `Engine.events` with its numbers named.

    Keys besides ``event`` and, where one acts, ``seat``: buy ``from card price`` (price None when nothing is
    paid); pay ``to card kind``; return ``to card refused``; shed ``cards``; revolt ``automatic``; declared
    ``seats``; lead and stands ``play``; beat ``owner play``; cover ``victim play counter``; pass ``forced``;
    settled ``by`` and, when smothered, ``smothered_by``; burn_ends ``outcome``.
    """
    kind, seat, other, extra, card, play = raw
    event: Event = {"event": kind} if seat is None else {"event": kind, "seat": seat}
    if kind == "buy":
        event |= {"from": other, "card": card, "price": None if extra == NOT_PAID else RANKS[extra]}
    elif kind == "pay":
        event |= {"to": other, "card": card, "kind": TRIBUTE_KINDS[extra]}
    elif kind == "return":
        event |= {"to": other, "card": card, "refused": bool(extra)}
    elif kind == "shed":
        event |= {"cards": extra}
    elif kind == "revolt":
        event |= {"automatic": bool(extra)}
    elif kind == "declared":
        event |= {"seats": [seat for seat in SEATS if other >> seat & 1]}
    elif kind in ("lead", "stands"):
        event |= {"play": play}
    elif kind == "beat":
        event |= {"owner": other, "play": play}
    elif kind == "cover":
        event |= {"victim": other, "play": play, "counter": bool(extra)}
    elif kind == "pass":
        event |= {"forced": bool(extra)}
    elif kind == "settled":
        event |= {"by": SETTLED_BY[extra]}
        if other >= 0:
            event |= {"smothered_by": other}
    elif kind == "burn_ends":
        event |= {"outcome": BURN_OUTCOMES[extra]}
    return event


def tell_event(event: Event, lang: Lang, n_out: int = 0) -> str:
    """An event as a sentence; ``n_out`` is how many seats have gone out with it."""
    fields: dict[str, object] = {key: value for key, value in event.items() if key not in ("seat", "event")}
    for name in ("from", "to", "owner", "victim", "smothered_by"):
        if name in event:
            fields["other"] = seat_name(event[name], lang)
    if "seat" in event:
        fields["seat"] = seat_name(event["seat"], lang)
    key = event["event"]
    if key == "buy" and event["price"] is None:
        key = "buy_free"
    elif key == "pay":
        fields["kind"] = term(f"tribute_kind.{event['kind']}", lang)
    elif key == "return" and event["refused"]:
        key = "refused"
    elif key == "shed":
        fields["n"] = event["cards"]
    elif key == "revolt" and event["automatic"]:
        key = "revolt_automatic"
    elif key == "declared":
        fields["seats"] = seat_names(event["seats"], lang)
    elif key == "cover" and event["counter"]:
        key = "counter"
    elif key == "pass" and event["forced"]:
        key = "pass_forced"
    elif key == "settled":
        key = _SETTLED_KEYS[event["by"]]
        fields["n"] = n_out
    elif key == "burn_ends":
        fields["outcome"] = term(f"burn_outcome.{event['outcome']}", lang)
    return message(f"table.event.{key}", lang, **fields)


def tell_choice(seat: int, phase: str, action: str, lang: Lang) -> str:
    """A choice that leaves no event of its own (stay, skip, declare, silent) as a sentence."""
    key = f"{action}_{phase}" if action == "skip" else action
    return message(f"table.choice.{key}", lang, seat=seat_name(seat, lang))
