"""Positions: files that say where a deal stands, and what the rules make of them (RULES 19, 20)."""

from gouji_sim.position.json_text import parse_json
from gouji_sim.position.position import Position

__all__ = ["Position", "parse_json"]
