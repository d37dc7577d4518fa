"""The state of one deal, and what every rule asks of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from .cards import SEATS, head, only_threes, rotation, team
from .comparison import beats, is_gouji
from .plays import Play, plays_by_size


class ReferenceError(ValueError):
    """What RULES 19 and 22 call an error: a position that cannot be, or an action that is not legal."""


class Decision(NamedTuple):
    """A seat that is asked, and the actions it has, sorted."""

    seat: int
    phase: str
    actions: tuple[str, ...]


Steps: TypeAlias = Generator[Decision, str, Any]
"""A part of the deal: it yields each decision and is sent the action that was chosen."""


class Choice(NamedTuple):
    """What a seat did when it was asked, or by force."""

    seat: int
    phase: str
    action: str


class Made(NamedTuple):
    """A play as it was made; the flags are those of the moment before it, ``gouji`` and ``dead`` after it."""

    seat: int
    play: Play
    beaten: Play | None
    beaten_gouji: bool
    gouji: bool
    dead: bool
    burning: bool
    headless: bool
    had_passed: bool


class Purchase(NamedTuple):
    buyer: int
    seller: int
    rank: int
    price: int | None


class Return(NamedTuple):
    giver: int
    taker: int
    rank: int
    refused: bool


@dataclass
class History:
    """What has happened; no rule looks at it."""

    plays: list[Made] = field(default_factory=list)
    openings: list[int] = field(default_factory=list)
    purchases: list[Purchase] = field(default_factory=list)
    payments: list[tuple[int, int, int]] = field(default_factory=list)
    returns: list[Return] = field(default_factory=list)
    resisting: set[int] = field(default_factory=set)
    automatic_revolts: list[int] = field(default_factory=list)
    melee_by: str | None = None
    """How a melee came that was not there at the start: the option `melee_starts`."""


@dataclass
class Burn:
    burner: int
    victim: int
    counter: bool
    outcome: str = "running"


@dataclass
class Deal:
    """Everything that is true of a deal at one moment."""

    options: Any
    hands: list[list[int]]
    leader: int
    first_dealt: int = 0
    obligations_due: list[dict[str, Any]] = field(default_factory=list)
    swept: int | None = None

    settled: list[tuple[int, str]] = field(default_factory=list)
    opened: list[bool] = field(default_factory=lambda: [False] * 6)
    given_up: list[bool] = field(default_factory=lambda: [False] * 6)
    declared: list[bool] = field(default_factory=lambda: [False] * 6)
    credits: list[int] = field(default_factory=lambda: [0] * 6)
    has_played: list[bool] = field(default_factory=lambda: [False] * 6)
    revolted: list[int] = field(default_factory=list)
    smothered: list[tuple[int, int | None]] = field(default_factory=list)
    burns: list[Burn] = field(default_factory=list)

    to_lead: int = 0
    """Who leads the next round; `leader` is the seat that leads or led the running one."""

    head_has_chosen: bool = False
    melee: bool = False
    void: bool = False
    finished: bool = False
    passed: set[int] = field(default_factory=set)
    table: Play | None = None
    owner: int | None = None
    table_is_gouji: bool = False
    table_is_dead: bool = False
    may_open_with_fours: int | None = None

    log: list[Choice] = field(default_factory=list)
    replayed: int = 0
    history: History = field(default_factory=History)

    @property
    def active(self) -> list[int]:
        gone = {seat for seat, _ in self.settled}
        return [seat for seat in SEATS if seat not in gone]

    def is_settled(self, seat: int) -> bool:
        return any(gone == seat for gone, _ in self.settled)

    def rotation(self, seat: int) -> list[int]:
        """Active seats after ``seat`` in playing order."""
        return [other for other in rotation(seat) if not self.is_settled(other)]

    def partners(self, seat: int) -> list[int]:
        """Both partners in rotation from ``seat``; none when everybody plays for himself (RULES 22.13)."""
        if not self.options.teams:
            return []
        return [other for other in rotation(seat) if team(other) == team(seat)]

    def settle(self, seat: int, by: str) -> None:
        """Settle a seat; its hand leaves the game."""
        self.settled.append((seat, by))
        self.hands[seat] = [0] * 15

    def headless(self, seat: int) -> bool:
        """RULES 7.5; nobody is headless in the melee (RULES 12)."""
        return not self.melee and self.is_settled(head(seat)) and self.credits[seat] == 0

    @property
    def running_burn(self) -> Burn | None:
        if self.burns and self.burns[-1].outcome == "running":
            return self.burns[-1]
        return None

    @property
    def threes_held(self) -> bool:
        return self.options.hold_threes != "off"

    def is_gouji(self, play: Play) -> bool:
        return not self.melee and is_gouji(play, self.options.gouji_thresholds, self.options.red_not_gouji)

    def plays_of(self, seat: int) -> list[Play]:
        """Every play that the hand allows, whatever lies on the table."""
        by_size = self._by_size(seat)
        return [play for plays in by_size.values() for play in plays]

    def beating_plays(self, seat: int) -> list[Play]:
        """Every play of the seat that beats the table."""
        assert self.table is not None
        by_size, options = self._by_size(seat), self.options
        sizes = {self.table.size, self.table.size + self.table.big if options.red_two_for_one else 0}
        return [
            play
            for number in sizes
            for play in by_size.get(number, ())
            if beats(play, self.table, options.mixed_jokers, options.red_two_for_one)
        ]

    def _by_size(self, seat: int) -> dict[int, tuple[Play, ...]]:
        return plays_by_size(tuple(self.hands[seat]), self.threes_held, self.fours_may_hold_jokers(seat))

    def opening_closed(self, seat: int) -> bool:
        """Whether the seat can no longer open in this deal (RULES 9.3)."""
        options, opposite = self.options, head(seat)
        if options.open_by == "none" or self.melee:
            return True
        if options.open_until == "any_out":
            return bool(self.settled)
        if options.open_until == "head_out":
            forgiven = options.open_if_head_smothered and (opposite, "smothered") in self.settled
            return self.is_settled(opposite) and not forgiven
        return False

    def fours_may_hold_jokers(self, seat: int) -> bool:
        """RULES 9.4."""
        if self.options.fours_with_jokers == "always":
            return True
        return self.opened[seat] or self.given_up[seat] or self.opening_closed(seat)

    def left_with_threes(self, seat: int) -> bool:
        """Whether the seat, whose play lies on the table, holds 3s only: that play left it so (RULES 10)."""
        return only_threes(self.hands[seat])


def ask(deal: Deal, seat: int, phase: str, actions: Callable[[], list[str]]) -> Steps:
    """Ask a seat; what is forced is done without asking (RULES 19). A lead is asked even with one play."""
    if deal.replayed < len(deal.log):
        deal.replayed += 1
        return deal.log[deal.replayed - 1].action
    choices = sorted(actions())
    if len(choices) == 1 and phase != "lead":
        choice = choices[0]
    else:
        choice = yield Decision(seat, phase, tuple(choices))
    deal.log.append(Choice(seat, phase, choice))
    deal.replayed += 1
    return choice
