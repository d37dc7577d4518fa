"""Plays one case on the reference and on `Position` in step, and compares all that they say."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

from gouji_sim.errors import PositionError
from gouji_sim.position import Position
from reference import ReferenceError, ReferenceGame
from reference.events import events
from reference.randomise import Case, case, choose

MOST_DECISIONS = 40
"""Decisions that are played of one case."""

PERFT_NODES = 400
"""About how many sequences a perft of the comparison counts at most."""

WORDS = ("pass", "yield", "decline", "stay", "shed", "keep", "burn:2", "return:9", "3", "WW2", "77", "A8", "")
"""Actions that are tried where they are not legal."""


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

    reference, refused = _or_error(lambda: ReferenceGame.from_position(seen.position))
    position, refused_too = _or_error(lambda: Position.from_dict(seen.position))
    if refused or refused_too:
        same("refusal of the position", bool(refused), bool(refused_too))
        return Lockstep(0, 0, Counter({"refused setup": 1}))
    perft_at, wrong_at = seen.rng.randrange(MOST_DECISIONS), seen.rng.randrange(MOST_DECISIONS)
    nodes = 0
    while True:
        same("legal", reference.legal(), position.legal())
        same("result", reference.result(), position.result())
        decision = reference.decision
        if decision is None or len(actions) == MOST_DECISIONS:
            break
        if len(actions) == perft_at:
            depth = 3 if len(decision.actions) ** 3 <= PERFT_NODES else 2
            if len(decision.actions) ** depth <= PERFT_NODES:
                counts = [_or_error(lambda game=game: game.perft(depth)) for game in (reference, position)]
                same(
                    f"perft({depth})", bool(counts[0][1]) or counts[0][0], bool(counts[1][1]) or counts[1][0]
                )
                nodes += counts[0][0] or 0
        if len(actions) == wrong_at:
            word = seen.rng.choice([word for word in WORDS if word not in decision.actions])
            errors = [_or_error(lambda game=game: game.apply(word))[1] for game in (reference, position)]
            same(f"refusal of {word!r}", bool(errors[0]), bool(errors[1]))
            same(f"legal after {word!r} was refused", reference.legal(), position.legal())
        action = choose(decision, seen.tendency, seen.rng)
        errors = [_or_error(lambda game=game: game.apply(action))[1] for game in (reference, position)]
        actions.append(action)
        if any(errors):
            same("refusal of the last action", bool(errors[0]), bool(errors[1]))
            return Lockstep(len(actions), nodes, Counter({"refused setup": 1}))
    return Lockstep(len(actions), nodes, events(reference.deal))


def _or_error(do: Any) -> tuple[Any, Exception | None]:
    try:
        return do(), None
    except (ReferenceError, PositionError) as error:
        return None, error
