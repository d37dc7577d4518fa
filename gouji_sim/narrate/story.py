"""A deal of a study retold from its seed: what was dealt, decided and happened, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
) -> Story:
    """Play the deal ``index`` of a seed again, as `play_deals` (``session``: `play_sessions`) plays it.

    ``with_options`` keeps the legal actions of every decision. Raises GoujiError for a deal that the rules
    cannot produce.
    """
    engine = _deal(variant, lineup, seed, index, session, rotation, replicate)
    return _follow(engine, variant, lineup, seed, index, session, rotation, replicate, with_options)


def retell_session(
    variant: Variant,
    lineup: Sequence[str],
    seed: int,
    number: int,
    *,
    rotation: int = 0,
    replicate: int = 0,
    with_options: bool = False,
) -> Iterator[Story]:
    """The deals of session ``number`` of a seed, in order (RULES 15)."""
    first = number * variant.options.session_deals
    engine = _deal(variant, lineup, seed, first, True, rotation, replicate)
    for index in range(first, first + variant.options.session_deals):
        if index > first:
            engine.next_deal()
        yield _follow(engine, variant, lineup, seed, index, True, rotation, replicate, with_options)


def _deal(
    variant: Variant,
    lineup: Sequence[str],
    seed: int,
    index: int,
    session: bool,
    rotation: int,
    replicate: int,
) -> Engine:
    rules = CompiledRules(variant.options)
    try:
        return Engine.from_deal(
            rules, seed, index, lineup, session=session, rotation=rotation, replicate=replicate
        )
    except ValueError as error:
        raise GoujiError(str(error)) from None


def _follow(
    engine: Engine,
    variant: Variant,
    lineup: Sequence[str],
    seed: int,
    index: int,
    session: bool,
    rotation: int,
    replicate: int,
    with_options: bool,
) -> Story:
    """Play the deal that stands before its setup, and deal void ones anew."""
    attempts = []
    while True:
        state = engine.state()
        hands = tuple(engine.hands())
        engine.start()
        steps = tuple(_steps(engine, with_options))
        if engine.failed:
            raise GoujiError("would empty a hand before the play begins", f"deal {index} of seed {seed}")
        attempts.append(Attempt(state["first_dealt"], state["leader"], hands, steps, engine.is_void))
        if not engine.is_void:
            break
        engine.redeal()
    return Story(
        variant, tuple(lineup), seed, index, session, rotation, replicate, tuple(attempts),
        Position(engine, variant).result(), _facts(engine, attempts),
    )  # fmt: skip


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


def _steps(engine: Engine, with_options: bool) -> Iterator[Step]:
    told = 0
    decision: Decision | None = None
    while True:
        news = engine.events(told)
        told += len(news)
        yield Step(decision, tuple(map(event_of, news)))
        if engine.seat is None:
            return
        options = tuple(engine.legal()) if with_options else ()
        seat, phase, n = engine.seat, engine.phase, engine.n_actions()
        action = engine.policy_action()
        decision = Decision(seat, phase, n, action, options)
        engine.apply(action)


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
