"""Every option of the rules: one frozen, strictly typed record (RULES 17).

The defaults are those of 青岛. An option is called in files exactly as in RULES 17; ``yield`` is a word of
Python and so the attribute is ``yield_``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetPydanticSchema, model_validator
from pydantic_core import PydanticCustomError, core_schema

from gouji_sim.rules.decks import DECKS, DeckName, RankCounts, hand_sizes
from gouji_sim.vocab import MAX_OF_A_RANK, N_SEATS, Counts, SetupStep, TributeKind

__all__ = ["DEFAULTS", "Conflict", "Options"]

NATURAL_OR_TWO: TypeAlias = Literal["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2"]
ANY_RANK: TypeAlias = Literal["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "w", "W"]

SMALL_COUNT: Final = 255
"""Largest value of options that count cards: the core keeps them in one byte."""

MAX_SESSION_DEALS: Final = 1000


def _listed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _rank_table(keys: Any, least: int, most: int) -> Any:
    """Annotation that reads a table from ``keys`` to numbers from ``least`` to ``most`` into `RankCounts`."""
    table = dict[keys, Annotated[int, Field(ge=least, le=most)]]
    return GetPydanticSchema(
        lambda _source, handler: core_schema.no_info_before_validator_function(
            lambda value: dict(value) if isinstance(value, RankCounts) else value,
            core_schema.no_info_after_validator_function(RankCounts, handler(table)),
        )
    )


def _deck_schema(_source: Any, handler: Any) -> core_schema.CoreSchema:
    counts = _rank_table(ANY_RANK, 0, MAX_OF_A_RANK)
    return core_schema.tagged_union_schema(
        {"name": handler(DeckName), "counts": handler(Annotated[RankCounts, counts])},
        discriminator=lambda value: (
            "name" if isinstance(value, str) else "counts" if isinstance(value, Mapping) else None
        ),
        custom_error_type="deck",
        custom_error_message="must be the name of a deck or a table of counts by rank",
    )


Deck: TypeAlias = Annotated[DeckName | RankCounts, GetPydanticSchema(_deck_schema)]
Thresholds: TypeAlias = Annotated[RankCounts, _rank_table(NATURAL_OR_TWO, 1, SMALL_COUNT)]
CardCount: TypeAlias = Annotated[int, Field(ge=1, le=SMALL_COUNT)]
CardLimit: TypeAlias = Annotated[int, Field(ge=0, le=SMALL_COUNT)]
PlacePoint: TypeAlias = Annotated[int, Field(ge=-1000, le=1000)]
PlacePoints: TypeAlias = Annotated[
    tuple[PlacePoint, ...], BeforeValidator(_listed), Field(min_length=N_SEATS, max_length=N_SEATS)
]
Setup: TypeAlias = Annotated[tuple[SetupStep, ...], BeforeValidator(_listed)]
TributeOrder: TypeAlias = Annotated[tuple[TributeKind, ...], BeforeValidator(_listed)]


@dataclass(frozen=True)
class Conflict:
    """Options that are right each by itself and do not go together."""

    fields: tuple[str, ...]
    reason: str


class Options(BaseModel):
    """The rules of one variant.

    `gouji_sim.rules.load_variant` builds them and says where a wrong value stands; the constructor itself
    raises pydantic's ValidationError. Nothing is converted: ``"true"`` is no truth value.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", arbitrary_types_allowed=True)

    # 2, 3, 5, 6
    deck: Deck = "std216"
    teams: bool = True
    mixed_jokers: Literal["separate", "small"] = "separate"
    red_two_for_one: bool = False
    red_not_gouji: bool = False
    gouji_thresholds: Thresholds = RankCounts({"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2, "2": 1})
    # 7
    yield_: bool = Field(default=True, alias="yield")
    after_pass: Literal["none", "head_gouji", "head"] = "head_gouji"
    dead_gouji_on_last: bool = False
    # 8
    burn: bool = True
    burn_needs_open: bool = False
    burn_until_first_out: bool = False
    burn_last_play: bool = True
    burn_team_first: bool = True
    bluff_burn: bool = False
    # 9
    open_by: Literal["pure", "no_joker", "any", "none"] = "pure"
    open_single_two: bool = True
    open_min_cards: CardCount = 1
    open_needs_four: Literal["no", "fours", "single_four"] = "fours"
    open_until: Literal["melee", "head_out", "any_out"] = "melee"
    open_if_head_smothered: bool = False
    four_forfeits: bool = False
    no_four_forfeits: bool = False
    fours_with_jokers: Literal["always", "after_open_closed"] = "always"
    # 10, 11, 12
    hold_threes: Literal["smother", "hold", "off"] = "smother"
    # 1: the deal ends before a melee could begin; 6: the whole deal is one
    melee_at: Annotated[int, Field(ge=1, le=N_SEATS)] = 4
    melee_starts: Literal["next_round", "at_once"] = "next_round"
    suffocation: bool = False
    end_when_team_out: bool = False
    # 13
    setup: Setup = ("deal", "buy", "tribute", "revolt", "declare", "lead")
    buy_threes: bool = True
    buy_fours: Literal["no", "optional", "required"] = "no"
    buy_broke: Literal["revolt", "free", "highest", "none"] = "revolt"
    buy_broke_fours: Literal["free", "highest", "none"] = "free"
    revolt: Literal["allowed", "never", "redeal"] = "allowed"
    # RULES 11.3 has a place for one revolter
    revolt_void_at: Annotated[int, Field(ge=1, le=2)] = 2
    head_choice: bool = False
    declare: bool = True
    first_lead_first: Literal["random", "show_threes", "show_fours"] = "show_threes"
    first_lead: Literal["random", "show_threes", "show_fours", "last_place"] = "last_place"
    # 14
    place_points: PlacePoints = (4, 2, 0, 0, -2, -4)
    positive_only: bool = False
    # 15
    tribute: bool = True
    session_deals: Annotated[int, Field(ge=1, le=MAX_SESSION_DEALS)] = 5
    tribute_order: TributeOrder = ("smother", "burn", "point", "last")
    counter_burn_cards: CardCount = 1
    tribute_cards: Literal["jokers_and_twos", "any"] = "jokers_and_twos"
    last_within_team: bool = False
    tribute_return: Literal["must_hold", "may_refuse", "none"] = "must_hold"
    resist: bool = False
    sweep_tribute: Literal["none", "reduced"] = "none"
    shed_fives: bool = False
    # 16
    count_visible_at: CardLimit = 10
    peek_partner_below: CardLimit = 0

    @model_validator(mode="after")
    def _go_together(self) -> Options:
        if found := tuple(conflicts(self)):
            raise PydanticCustomError(
                "conflict", "{reasons}", {"reasons": "; ".join(c.reason for c in found), "conflicts": found}
            )
        return self

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of all options as files spell them, in the order of RULES 17."""
        return tuple(field.alias or name for name, field in cls.model_fields.items())

    def to_dict(self) -> dict[str, Any]:
        """All options under their external names, in plain lists, dicts and scalars fit for JSON and TOML."""
        return {name: _plain(value) for name, value in zip(self.names(), dict(self).values(), strict=True)}

    def differences(self, base: Options | None = None) -> dict[str, Any]:
        """The options that differ from those of ``base`` (the defaults if none), as in `to_dict`."""
        other = (base or DEFAULTS).to_dict()
        return {name: value for name, value in self.to_dict().items() if value != other[name]}

    @property
    def deck_counts(self) -> Counts:
        """Cards of the deck by rank: 15 counts."""
        return DECKS[self.deck] if isinstance(self.deck, str) else self.deck.counts

    @property
    def deck_size(self) -> int:
        """Cards of the deck."""
        return sum(self.deck_counts)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Cards of the six hands in dealing order."""
        return hand_sizes(self.deck_counts)

    @property
    def thresholds(self) -> Counts:
        """Least size of a gouji play by base rank: 15 numbers, 0 where no size is enough."""
        return self.gouji_thresholds.counts


def conflicts(options: Options) -> Iterable[Conflict]:
    """What does not go together in options that are each well typed."""
    if options.red_two_for_one and options.mixed_jokers == "small":
        yield Conflict(
            ("red_two_for_one", "mixed_jokers"), 'red_two_for_one needs mixed_jokers = "separate" (RULES 5)'
        )
    if options.deck_size < N_SEATS:
        yield Conflict(("deck",), f"{options.deck_size} cards do not give each of the six seats one")
    for step in _repeated(options.setup):
        yield Conflict(("setup",), f"step {step!r} is listed more than once")
    for step in ("deal", "lead"):
        if step not in options.setup:
            yield Conflict(("setup",), f"step {step!r} is missing")
    if "lead" in options.setup and options.setup[-1] != "lead":
        yield Conflict(("setup",), "step 'lead' must be the last")
    if "deal" in options.setup:
        early = options.setup[: options.setup.index("deal")]
        for step in dict.fromkeys(step for step in early if step not in ("declare", "lead")):
            yield Conflict(
                ("setup",), f"step {step!r} must come after 'deal'; only 'declare' may come before"
            )
    for kind in _repeated(options.tribute_order):
        yield Conflict(("tribute_order",), f"kind {kind!r} is listed more than once")


def _repeated(items: tuple[str, ...]) -> list[str]:
    return [item for item, count in Counter(items).items() if count > 1]


def _plain(value: object) -> object:
    if isinstance(value, RankCounts):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


DEFAULTS: Final = Options()
"""The options of RULES 17 as they stand: 青岛 where a variant says nothing."""
