from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gouji_sim.core._rules import CompiledRules

def play_deals(
    rules: CompiledRules,
    lineup: Sequence[str],
    seed: int,
    start: int,
    count: int,
    *,
    rotation: int = 0,
    replicate: int = 0,
) -> NDArray[np.void]: ...
def play_sessions(
    rules: CompiledRules,
    lineup: Sequence[str],
    seed: int,
    start: int,
    count: int,
    *,
    rotation: int = 0,
    replicate: int = 0,
) -> NDArray[np.void]: ...
