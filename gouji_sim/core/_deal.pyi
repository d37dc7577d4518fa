import numpy as np
from numpy.typing import NDArray

from gouji_sim.core._rules import CompiledRules

def dealing_order(
    rules: CompiledRules, seed: int, deal: int, *, attempt: int = 0, rotation: int = 0
) -> tuple[int, list[tuple[int, int, int]]]: ...
def leader_by_rule(
    rules: CompiledRules, seed: int, deal: int, rule: str, *, attempt: int = 0, rotation: int = 0
) -> int: ...
def deal_hands(
    rules: CompiledRules, seed: int, start: int, count: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...
