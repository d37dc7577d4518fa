"""R² and correlation against statsmodels and scipy."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from gouji_sim.stats.delta import smooth_estimate
from gouji_sim.stats.regression import correlation, product_name, r_squared
from gouji_sim.stats.totals import Totals


def totals_of(**columns: np.ndarray) -> Totals:
    """Totals of columns and of the products of each pair of them, a deal a row."""
    values = {name: np.asarray(column, dtype=np.int64) for name, column in columns.items()}
    for x, y in combinations_with_replacement(columns, 2):
        values[product_name(x, y)] = values[x] * values[y]
    values["deals"] = np.ones(len(values[y]), dtype=np.int64)
    return Totals.from_matrix(tuple(values), np.stack(list(values.values()), axis=1))


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
