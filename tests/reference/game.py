"""A game that is asked and told: `ReferenceGame`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import position as positions
from . import rounds, setup
from .deal import Choice, Deal, Decision, ReferenceError, Steps
from .plays import parse_play


class ReferenceGame:
    """One deal, from a position on.

    The rules are generators that stop at each decision; a copy is made by running them again along the same
    choices.
    """

    def __init__(self, make: positions.MakeDeal, start: str) -> None:
        self._make = make
        self._start = start
        self.history: list[str] = []
        """The actions of all decisions so far."""
        self._begin(log=[])

    @classmethod
    def from_position(cls, position: Mapping[str, Any], beside: Path | None = None) -> ReferenceGame:
        """Read a position (RULES 19) and carry out its actions; ReferenceError names what is wrong.

        A relative path in ``variant`` is looked up in the directory ``beside`` first.
        """
        make, start, actions = positions.read(position, beside)
        game = cls(make, start)
        for index, action in enumerate(actions):
            try:
                game.apply(action)
            except ReferenceError as error:
                raise ReferenceError(f"actions[{index}]: {error}") from error
        return game

    def _begin(self, log: list[Choice]) -> None:
        self.deal: Deal = self._make()
        self.deal.log = log
        self._steps = _whole_deal(self.deal, self._start)
        self._decision: Decision | None = next(self._steps, None)

    @property
    def decision(self) -> Decision | None:
        """The seat that is asked now; None when the deal is over."""
        return self._decision

    def legal(self) -> dict[str, Any]:
        """Who is asked for what, and the actions, sorted (RULES 19)."""
        if self._decision is None:
            return {"seat": None, "phase": "over", "actions": []}
        seat, phase, actions = self._decision
        return {"seat": seat, "phase": phase, "actions": list(actions)}

    def apply(self, action: str) -> None:
        """Carry out an action.

        ReferenceError if it is not legal, which changes nothing, or if the setup then empties a hand, which
        ends the game.
        """
        if self._decision is None:
            raise ReferenceError(f"{action!r} comes after the end of the deal")
        wanted = _in_order(action)
        if wanted not in self._decision.actions:
            seat, phase, _ = self._decision
            raise ReferenceError(f"{action!r} is no legal action of seat {seat} ({phase})")
        try:
            self._decision = self._steps.send(wanted)
        except StopIteration:
            self._decision = None
        self.history.append(wanted)

    def result(self) -> dict[str, Any]:
        """The state as `play` prints it (RULES 19)."""
        return positions.result(self.deal)

    def copy(self) -> ReferenceGame:
        twin = object.__new__(ReferenceGame)
        twin._make, twin._start, twin.history = self._make, self._start, list(self.history)
        twin._begin(log=list(self.deal.log))
        return twin

    def perft(self, depth: int) -> int:
        """The number of different action sequences of ``depth`` decisions (RULES 20).

        A sequence that ends earlier, with the deal or because the setup empties a hand, counts as one.
        """
        if depth == 0 or self._decision is None:
            return 1
        if depth == 1:
            return len(self._decision.actions)
        nodes = 0
        for action in self._decision.actions:
            child = self.copy()
            try:
                child.apply(action)
            except ReferenceError:
                nodes += 1
            else:
                nodes += child.perft(depth - 1)
        return nodes


def _whole_deal(deal: Deal, start: str) -> Steps:
    if start == "dealt":
        yield from setup.setup(deal)
    if not deal.void:
        yield from rounds.play(deal)


def _in_order(action: str) -> str:
    """The action with its cards in the order of output; other text stays as it is."""
    prefix = "burn:" if action.startswith("burn:") else ""
    try:
        return prefix + parse_play(action.removeprefix(prefix)).text
    except ValueError:
        return action
