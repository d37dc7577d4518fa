"""Sampled hidden hands played out by a policy written in Python."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gouji_sim.core._engine import Engine
from gouji_sim.errors import PolicyError
from gouji_sim.playing import Policy, apply_choice
from gouji_sim.view import History, view_of

__all__ = ["python_playouts"]


def python_playouts(
    engine: Engine, actions: Sequence[str], policy: Policy, name: str, key: int, first: int, count: int
) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """As ``Engine.search``, with all seats played by ``policy`` after the action."""
    scores = np.zeros((count, len(actions)), dtype=np.int16)
    places = np.zeros((count, len(actions)), dtype=np.uint8)
    seat = engine.seat
    assert seat is not None
    before = History().follow(engine)
    for row in range(count):
        for column, action in enumerate(actions):
            table = engine.sampled(key, first + row)
            table.apply(action)
            history = History(before)
            while table.seat is not None:
                stream = (key, first + row)
                view = view_of(table, table.rules.options, history.follow(table), stream)
                apply_choice(table, policy, view, f"policy {name}, seat {view.seat}, sample {first + row}")
            if table.is_void:
                continue
            if table.failed:
                raise PolicyError("would empty a hand before the play begins", place=f"sample {first + row}")
            outcome = table.record_outcome()
            scores[row, column] = outcome["scores"][seat]
            places[row, column] = outcome["places"][seat]
    return scores, places
