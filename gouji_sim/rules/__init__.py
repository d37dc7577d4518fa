"""The rules as options: what can differ between variants, the variants themselves, and users' own.

>>> load_variant("青岛", {"yield": False}).label("en")
'Qingdao gouji (yield=false)'
"""

from gouji_sim.rules.decks import DECK_NAMES, DECKS, RankCounts
from gouji_sim.rules.options import DEFAULTS, Options
from gouji_sim.rules.registry import list_variants, load_variant, parse_override, parse_overrides
from gouji_sim.rules.variant import Variant

__all__ = [
    "DECKS",
    "DECK_NAMES",
    "DEFAULTS",
    "Options",
    "RankCounts",
    "Variant",
    "list_variants",
    "load_variant",
    "parse_override",
    "parse_overrides",
]
