"""What figures mean and how they are made: exact totals, estimates with intervals, comparisons, odds.

`Totals` sum the features of deals; the catalogue turns totals into an `Estimate` for each statistic.
"""

from gouji_sim.stats.catalogue import CATALOGUE, Statistic, estimate, estimates, statistics_for
from gouji_sim.stats.intervals import LEVEL, Estimate
from gouji_sim.stats.totals import Totals

__all__ = ["CATALOGUE", "LEVEL", "Estimate", "Statistic", "Totals", "estimate", "estimates", "statistics_for"]
