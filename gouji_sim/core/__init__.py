"""The engine: rules, dealing, play and batches of deals, compiled."""

from gouji_sim.core._batch import play_deals, play_sessions
from gouji_sim.core._rules import CompiledRules
from gouji_sim.core.policies import POLICIES
from gouji_sim.core.record import RECORD_DTYPE

__all__ = ["POLICIES", "RECORD_DTYPE", "CompiledRules", "play_deals", "play_sessions"]
