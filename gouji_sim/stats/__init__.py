"""What figures mean and how they are made: exact totals, estimates with intervals, comparisons, odds."""
