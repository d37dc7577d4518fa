"""Golden files: action counts of positions, and whole deals and sessions as they were played."""
