"""One hash that stands for the behaviour of the engine: rules, dealing and policies together."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final

from gouji_sim.core._batch import play_deals, play_sessions
from gouji_sim.core._rules import CompiledRules
from gouji_sim.core.policies import POLICIES
from gouji_sim.rules import list_variants, load_variant

__all__ = ["core_signature"]

SEED: Final = 20_240_229
DEALS: Final = 60
SESSIONS: Final = 4


@cache
def core_signature() -> str:
    """Play a fixed mix of all variants and policies and hash the records: 16 hexadecimal digits.

    Equal signatures mean equal records for equal studies; a change of behaviour changes it. Takes a
    fraction of a second the first time.
    """
    digest = hashlib.sha256()
    for name in list_variants():
        rules = CompiledRules(load_variant(name).options)
        for policy in POLICIES:
            lineup = [policy] * 6
            digest.update(play_deals(rules, lineup, SEED, 0, DEALS).tobytes())
            digest.update(play_sessions(rules, lineup, SEED, 0, SESSIONS).tobytes())
        mixed = [POLICIES[seat % len(POLICIES)] for seat in range(6)]
        digest.update(play_deals(rules, mixed, SEED, 0, DEALS, rotation=1, replicate=1).tobytes())
    return digest.hexdigest()[:16]
