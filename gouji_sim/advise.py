"""What a seat had best do in a position: the candidates played out on sampled hidden hands, ranked.

The asked seat knows its own hand and what is public (RULES 16); the other hands of a position are used for
nothing but their number of cards, whether the file gives them or not.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from gouji_sim.core._engine import Engine
from gouji_sim.core.policies import POLICIES
from gouji_sim.errors import PositionError, StudyError
from gouji_sim.playing import load_policy
from gouji_sim.playouts import python_playouts
from gouji_sim.vocab import N_SEATS

__all__ = ["MOST_ACTIONS", "Advice", "Choice", "advise"]

MOST_ACTIONS: Final = 24
"""Actions that can be compared at once: where more are legal, those that search would compare."""

BATCH: Final = 16
"""Samples played out at a time."""


@dataclass(frozen=True)
class Choice:
    """One action and what came of it over all samples.

    ``score`` is the mean score of the asked seat's team (of the seat, without teams) with its 95 % interval
    ``low`` to ``high``; ``behind`` how far it is behind the first action on the same samples, with the
    interval of that difference; ``places`` the shares of places 1 to 6 of the asked seat. Intervals are None
    after a single sample. ``own`` marks what the rollout policy itself would do.
    """

    action: str
    score: float
    low: float | None
    high: float | None
    behind: float
    behind_low: float | None
    behind_high: float | None
    places: tuple[float, ...]
    own: bool

    def to_dict(self) -> dict[str, Any]:
        return {**vars(self), "places": list(self.places)}


@dataclass(frozen=True)
class Advice:
    """The ranked actions, best first; ``legal`` counts all legal actions, compared or not."""

    seat: int
    phase: str
    legal: int
    samples: int
    rollout: str
    seed: int
    choices: tuple[Choice, ...]

    def to_dict(self) -> dict[str, Any]:
        return {**vars(self), "choices": [choice.to_dict() for choice in self.choices]}


def advise(
    engine: Engine,
    *,
    samples: int = 256,
    rollout: str = "expert",
    seed: int = 0,
    jobs: int = 1,
    seconds: float | None = None,
) -> Advice:
    """Rank the actions of the seat that is asked.

    ``rollout`` plays the deals out: a fast policy of the core, or ``module:attribute``. The answer depends on
    the position as that seat knows it, ``samples``, ``rollout`` and ``seed``, not on ``jobs``; with
    ``seconds`` the samples end at the first batch after that time. Raises `PositionError` when nobody is
    asked or the hidden cards do not go round, `StudyError` for a policy that plays nothing out.
    """
    if engine.seat is None:
        raise PositionError("the deal is over: nobody is asked")
    if samples < 1 or jobs < 1:
        raise StudyError("must be at least 1", place="samples" if samples < 1 else "jobs")
    if engine.phase == "declare" and engine.rules.options.setup.index("declare") < 1:
        raise PositionError("the seat declares before it is dealt a hand: there is nothing to play out")
    own, actions = _actions(engine, rollout)
    scores, places = _play_out(engine, actions, rollout, seed, samples, jobs, seconds)
    order = np.argsort(-scores.mean(axis=0), kind="stable")
    best = int(order[0])
    choices = []
    for k in map(int, order):
        score, low, high = _interval(scores[:, k])
        behind, behind_low, behind_high = _interval(scores[:, best] - scores[:, k])
        shares = np.bincount(places[:, k], minlength=N_SEATS + 1)[1:] / len(places)
        choices.append(
            Choice(
                actions[k],
                score,
                low,
                high,
                behind,
                behind_low,
                behind_high,
                tuple(shares.tolist()),
                k == own,
            )
        )
    return Advice(engine.seat, engine.phase, engine.n_actions(), len(scores), rollout, seed, tuple(choices))


def _actions(engine: Engine, rollout: str) -> tuple[int | None, list[str]]:
    """The actions to compare, and the number among them of the rollout policy's own choice."""
    guide = rollout if rollout in POLICIES else "expert"
    candidates = engine.search_candidates(guide)
    if engine.n_actions() <= MOST_ACTIONS:
        candidates += [action for action in engine.legal() if action not in candidates]
    return (0 if guide == rollout else None), candidates


def _play_out(
    engine: Engine,
    actions: Sequence[str],
    rollout: str,
    seed: int,
    samples: int,
    jobs: int,
    seconds: float | None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Scores and places of the asked seat, (samples, actions)."""
    policy = None if rollout in POLICIES else load_policy(rollout)
    deadline = None if seconds is None else time.monotonic() + seconds

    def batch(first: int) -> tuple[NDArray[Any], NDArray[Any]] | None:
        if deadline is not None and first and time.monotonic() > deadline:
            return None
        count = min(BATCH, samples - first)
        if policy is None:
            return engine.search(actions, rollout, seed, first, count)
        return python_playouts(engine, actions, policy, rollout, seed, first, count)

    firsts = range(0, samples, BATCH)
    try:
        if jobs == 1:
            found = list(map(batch, firsts))
        else:
            with ThreadPoolExecutor(jobs) as pool:
                found = list(pool.map(batch, firsts))
    except ValueError as error:
        raise PositionError(str(error)) from None
    done: list[tuple[NDArray[Any], NDArray[Any]]] = []
    for part in found:
        if part is None:
            break
        done.append(part)
    scores = np.concatenate([part[0] for part in done]).astype(np.int64)
    return scores, np.concatenate([part[1] for part in done]).astype(np.int64)


def _interval(values: NDArray[np.int64]) -> tuple[float, float | None, float | None]:
    """The mean with its 95 % interval (Student's t); no interval for one value."""
    n, mean = len(values), float(values.mean())
    if n < 2:
        return mean, None, None
    half = float(stats.t.ppf(0.975, n - 1)) * float(values.std(ddof=1)) / n**0.5
    return mean, mean - half, mean + half
