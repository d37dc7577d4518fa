"""What a seat may know when it is asked (RULES 16): the input of policies written in Python.

A `View` is a value: immutable, without any way back to the table, and made of public information and the
seat's own hand only. Arrays are read-only; seats index arrays of six, ranks arrays of fifteen
(``gouji_sim.vocab.RANKS``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gouji_sim.core._engine import Engine, action_of_code
from gouji_sim.core.record import BURN_OUTCOMES, SETTLED_BY, TRIBUTE_KINDS
from gouji_sim.rules import Options
from gouji_sim.vocab import N_RANKS, N_SEATS, RANKS, head

__all__ = ["Event", "History", "View", "view_of"]

Bools = NDArray[np.bool_]
CountArray = NDArray[np.int16]

NOT_PAID: Final = 255
NO_RANK: Final = 15


class Event(NamedTuple):
    """One public event of a deal.

    ========= ============================================== ============================= ==================
    kind      seat, other                                    cards                         detail
    ========= ============================================== ============================= ==================
    buy       buyer, seller                                  card bought                   card paid, or ""
    pay       payer, receiver                                card                          kind of tribute
    return    giver, receiver                                card                          refused, or ""
    resist    seat freed from tribute
    shed      seat                                           the fives
    revolt    seat                                                                         automatic, or ""
    keep drop head of the revolter
    declared                                                                               the seats: "0,3"
    void
    lead      seat                                           play
    beat      seat, owner of the play that it beats          play
    cover     burner, victim                                 play                          counter, or ""
    pass      seat                                                                         forced, or ""
    yield     seat
    decline   seat asked to burn
    stands    owner of the play that nobody beat             play
    open      seat
    settled   seat, who smothered it                                                       how (SETTLED_BY)
    burn_ends burner, victim                                                               how (BURN_OUTCOMES)
    melee
    over
    ========= ============================================== ============================= ==================
    """

    kind: str
    seat: int | None = None
    other: int | None = None
    cards: str = ""
    detail: str = ""


def public_event(event: tuple[str, int | None, int, int, str, str | None]) -> Event:
    """An event of the core's log (``EventKind`` in ``_types.pxd``) in words."""
    kind, seat, other, extra, rank, play = event
    partner = other if other >= 0 else None
    if kind == "buy":
        return Event(kind, seat, partner, rank, "" if extra == NOT_PAID else RANKS[extra])
    if kind == "pay":
        return Event(kind, seat, partner, rank, TRIBUTE_KINDS[extra])
    if kind == "return":
        return Event(kind, seat, partner, rank, "refused" if extra else "")
    if kind == "shed":
        return Event(kind, seat, cards=rank * extra)
    if kind == "declared":
        return Event(kind, detail=",".join(str(s) for s in range(N_SEATS) if other >> s & 1))
    if kind == "settled":
        return Event(kind, seat, partner, detail=SETTLED_BY[extra])
    if kind == "burn_ends":
        return Event(kind, seat, partner, detail=BURN_OUTCOMES[extra])
    words = {"revolt": "automatic", "cover": "counter", "pass": "forced"}
    return Event(kind, seat, partner, play or "", words[kind] if extra and kind in words else "")


class History:
    """The public events of a deal so far, translated once each as the deal goes on.

    ``before`` are those that the engine to follow does not know, because it is a copy made after them.
    """

    def __init__(self, before: Sequence[Event] = ()) -> None:
        self._events = list(before)
        self._unknown = len(before)

    def follow(self, engine: Engine) -> tuple[Event, ...]:
        """All public events until now of the deal that ``engine`` plays."""
        self._events.extend(map(public_event, engine.events(len(self._events) - self._unknown)))
        return tuple(self._events)


