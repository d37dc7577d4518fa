"""What a seat sees as a vector of small integers, seats told relative to its own.

Everything comes from a `View`, and so from the own hand and what is public (RULES 16). Seat 0 of every field
is the own one, 1 the next, 3 the head; a table turned by some seats gives the same vector.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gouji_sim.rl.actions import Actions
from gouji_sim.rules import Options
from gouji_sim.view import Event, View
from gouji_sim.vocab import N_RANKS, N_SEATS, PHASES, RANKS, SETTLED_BY, parse_cards, team

__all__ = ["Encoder"]

Vector = NDArray[np.int16]

NOT_ASKED: Final = "over"
"""The phase of a seat that has not been asked yet."""

MARKS: Final = ("active", "passed", "headless", "opened", "given_up", "declared", "resisted")
NAMED: Final = (
    "first_dealt", "leader", "owner", "yielded", "chance", "burner", "victim", "revolter", "credit_seat",
)  # fmt: skip
FACTS: Final = ("gouji", "dead", "melee", "counter")
MAX_CREDITS: Final = 3

SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "phase": (len(PHASES),),
    "hand": (N_RANKS,),
    "unseen": (N_RANKS,),
    "out_of_play": (N_RANKS,),
    "table": (N_RANKS,),
    "facts": (len(FACTS),),
    "credits": (1,),
    "swept": (2,),
    "n_cards": (N_SEATS,),
    "marks": (len(MARKS), N_SEATS),
    "named": (len(NAMED), N_SEATS),
    "settled": (N_SEATS,),
    "settled_by": (len(SETTLED_BY), N_SEATS),
    "obligations": (N_SEATS, N_SEATS),
    "shown": (2, N_RANKS),
    "in_round": (N_SEATS, N_RANKS),
    "played": (N_SEATS, N_RANKS),
    "moved": (N_SEATS, N_RANKS),
}
"""The fields of the vector in order, the same for every variant (docs/reinforcement-learning.md)."""

ORDER: Final = np.array([[(seat + step) % N_SEATS for step in range(N_SEATS)] for seat in range(N_SEATS)])


class Encoder:
    """Views as observations: ``size`` numbers between ``low`` and ``high``, parted by ``fields``.

    The vector depends on the view alone. Events of a deal that were counted for an earlier view of it are not
    counted again, so one encoder should follow one deal at a time.
    """

    def __init__(self, options: Options) -> None:
        self.actions: Final = Actions(options)
        fields, start = {}, 0
        for name, shape in SHAPES.items():
            fields[name] = slice(start, start := start + int(np.prod(shape)))
        self.fields: Final = MappingProxyType(fields)
        self.size: Final = start
        self.low, self.high = self._bounds(options)
        self._forget()

    def _bounds(self, options: Options) -> tuple[Vector, Vector]:
        low = np.zeros(self.size, dtype=np.int16)
        high = np.ones(self.size, dtype=np.int16)
        for name in ("hand", "unseen", "out_of_play", "table", "shown", "in_round", "played", "moved"):
            # At least 1: a bound of 0 … 0 is no space for a rank that the deck does not hold.
            most = np.maximum(options.deck_counts, 1)
            high[self.fields[name]] = np.tile(most, int(np.prod(SHAPES[name])) // N_RANKS)
        low[self.fields["moved"]] = -high[self.fields["moved"]]
        high[self.fields["credits"]] = MAX_CREDITS
        high[self.fields["settled"]] = N_SEATS
        high[self.fields["n_cards"]] = options.deck_size
        high[self.fields["obligations"]] = options.deck_size
        return low, high

    def nothing(self) -> Vector:
        """What a seat observes before it is asked for the first time."""
        vector = np.zeros(self.size, dtype=np.int16)
        vector[self.fields["phase"].start + PHASES.index(NOT_ASKED)] = 1
        return vector

    def observation(self, view: View) -> dict[str, NDArray[Any]]:
        """``{"observation": (size,) int16, "action_mask": (actions.n,) int8}`` of a view."""
        return {"observation": self.vector(view), "action_mask": self.actions.mask(self.actions.legal(view))}

    def vector(self, view: View) -> Vector:
        """The view as (size,) int16."""
        self._follow(view.history)
        order = ORDER[view.seat]
        parts: dict[str, Any] = {
            "hand": view.hand,
            "unseen": view.unseen,
            "out_of_play": view.out_of_play,
            "facts": [getattr(view, name) for name in FACTS],
            "credits": view.credits,
            "n_cards": view.n_cards[order],
            "marks": np.stack([getattr(view, name) for name in MARKS])[:, order].ravel(),
            "in_round": self._in_round[order].ravel(),
            "played": self._played[order].ravel(),
            "moved": self._moved[order].ravel(),
        }
        vector = np.zeros(self.size, dtype=np.int16)
        for name, values in parts.items():
            vector[self.fields[name]] = values
        ones = [("phase", PHASES.index(view.phase))]
        for i, name in enumerate(NAMED):
            seat = getattr(view, name)
            if seat is not None:
                ones.append(("named", i * N_SEATS + (seat - view.seat) % N_SEATS))
        for seat, how, _ in view.settled:
            ones.append(("settled_by", SETTLED_BY.index(how) * N_SEATS + (seat - view.seat) % N_SEATS))
        if view.swept is not None:
            ones.append(("swept", int(view.swept != team(view.seat))))
        vector[[self.fields[name].start + offset for name, offset in ones]] = 1
        if view.table:
            vector[self.fields["table"]] = parse_cards(view.table)
        for place, (seat, _, _) in enumerate(view.settled, start=1):
            vector[self.fields["settled"].start + (seat - view.seat) % N_SEATS] = place
        if view.obligations:
            vector[self.fields["obligations"]] = self._owed(view)
        for i, step in enumerate((2, 4)):
            cards = view.shown.get((view.seat + step) % N_SEATS)
            if cards is not None:
                start = self.fields["shown"].start + i * N_RANKS
                vector[start : start + N_RANKS] = cards
        return vector

    def _owed(self, view: View) -> NDArray[np.int64]:
        owed: NDArray[np.int64] = np.zeros((N_SEATS, N_SEATS), dtype=np.int64)
        for _, payer, receiver, cards in view.obligations:
            owed[(payer - view.seat) % N_SEATS, (receiver - view.seat) % N_SEATS] += cards
        return owed.clip(max=self.high[self.fields["obligations"].start]).ravel()

    # ---- events ----------------------------------------------------------------------------------------

    def _forget(self) -> None:
        self._n_events = 0
        self._last: Event | None = None
        self._in_round = np.zeros((N_SEATS, N_RANKS), dtype=np.int16)
        self._played = np.zeros((N_SEATS, N_RANKS), dtype=np.int16)
        self._moved = np.zeros((N_SEATS, N_RANKS), dtype=np.int16)

    def _follow(self, history: Sequence[Event]) -> None:
        # The very object that was counted last stands where it stood: the same deal has gone on.
        n = self._n_events
        if n and (len(history) < n or history[n - 1] is not self._last):
            self._forget()
        for event in history[self._n_events :]:
            self._count(event)
        self._n_events = len(history)
        self._last = history[-1] if history else None

    def _count(self, event: Event) -> None:
        kind, seat, other, cards, detail = event
        if kind in ("lead", "beat", "cover"):
            counts = parse_cards(cards)
            if kind == "lead":
                self._in_round[:] = 0
            self._in_round[seat] = counts
            self._played[seat] += np.array(counts, dtype=np.int16)
        elif kind == "shed":
            self._played[seat] += np.array(parse_cards(cards), dtype=np.int16)
        elif kind == "buy":
            self._move(cards, other, seat)
            if detail:
                self._move(detail, seat, other)
        elif kind == "pay" or (kind == "return" and not detail):
            self._move(cards, seat, other)

    def _move(self, card: str, giver: int | None, taker: int | None) -> None:
        rank = RANKS.index(card)
        self._moved[giver, rank] -= 1
        self._moved[taker, rank] += 1
