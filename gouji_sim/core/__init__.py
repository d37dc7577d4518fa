"""The engine: rules, dealing, play and batches of deals, compiled."""

from gouji_sim.core._batch import play_deals, play_sessions
from gouji_sim.core._deal import deal_hands
from gouji_sim.core._engine import Engine, beats
from gouji_sim.core._rules import CompiledRules
from gouji_sim.core.policies import POLICIES
from gouji_sim.core.record import RECORD_DTYPE
from gouji_sim.core.signature import core_signature

__all__ = [
    "POLICIES",
    "RECORD_DTYPE",
    "CompiledRules",
    "Engine",
    "beats",
    "core_signature",
    "deal_hands",
    "play_deals",
    "play_sessions",
]
