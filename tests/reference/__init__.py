"""The game in plain Python, in its most obvious form: the measure of the compiled engine.

Written from the rules alone; it shares nothing with ``gouji_sim.core`` and reads only the options of
``gouji_sim.rules``.
"""

from .deal import Decision, ReferenceError
from .game import ReferenceGame

__all__ = ["Decision", "ReferenceError", "ReferenceGame"]
