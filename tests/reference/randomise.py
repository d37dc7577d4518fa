"""Random cases over all variants: a position without actions, and how its actions are chosen.

A case of a seed is always the same. Families (`families.py`) draw positions that make rare events frequent.
Every case then varies some further options of its variant and is turned round the table by a number of seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from gouji_sim.rules import list_variants, load_variant

from .cards import RANKS, SEATS, format_cards, size
from .deal import Decision

DOMAINS: Mapping[str, Sequence[Any]] = {
    "teams": (True, False),
    "mixed_jokers": ("separate", "small"),
    "red_two_for_one": (True, False),
    "red_not_gouji": (True, False),
    "gouji_thresholds": (
        {"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2, "2": 1},
        {"K": 1, "A": 3},
        {"7": 2, "8": 2, "9": 2, "T": 2},
    ),
    "yield": (True, False),
    "after_pass": ("none", "head_gouji", "head"),
    "dead_gouji_on_last": (True, False),
    "burn": (True, False),
    "burn_needs_open": (True, False),
    "burn_until_first_out": (True, False),
    "burn_last_play": (True, False),
    "burn_team_first": (True, False),
    "bluff_burn": (True, False),
    "open_by": ("pure", "no_joker", "any", "none"),
    "open_single_two": (True, False),
    "open_min_cards": (1, 2, 3),
    "open_needs_four": ("no", "fours", "single_four"),
    "open_until": ("melee", "head_out", "any_out"),
    "open_if_head_smothered": (True, False),
    "four_forfeits": (True, False),
    "no_four_forfeits": (True, False),
    "fours_with_jokers": ("always", "after_open_closed"),
    "hold_threes": ("smother", "hold", "off"),
    "melee_at": (1, 2, 3, 4, 5, 6),
    "melee_starts": ("next_round", "at_once"),
    "suffocation": (True, False),
    "end_when_team_out": (True, False),
    "setup": (
        ["deal", "buy", "tribute", "revolt", "declare", "lead"],
        ["deal", "buy", "tribute", "shed", "declare", "lead"],
        ["declare", "deal", "buy", "tribute", "lead"],
        ["deal", "tribute", "shed", "buy", "revolt", "lead"],
        ["deal", "revolt", "shed", "buy", "declare", "tribute", "lead"],
    ),
    "buy_threes": (True, False),
    "buy_fours": ("no", "optional", "required"),
    "buy_broke": ("revolt", "free", "highest", "none"),
    "buy_broke_fours": ("free", "highest", "none"),
    "revolt": ("allowed", "never", "redeal"),
    "revolt_void_at": (1, 2),
    "head_choice": (True, False),
    "declare": (True, False),
    "place_points": ([4, 2, 0, 0, -2, -4], [5, 3, 1, 0, -3, -4]),
    "positive_only": (True, False),
    "tribute": (True, False),
    "tribute_order": (
        ["smother", "burn", "point", "last"],
        ["last", "point"],
        ["point", "burn", "smother", "last"],
    ),
    "counter_burn_cards": (1, 2),
    "tribute_cards": ("jokers_and_twos", "any"),
    "last_within_team": (True, False),
    "tribute_return": ("must_hold", "may_refuse", "none"),
    "resist": (True, False),
    "sweep_tribute": ("none", "reduced"),
    "shed_fives": (True, False),
}
"""Values of the options that one deal depends on."""

CARDS = RANKS + "2wW"
"""A pool in which twos and jokers come twice as often as other ranks."""


@dataclass
class Draft:
    """A position in the making; seat 0 leads and is dealt first until it is turned round the table."""

    rng: Random
    variant: str
    options: dict[str, Any] = field(default_factory=dict)
    hands: list[list[int]] = field(default_factory=lambda: [[0] * len(RANKS) for _ in SEATS])
    leader: int = 0
    first_dealt: int | None = None
    obligations: list[dict[str, Any]] = field(default_factory=list)
    swept: int | None = None
    settled: list[tuple[int, str]] = field(default_factory=list)
    flags: dict[str, list[bool]] = field(default_factory=dict)
    tendency: dict[str, float] = field(default_factory=dict)
    """Weights of kinds of actions: `play`, `burn`, `return` or the action itself; 1 for the others.

    ``length`` is the power of its length by which an action is chosen among those of its kind (0 if absent).
    """

    def set(self, **options: Any) -> None:
        self.options |= options

    def draw(self, *names: str) -> None:
        """Draw each of the named options."""
        for name in names:
            self.options[name] = self.rng.choice(DOMAINS[name])

    def vary(self, number: int) -> None:
        """Draw ``number`` options that are not set yet."""
        free = [name for name in DOMAINS if name not in self.options]
        self.draw(*self.rng.sample(free, number))

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def give(self, seat: int, cards: str) -> None:
        """Add cards to a hand, as far as the deck has them."""
        in_deck = load_variant(self.variant, {"deck": self.deck}).options.deck_counts
        for card in cards:
            rank = RANKS.index(card)
            if sum(hand[rank] for hand in self.hands) < in_deck[rank]:
                self.hands[seat][rank] += 1

    def deal(self, pool: str, least: int, most: int, seats: Sequence[int] = SEATS) -> None:
        """Add ``least`` to ``most`` cards of the pool to each of the seats."""
        for seat in seats:
            self.give(seat, "".join(self.rng.choices(pool, k=self.rng.randint(least, most))))

    def settle(self, seat: int, by: str) -> None:
        self.settled.append((seat, by))
        self.hands[seat] = [0] * len(RANKS)

    @property
    def deck(self) -> Any:
        return self.options.get("deck", load_variant(self.variant).options.deck)


class Case(NamedTuple):
    family: str
    position: dict[str, Any]
    tendency: Mapping[str, float]
    rng: Random
    """For the choice of the actions."""


def case(seed: int, number: int) -> Case:
    """Case ``number`` of a seed: families in turn, and through them the variants in turn."""
    from .families import FAMILIES

    rng = Random(f"{seed} {number}")
    names, variants = list(FAMILIES), list_variants()
    family = names[number % len(names)]
    draft = Draft(rng, variants[number // len(names) % len(variants)])
    FAMILIES[family](draft)
    draft.vary(rng.choice((0, 0, 1, 2, 4)))
    _reconcile(draft.options)
    return Case(family, _turned(draft, rng.randrange(6)), draft.tendency, rng)


def _reconcile(options: dict[str, Any]) -> None:
    """Options that do not go together (RULES 22.28)."""
    if options.get("mixed_jokers") == "small":
        options["red_two_for_one"] = False
    elif options.get("red_two_for_one"):
        options["mixed_jokers"] = "separate"


def _turned(draft: Draft, by: int) -> dict[str, Any]:
    """The position with every seat moved on by a number of seats."""

    def seat(old: int) -> int:
        return (old + by) % 6

    def turn(items: Sequence[Any]) -> list[Any]:
        return [items[(new - by) % 6] for new in SEATS]

    for at in SEATS:
        if size(draft.hands[at]) == 0 and all(gone != at for gone, _ in draft.settled):
            draft.give(at, "7")
    position: dict[str, Any] = {
        "variant": draft.variant,
        "options": draft.options,
        "hands": ["".join(draft.rng.sample(format_cards(hand), size(hand))) for hand in turn(draft.hands)],
        "leader": seat(draft.leader),
    }
    if draft.first_dealt is None:
        position["settled"] = [{"seat": seat(gone), "by": by_what} for gone, by_what in draft.settled]
        position |= {name: turn(flags) for name, flags in draft.flags.items()}
    else:
        position["start"] = "dealt"
        position["first_dealt"] = seat(draft.first_dealt)
        position["swept"] = None if draft.swept is None else (draft.swept + by) % 2
        position["obligations"] = [
            due | {"from": seat(due["from"]), "to": seat(due["to"])} for due in draft.obligations
        ]
    return position


def choose(decision: Decision, tendency: Mapping[str, float], rng: Random) -> str:
    """Choose a kind of action by its weight, then an action of the kind, long ones sooner by ``length``."""
    kinds: dict[str, list[str]] = {}
    for action in decision.actions:
        kinds.setdefault(kind_of(action), []).append(action)
    weights = [tendency.get(kind, 1.0) for kind in kinds]
    alike = kinds[rng.choices(list(kinds), weights)[0]]
    return rng.choices(alike, [len(action) ** tendency.get("length", 0.0) for action in alike])[0]


def kind_of(action: str) -> str:
    if action.startswith(("burn:", "return:")):
        return action.partition(":")[0]
    return "play" if all(card in RANKS for card in action) else action
