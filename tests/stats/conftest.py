"""Synthetic records of deals: every field random but consistent with the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gouji_sim.core.record import RECORD_DTYPE
from gouji_sim.rules import Options

Records = NDArray[Any]
MakeRecords = Callable[..., Records]


def make_records(n: int, seed: int = 1, options: Options | None = None) -> Records:
    """``n`` records: places a permutation, scores those of the places, the rest random counts and masks."""
    options = options or Options()
    rng = np.random.default_rng(seed)
    records = np.zeros(n, dtype=RECORD_DTYPE)
    records["deal"] = np.arange(n)
    order = np.argsort(rng.random((n, 6)), axis=1)
    records["place"] = order + 1
    # places are taken in time order, with ties now and then
    times = np.sort(rng.integers(20, 60, (n, 6)), axis=1)
    records["settled_at"] = np.take_along_axis(times, order, axis=1)
    records["plays"] = times[:, -1]
    points = np.array(options.place_points)[order]
    records["sweep"] = -1
    if options.teams:
        team = np.stack([points[:, 0::2].sum(axis=1), points[:, 1::2].sum(axis=1)], axis=1)
        for side in (0, 1):
            swept = (order[:, side::2] < 3).all(axis=1)
            records["sweep"][swept] = side
            team[swept] *= 2
        records["score"] = team[:, [0, 1, 0, 1, 0, 1]]
    else:
        records["score"] = points
    for name, most in (("decisions", 400), ("rounds", 60), ("gouji_plays", 30)):
        records[name] = rng.integers(0, most, n)
    records["void_deals"] = rng.random(n) < 0.05
    records["void_revolts"] = 2 * records["void_deals"]
    records["revolter"] = np.where(rng.random(n) < 0.2, rng.integers(0, 6, n), -1)
    records["kept_head"] = (records["revolter"] >= 0) & (rng.random(n) < 0.5)
    revolted = records["revolter"] >= 0
    opened = rng.integers(0, 64, n)
    opened = np.where(revolted, opened & ~(1 << np.maximum(records["revolter"], 0)), opened)
    head = (np.maximum(records["revolter"], 0) + 3) % 6
    records["opened"] = np.where(revolted, opened | 1 << head, opened)
    for name in ("declared", "burners", "resisted"):
        records[name] = rng.integers(0, 64, n)
    records["burn_winners"] = records["burners"] & rng.integers(0, 64, n)
    records["burns"] = rng.integers(0, 3, (n, 6))
    burns = records["burns"].sum(axis=1)
    records["burn_chances"] = burns + rng.integers(0, 9, n)
    records["counter_burns"] = np.minimum(burns, rng.integers(0, 2, n))
    records["settled_by"] = rng.integers(0, 6, (n, 6))
    records["first_dealt"], records["leader"] = rng.integers(0, 6, n), rng.integers(0, 6, n)
    records["first_out"] = np.where(rng.random(n) < 0.9, rng.integers(0, 6, n), -1)
    for name in ("big", "small"):
        records[name] = rng.multinomial(4, [1 / 6] * 6, n)
    records["twos"] = rng.multinomial(16, [1 / 6] * 6, n)
    for name in ("yields", "bought", "returned", "shed"):
        records[name] = rng.integers(0, 4, n)
    records["tribute"] = rng.integers(0, 5, (n, 4))
    return records


@pytest.fixture(scope="session")
def synthetic() -> MakeRecords:
    """The maker of synthetic records."""
    return make_records
