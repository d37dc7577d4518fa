"""Studies: what is played, how it is carried out, and the run directory it leaves behind."""

from gouji_sim.study.reader import CellRun, Run, open_run

__all__ = ["CellRun", "Run", "open_run"]
