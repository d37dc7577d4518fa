"""R² and correlation against statsmodels and scipy."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from gouji_sim.stats.delta import smooth_estimate
from gouji_sim.stats.regression import correlation, product_name, r_squared, with_products
from gouji_sim.stats.totals import Totals


def totals_of(**columns: np.ndarray) -> Totals:
    names, values = with_products(list(columns), [column.astype(np.int64) for column in columns.values()])
    table = np.stack([*values, np.ones(len(values[0]), dtype=np.int64)], axis=1)
    return Totals.from_matrix([*names, "deals"], table)


@pytest.fixture
def sample() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(4)
    x, z = rng.poisson(2, 2000), rng.poisson(5, 2000)
    return {"x": x, "z": z, "c": np.full(2000, 3), "y": 3 * x - z + rng.integers(-9, 10, 2000)}


def test_r_squared_is_that_of_least_squares(sample: dict[str, np.ndarray]) -> None:
    totals = totals_of(**sample)
    found = smooth_estimate("r2", totals, r_squared(totals, "y", ["x", "z"]))
    fit = sm.OLS(sample["y"], sm.add_constant(np.stack([sample["x"], sample["z"]], axis=1))).fit()
    assert found.value == pytest.approx(fit.rsquared, abs=1e-9)
    # influence function of R²: ((1 - R²) c² - e²) / var y
    c, e = sample["y"] - sample["y"].mean(), fit.resid
    influence = ((1 - fit.rsquared) * c**2 - e**2) / c.var()
    assert found.half_width == pytest.approx(1.9612 * influence.std() / np.sqrt(2000), rel=1e-3)


def test_a_constant_or_repeated_regressor_changes_nothing(sample: dict[str, np.ndarray]) -> None:
    totals = totals_of(x=sample["x"], z=sample["z"], c=sample["c"], w=2 * sample["x"], y=sample["y"])
    plain = smooth_estimate("r2", totals, r_squared(totals, "y", ["x", "z"]))
    more = smooth_estimate("r2", totals, r_squared(totals, "y", ["x", "z", "c", "w"]))
    assert more.value == pytest.approx(plain.value, abs=1e-9)
    assert more.half_width == pytest.approx(plain.half_width, rel=1e-3)


def test_a_constant_response_has_no_r_squared(sample: dict[str, np.ndarray]) -> None:
    totals = totals_of(x=sample["x"], y=sample["c"])
    assert smooth_estimate("r2", totals, r_squared(totals, "y", ["x"])).value is None


def test_correlation_is_pearsons(sample: dict[str, np.ndarray]) -> None:
    totals = totals_of(x=sample["x"], y=sample["y"])
    found = smooth_estimate("r", totals, correlation("x", "y", "deals"))
    expected = stats.pearsonr(sample["x"], sample["y"])
    assert found.value == pytest.approx(expected.statistic, abs=1e-12)
    interval = expected.confidence_interval()
    # Fisher's interval assumes normal variables; these are nearly so
    assert found.half_width == pytest.approx((interval.high - interval.low) / 2, rel=0.15)
    none = smooth_estimate("r", totals_of(x=sample["c"], y=sample["y"]), correlation("x", "y", "deals"))
    assert none.value is None


def test_products_are_named_in_order() -> None:
    names, columns = with_products("ab", [np.array([1, 2]), np.array([3, 4])])
    assert names == ["a", "b", "a*a", "a*b", "b*b"]
    assert [c.tolist() for c in columns] == [[1, 2], [3, 4], [1, 4], [3, 8], [9, 16]]
    assert product_name("a", "b") == "a*b"
