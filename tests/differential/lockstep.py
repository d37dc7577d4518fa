"""Plays one case on the reference and on `Position` in step, and compares all that they say."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from reference import ReferenceError, ReferenceGame
from reference.events import events
from reference.randomise import Case, case, choose

from gouji_sim.errors import PositionError
from gouji_sim.position import Position

MOST_DECISIONS = 40
"""Decisions that are played of one case."""

PERFT_NODES = 400
"""About how many sequences a perft of the comparison counts at most."""

WORDS = ("pass", "yield", "decline", "stay", "shed", "keep", "burn:2", "return:9", "3", "WW2", "77", "A8", "")
"""Actions that are tried where they are not legal."""

REFUSED = "refused"
"""What an engine says where it raises its error."""


class Mismatch(AssertionError):
    """The two engines differ; the text ends with the position, ready for a file."""

    def __init__(self, seen: Case, actions: list[str], what: str, reference: Any, position: Any) -> None:
        text = json.dumps({**seen.position, "actions": actions}, ensure_ascii=False)
        super().__init__(
            f"{what} differs ({seen.family})\nreference: {reference}\nposition:  {position}\n{text}"
        )


class Lockstep(NamedTuple):
    decisions: int
    perft_nodes: int
    events: Counter[str]


def play_cases(seed: int, first: int, count: int) -> Lockstep:
    """Compare the cases ``first`` … ``first + count - 1`` of a seed."""
    decisions, nodes, found = 0, 0, Counter[str]()
    for number in range(first, first + count):
        one = lockstep(case(seed, number))
        decisions += one.decisions
        nodes += one.perft_nodes
        found += one.events
    return Lockstep(decisions, nodes, found)


def lockstep(seen: Case) -> Lockstep:
    """Play a case to its end or for `MOST_DECISIONS`; raises Mismatch."""
    actions: list[str] = []

    def same(what: str, reference: Any, position: Any) -> None:
        if reference != position:
            raise Mismatch(seen, actions, what, reference, position)

    game = _answer(ReferenceGame.from_position, seen.position)
    position = _answer(Position.from_dict, seen.position)
    if REFUSED in (game, position):
        same("refusal of the position", game == REFUSED, position == REFUSED)
        return Lockstep(0, 0, Counter({"setup refused": 1}))
    perft_at, wrong_at = seen.rng.randrange(MOST_DECISIONS), seen.rng.randrange(MOST_DECISIONS)
    nodes = 0
    while True:
        same("legal", game.legal(), position.legal())
        same("result", game.result(), position.result())
        decision = game.decision
        if decision is None or len(actions) == MOST_DECISIONS:
            return Lockstep(len(actions), nodes, events(game.deal))
        if len(actions) == perft_at and (depth := _depth(len(decision.actions))):
            counted = _answer(game.perft, depth)
            same(f"perft({depth})", counted, _answer(position.perft, depth))
            nodes += 0 if counted == REFUSED else counted
        if len(actions) == wrong_at:
            wrong = seen.rng.choice([word for word in WORDS if word not in decision.actions])
            same(f"answer to {wrong!r}", _answer(game.apply, wrong), _answer(position.apply, wrong))
            same(f"legal after {wrong!r}", game.legal(), position.legal())
        actions.append(choose(decision, seen.tendency, seen.rng))
        answer = _answer(game.apply, actions[-1])
        same("answer to the last action", answer, _answer(position.apply, actions[-1]))
        if answer == REFUSED:
            return Lockstep(len(actions), nodes, Counter({"setup refused": 1}))


def _depth(breadth: int) -> int:
    """The depth of a perft of bearable size; 0 for none."""
    return next((depth for depth in (3, 2) if breadth**depth <= PERFT_NODES), 0)


def _answer(do: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return do(*arguments)
    except (ReferenceError, PositionError):
        return REFUSED
