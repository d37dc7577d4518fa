"""A deal of a study retold from its seed: what was dealt, decided and happened, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gouji_sim.core import CompiledRules
from gouji_sim.core._engine import Engine
from gouji_sim.core.record import NO_SEAT, SETTLED_BY
from gouji_sim.errors import GoujiError
from gouji_sim.narrate.events import Event, event_of
from gouji_sim.position import Position
from gouji_sim.rules import Variant
from gouji_sim.vocab import BIG, SMALL, TWO, Counts, format_cards

__all__ = ["Attempt", "Decision", "Step", "Story", "retell", "retell_session"]


@dataclass(frozen=True)
class Decision:
    """A choice of a policy: who was asked for what, among how many actions, and what it chose.

    ``options`` are the actions in the order of the core; empty when they were not wanted.
    """

    seat: int
    phase: str
    n_options: int
    action: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A decision and all that followed until the next one; the first step of a deal has no decision."""

    decision: Decision | None
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Attempt:
    """One dealing of the cards: hands as dealt, who got the first card, who was to lead, and the steps."""

    first_dealt: int
    leader: int
    hands: tuple[Counts, ...]
    steps: tuple[Step, ...]
    void: bool


@dataclass(frozen=True)
class Story:
    """A whole deal, of which all attempts but the last were void.

    ``result`` is the state at the end in the form of RULES 19; ``facts`` are fields of the deal's record,
    under the names of `RECORD_DTYPE`, as they follow from this telling.
    """

    variant: Variant
    lineup: tuple[str, ...]
    seed: int
    index: int
    session: bool
    rotation: int
    replicate: int
    attempts: tuple[Attempt, ...]
    result: dict[str, Any]
    facts: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Everything, fit for JSON."""
        return {
            "variant": self.variant.to_dict(),
            "lineup": list(self.lineup),
            "seed": self.seed,
            "deal": self.index,
            "session": self.session,
            "rotation": self.rotation,
            "replicate": self.replicate,
            "attempts": [_attempt_dict(attempt) for attempt in self.attempts],
            "result": self.result,
        }


Choose = Callable[[Engine], str]
"""What takes a decision: given the table, an action."""


@dataclass(frozen=True)
class _Telling:
    """What is retold, and how much of it."""

    variant: Variant
    lineup: tuple[str, ...]
    seed: int
    session: bool
    rotation: int
    replicate: int
    with_options: bool
    choose: Choose

    def engine(self, index: int) -> Engine:
        """The table with the deal ``index`` dealt."""
        try:
            return Engine.from_deal(
                CompiledRules(self.variant.options),
                self.seed,
                index,
                self.lineup,
                session=self.session,
                rotation=self.rotation,
                replicate=self.replicate,
            )
        except ValueError as error:
            raise GoujiError(str(error)) from None

    def follow(self, engine: Engine, index: int) -> Story:
        """Play the deal that is dealt to its end, and deal void ones anew."""
        attempts = []
        while True:
            state = engine.state()
            hands = tuple(engine.hands())
            engine.start()
            steps = tuple(self._steps(engine))
            if engine.failed:
                place = f"deal {index} of seed {self.seed}"
                raise GoujiError("would empty a hand before the play begins", place)
            attempts.append(Attempt(state["first_dealt"], state["leader"], hands, steps, engine.is_void))
            if not engine.is_void:
                break
            engine.redeal()
        return Story(
            self.variant, self.lineup, self.seed, index, self.session, self.rotation, self.replicate,
            tuple(attempts), Position(engine, self.variant).result(), _facts(engine, attempts),
        )  # fmt: skip

    def _steps(self, engine: Engine) -> Iterator[Step]:
        told = 0
        decision: Decision | None = None
        while True:
            news = engine.events(told)
            told += len(news)
            yield Step(decision, tuple(map(event_of, news)))
            if engine.seat is None:
                return
            options = tuple(engine.legal()) if self.with_options else ()
            seat, phase, n = engine.seat, engine.phase, engine.n_actions()
            action = self.choose(engine)
            decision = Decision(seat, phase, n, action, options)
            engine.apply(action)


def retell(
    variant: Variant,
    lineup: Sequence[str],
    seed: int,
    index: int,
    *,
    session: bool = False,
    rotation: int = 0,
    replicate: int = 0,
    with_options: bool = False,
    choose: Choose = Engine.policy_action,
) -> Story:
    """Play the deal ``index`` of a seed again, as `play_deals` (``session``: `play_sessions`) plays it.

    ``with_options`` keeps the legal actions of every decision. ``choose`` takes the decisions instead of the
    policies of the line-up. Raises GoujiError for a deal that the rules cannot produce.
    """
    telling = _Telling(variant, tuple(lineup), seed, session, rotation, replicate, with_options, choose)
    return telling.follow(telling.engine(index), index)


def retell_session(
    variant: Variant,
    lineup: Sequence[str],
    seed: int,
    number: int,
    *,
    rotation: int = 0,
    replicate: int = 0,
    with_options: bool = False,
    choose: Choose = Engine.policy_action,
) -> Iterator[Story]:
    """The deals of session ``number`` of a seed, in order (RULES 15)."""
    telling = _Telling(variant, tuple(lineup), seed, True, rotation, replicate, with_options, choose)
    first = number * variant.options.session_deals
    engine = telling.engine(first)
    for index in range(first, first + variant.options.session_deals):
        if index > first:
            engine.next_deal()
        yield telling.follow(engine, index)


def _facts(engine: Engine, attempts: Sequence[Attempt]) -> dict[str, Any]:
    state, outcome = engine.state(), engine.record_outcome()
    last = attempts[-1]
    leads = [step.decision.seat for step in last.steps if step.decision and step.decision.phase == "lead"]
    return {
        "plays": state["plays"],
        "void_deals": len(attempts) - 1,
        "score": outcome["scores"],
        "place": outcome["places"],
        "settled_by": [SETTLED_BY.index(how) for how in outcome["settled_by"]],
        "twos": [hand[TWO] for hand in last.hands],
        "small": [hand[SMALL] for hand in last.hands],
        "big": [hand[BIG] for hand in last.hands],
        "first_dealt": last.first_dealt,
        "leader": leads[0],
        "rounds": len(leads),
        "opened": state["opened"],
        "declared": state["declared"],
        "sweep": NO_SEAT if outcome["sweep"] is None else outcome["sweep"],
        "revolter": NO_SEAT if state["revolter"] is None else state["revolter"],
        "resisted": state["resisted"],
    }


def _attempt_dict(attempt: Attempt) -> dict[str, Any]:
    return {
        "first_dealt": attempt.first_dealt,
        "leader": attempt.leader,
        "hands": [format_cards(hand) for hand in attempt.hands],
        "void": attempt.void,
        "steps": [
            {"decision": _decision_dict(step.decision), "events": list(step.events)} for step in attempt.steps
        ],
    }


def _decision_dict(decision: Decision | None) -> dict[str, Any] | None:
    if decision is None:
        return None
    entry: dict[str, Any] = {
        "seat": decision.seat,
        "phase": decision.phase,
        "n_options": decision.n_options,
        "action": decision.action,
    }
    return entry | {"options": list(decision.options)} if decision.options else entry
