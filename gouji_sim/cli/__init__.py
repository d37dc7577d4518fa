"""The command line: one module a verb, each imported only when its verb is called."""

from gouji_sim.cli.app import main

__all__ = ["main"]