@dataclass(frozen=True, eq=False, repr=False)
class View:
    """What the seat that is asked may know (RULES 16)."""

    options: Options
    """The rules."""
    seat: int
    """The seat that is asked: 0 to 5."""
    phase: str
    """What it is asked: a name of ``vocab.PHASES`` other than ``over``."""
    hand: CountArray
    """The own hand, (15,). All 0 while it is not dealt yet (declaring before the deal)."""
    n_cards: CountArray
    """Cards that each seat holds, (6,). All 0 while nothing is dealt yet."""
    shown: Mapping[int, CountArray]
    """Hands of partners that ``peek_partner_below`` shows, by seat, (15,) each."""
    active: Bools
    """Seats still in play, (6,)."""
    passed: Bools
    """Seats that have passed in the running round, (6,)."""
    headless: Bools
    """Seats without a head in play (RULES 7.5), (6,)."""
    opened: Bools
    """Seats that have opened, (6,)."""
    given_up: Bools
    """Seats that gave up opening by a play of 4s, (6,); the own seat also for want of a 4 (RULES 9.4)."""
    declared: Bools
    """Seats that have declared, (6,); all False until every seat has decided (RULES 13.5)."""
    first_dealt: int
    """The seat that was dealt first: the setup asks in rotation from it."""
    leader: int | None
    """The seat that leads or led the running round; None before the play."""
    owner: int | None
    """The seat whose play lies on the table; None at a lead."""
    table: str
    """The play on the table; empty at a lead."""
    gouji: bool
    """Is the play on the table a gouji play?"""
    dead: bool
    """Is it a dead gouji play (RULES 7.5)?"""
    melee: bool
    yielded: int | None
    """The head that has yielded on this play."""
    chance: int | None
    """The seat whose next lead of 4s opens (RULES 9.2)."""
    burner: int | None
    """The seat whose burn runs."""
    victim: int | None
    counter: bool
    """Is that burn a counter-burn?"""
    revolter: int | None
    credit_seat: int | None
    """The seat that keeps its head after a revolt (RULES 13.4) and has dead gouji plays left."""
    credits: int
    """How many it has left."""
    resisted: Bools
    """Seats freed from tribute by resisting, (6,)."""
    swept: int | None
    """The team that lost the deal before by a sweep and may shed."""
    obligations: tuple[tuple[str, int, int, int], ...]
    """Tribute due in this deal: (kind, payer, receiver, cards), from the deal before."""
    settled: tuple[tuple[int, str, int | None], ...]
    """Settled seats in order: (seat, how, who smothered it)."""
    out_of_play: CountArray
    """Cards seen to leave the game, (15,): played, or shed."""
    history: tuple[Event, ...]
    """Every public event of the deal, in order."""
    decision: int
    """Decisions that all seats together have made in this deal."""
    _codes: NDArray[np.uint64]
    _stream: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {self.phase}, {self.n_actions} actions>"

    # ---- actions ---------------------------------------------------------------------------------------

    @property
    def n_actions(self) -> int:
        """The number of legal actions, at least 1."""
        return len(self._codes)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The legal actions in the notation of RULES 19."""
        return tuple(action_of_code(int(code)) for code in self._codes)

    @cached_property
    def candidates(self) -> CountArray:
        """The legal actions as numbers, (n, 5): rank of the naturals (-1: none), naturals, twos, small
        jokers, big jokers; four 0 where an action has no cards. Row i is ``actions[i]``.
        """
        shifts = np.array([32, 0, 8, 16, 24], dtype=np.uint64)
        rows = ((self._codes[:, None] >> shifts) & np.uint64(0xFF)).astype(np.int16)
        rows[(rows[:, 0] == NO_RANK) | (rows[:, 1] == 0), 0] = -1
        return _frozen(rows)

    @cached_property
    def sizes(self) -> CountArray:
        """Cards of each action, (n,)."""
        return _frozen(self.candidates[:, 1:].sum(axis=1, dtype=np.int16))

    @cached_property
    def plays(self) -> CountArray:
        """Each action as cards, (n, 15)."""
        rows = np.zeros((self.n_actions, N_RANKS), dtype=np.int16)
        rows[:, 12:] = self.candidates[:, 2:]
        natural = self.candidates[:, 0] >= 0
        rows[natural, self.candidates[natural, 0]] = self.candidates[natural, 1]
        return _frozen(rows)

    @cached_property
    def left(self) -> CountArray:
        """The own hand after each action, (n, 15); a card given back counts as gone."""
        return _frozen(self.hand - self.plays)

    # ---- cards -----------------------------------------------------------------------------------------

    @cached_property
    def unseen(self) -> CountArray:
        """Cards that this seat has not seen, (15,): in other hands, or gone with a settled one."""
        seen = self.hand + self.out_of_play
        for shown in self.shown.values():
            seen = seen + shown
        return _frozen(np.asarray(self.options.deck_counts, dtype=np.int16) - seen)

    @cached_property
    def n_unseen_held(self) -> int:
        """How many of the unseen cards are in other hands."""
        hidden = [seat for seat in range(N_SEATS) if seat != self.seat and seat not in self.shown]
        return int(self.n_cards[hidden].sum())

    # ---- seats -----------------------------------------------------------------------------------------

    @property
    def head(self) -> int:
        return head(self.seat)

    @property
    def partners(self) -> tuple[int, ...]:
        """The two other seats of the team; empty without teams."""
        if not self.options.teams:
            return ()
        return (self.seat + 2) % N_SEATS, (self.seat + 4) % N_SEATS

    # ---- chance ----------------------------------------------------------------------------------------

    def rng(self) -> np.random.Generator:
        """A generator for this decision: the same numbers at every call, others at every other decision.

        It follows from the seed, the deal, ``replicate``, the seat and the decision.
        """
        return np.random.Generator(np.random.PCG64([*self._stream, self.decision, self.seat]))

    def facts(self) -> Iterator[tuple[str, Any]]:
        """Every field with its name as plain values, for comparison."""
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                value = value.tolist()
            elif name == "shown":
                value = {seat: counts.tolist() for seat, counts in value.items()}
            yield name, value


def view_of(engine: Engine, options: Options, history: Sequence[Event], stream: Sequence[int] = ()) -> View:
    """The view of the seat that is asked.

    ``history`` are the public events of the deal, ``stream`` the words that `View.rng` is seeded with.
    Raises ValueError when the deal is over.
    """
    seat = engine.seat
    if seat is None:
        raise ValueError("nobody is asked: the deal is over")
    state = engine.state()
    phase = state["phase"]
    before_deal = phase == "declare" and options.setup.index("declare") < options.setup.index("deal")
    in_play = phase in ("lead", "answer", "burn")
    cards = [0] * N_SEATS if before_deal else state["cards"]
    active = _seats(state["active"])
    shown = {}
    if options.teams:
        for partner in ((seat + 2) % N_SEATS, (seat + 4) % N_SEATS):
            if active[partner] and 0 < cards[partner] < options.peek_partner_below:
                shown[partner] = _counts(engine.hand(partner))
    return View(
        options=options,
        seat=seat,
        phase=phase,
        hand=_counts([0] * N_RANKS if before_deal else engine.hand(seat)),
        n_cards=_counts(cards),
        shown=MappingProxyType(shown),
        active=active,
        passed=_seats(state["passed"]),
        headless=_seats(state["headless"]),
        opened=_seats(state["opened"]),
        given_up=_seats(state["given_up"] & ~(state["lack_fours"] & ~(1 << seat))),
        declared=_seats(state["declared"]),
        first_dealt=state["first_dealt"],
        leader=state["leader"] if in_play else None,
        owner=state["owner"],
        table=state["table"] or "",
        gouji=state["gouji"],
        dead=state["dead"],
        melee=state["melee"],
        yielded=state["yielded"],
        chance=state["chance"],
        burner=state["burner"],
        victim=state["victim"],
        counter=state["counter"],
        revolter=state["revolter"],
        credit_seat=state["credit_seat"] if state["credits"] else None,
        credits=state["credits"],
        resisted=_seats(state["resisted"]),
        swept=state["swept"],
        obligations=tuple(state["obligations"]),
        settled=tuple(engine.settled()),
        out_of_play=_counts(state["out_of_play"]),
        history=tuple(history),
        decision=engine.n_applied,
        _codes=_frozen(engine.legal_codes()),
        _stream=tuple(stream),
    )


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array


def _counts(values: Sequence[int]) -> CountArray:
    return _frozen(np.array(values, dtype=np.int16))


def _seats(mask: int) -> Bools:
    return _frozen(np.array([bool(mask >> seat & 1) for seat in range(N_SEATS)]))
