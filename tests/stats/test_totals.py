"""Totals are exact, merge in any order and come back from JSON."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_sim.rules import Options
from gouji_sim.stats.catalogue import PAIRS
from gouji_sim.stats.features import CHUNK, FEATURES, features
from gouji_sim.stats.totals import Totals

MakeRecords = Callable[..., Any]

tables = st.lists(st.lists(st.integers(-(2**52), 2**52), min_size=3, max_size=3), min_size=1, max_size=12)


@given(tables)
def test_sums_and_products_are_exact(rows: list[list[int]]) -> None:
    totals = Totals.from_matrix("xyz", np.array(rows, dtype=np.int64))
    for i, x in enumerate("xyz"):
        assert totals.sum(x) == sum(row[i] for row in rows)
        for j, y in enumerate("xyz"):
            assert totals.product(x, y) == sum(row[i] * row[j] for row in rows)


@given(tables, st.data())
def test_merging_is_order_free(rows: list[list[int]], data: st.DataObject) -> None:
    table = np.array(rows, dtype=np.int64)
    cut = data.draw(st.integers(0, len(rows)))
    shuffled = data.draw(st.permutations(rows))
    one, two = Totals.from_matrix("xyz", table[:cut]), Totals.from_matrix("xyz", table[cut:])
    whole = Totals.from_matrix("xyz", np.array(shuffled, dtype=np.int64))
    assert one + two == two + one == whole
    assert Totals.from_json(whole.to_json()) == whole


def test_records_in_shards_of_any_size_give_the_same(synthetic: MakeRecords) -> None:
    records, options = synthetic(2 * CHUNK + 100), Options()
    whole = Totals.from_records(records, options)
    cuts = [0, 7, 1000, 1001, 5000, len(records)]
    shards = [Totals.from_records(records[a:b], options) for a, b in itertools.pairwise(cuts)]
    merged = Totals.empty().merge(reversed(shards))
    assert merged == whole
    table = features(records, options)
    assert whole.sums == table.sum(axis=0).tolist()
    for x, y in PAIRS:
        i, j = FEATURES.index(x), FEATURES.index(y)
        assert whole.product(x, y) == int(table[:, i] @ table[:, j])


def test_a_unit_may_be_a_session_or_a_block(synthetic: MakeRecords) -> None:
    options = Options()
    records = synthetic(60)
    sessions = Totals.from_records(records, options, unit=5)
    table = features(records, options).reshape(12, 5, -1).sum(axis=1)
    assert sessions == Totals.from_matrix(FEATURES, table, PAIRS)
    blocks = Totals.from_replays([records[:30], records[30:]], options)
    table = features(records, options).reshape(2, 30, -1).sum(axis=0)
    assert blocks == Totals.from_matrix(FEATURES, table, PAIRS)
    with pytest.raises(ValueError, match="whole number of units"):
        Totals.from_records(records[:59], options, unit=5)


def test_totals_travel_between_processes(synthetic: MakeRecords) -> None:
    totals = Totals.from_records(synthetic(50), Options())
    assert pickle.loads(pickle.dumps(totals)) == totals


def test_covariance_is_numpys(synthetic: MakeRecords) -> None:
    records, options = synthetic(500), Options()
    totals, table = Totals.from_records(records, options), features(records, options)
    names = ["opened", "score_opened", "seats", "score_total"]
    columns = table[:, [FEATURES.index(name) for name in names]]
    assert np.allclose(totals.covariance(names), np.cov(columns, rowvar=False))
    assert np.allclose(totals.means(names), columns.mean(axis=0))


def test_products_that_are_not_kept_are_an_error() -> None:
    totals = Totals.from_matrix("xyz", np.ones((2, 3), dtype=np.int64), [("x", "y")])
    assert totals.product("y", "x") == totals.product("z", "z") == 2
    assert "x" in totals
    assert "w" not in totals
    with pytest.raises(KeyError, match="x and z"):
        totals.product("x", "z")


def test_totals_of_other_quantities_do_not_merge() -> None:
    with pytest.raises(ValueError, match="do not merge"):
        Totals.empty().merge([Totals("xy", [])])


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d.pop("sums"),
        lambda d: d["sums"].pop(),
        lambda d: d["products"].pop(),
        lambda d: d["products"].reverse(),
        lambda d: d["products"][0].__setitem__(2, 1.5),
        lambda d: d["products"][0].__setitem__(1, 99),
        lambda d: d["names"].__setitem__(0, "y"),
        lambda d: d.__setitem__("n", -1),
        lambda d: d.__setitem__("names", None),
    ],
)
def test_damaged_totals_are_refused(damage: Callable[[dict[str, Any]], object]) -> None:
    data = Totals.from_matrix("xyz", np.ones((2, 3), dtype=np.int64)).to_dict()
    damage(data)
    with pytest.raises(ValueError, match="damaged"):
        Totals.from_dict(data)


def test_matrices_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="names"):
        Totals.from_matrix("xy", np.ones((2, 3), dtype=np.int64))
    with pytest.raises(ValueError, match=r"2\*\*53"):
        Totals.from_matrix("x", np.array([[2**53]]))
