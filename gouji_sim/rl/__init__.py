"""The game for learning agents: a PettingZoo environment, and its encodings for use outside it.

Needs the extra: ``pip install 'gouji-sim[rl]'``; importing it without raises ImportError.
"""

from gouji_sim.rl.actions import Actions
from gouji_sim.rl.environment import env, raw_env
from gouji_sim.rl.observation import Encoder

__all__ = ["Actions", "Encoder", "env", "raw_env"]
