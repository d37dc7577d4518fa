"""Is a deal as it is told the deal that was recorded?"""

from __future__ import annotations

from typing import Any

import numpy as np

from gouji_sim.core import RECORD_DTYPE, CompiledRules, play_deals, play_sessions
from gouji_sim.narrate.story import Story

__all__ = ["differences", "record_of"]


def record_of(story: Story) -> Any:
    """The record of the deal as the batch driver writes it: a row of `RECORD_DTYPE`."""
    rules = CompiledRules(story.variant.options)
    how = {"rotation": story.rotation, "replicate": story.replicate}
    if not story.session:
        return play_deals(rules, story.lineup, story.seed, story.index, 1, **how)[0]
    session, number = divmod(story.index, story.variant.options.session_deals)
    return play_sessions(rules, story.lineup, story.seed, session, 1, **how)[number]


def differences(story: Story, stored: Any) -> list[str]:
    """Every field in which a stored record, the batch driver and the telling do not all agree.

    ``stored`` is a row with fields of `RECORD_DTYPE`, all or some.
    """
    played = record_of(story)
    found = []
    for name in RECORD_DTYPE.names or ():
        if name in stored.dtype.names and not np.array_equal(stored[name], played[name]):
            found.append(f"{name} is {_text(stored[name])} in the record, {_text(played[name])} played again")
    for name, told in story.facts.items():
        if not np.array_equal(played[name], told):
            found.append(f"{name} is {_text(played[name])} in the record, {_text(told)} as told")
    return found


def _text(value: Any) -> str:
    return str(value.tolist() if isinstance(value, np.ndarray | np.generic) else value)
