"""``python -m gouji_sim`` is ``gouji-sim``."""

from gouji_sim.cli import main

main()
