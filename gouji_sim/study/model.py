"""What a study file may say: strict types, nothing converted, nothing unknown.

A study is a grid of cells: every entry of ``variants`` with every entry of ``policies``, ``rotations``,
``replicates`` and ``seed``. All cells play the same deals (common random numbers).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Final, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from gouji_sim.errors import VariantError
from gouji_sim.rules import load_variant
from gouji_sim.rules.problems import did_you_mean
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.study.counts import parse_count
from gouji_sim.study.policies import policy_problems
from gouji_sim.vocab import N_SEATS

__all__ = [
    "OPTIONS",
    "ContrastEntry",
    "Label",
    "LineupEntry",
    "StopRule",
    "StudyFile",
    "VariantEntry",
    "expand_lineup",
]

OPTIONS: Final = "options"
"""What messages about options of a variant call the table they stand in."""

MAX_SEED: Final = 2**64 - 1
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+-]*")


def expand_lineup(seats: Iterable[str]) -> tuple[str, ...]:
    """Six policies by seat from one (all seats), two (the teams of seats 0, 2, 4 and of 1, 3, 5) or six.

    Raises ValueError for any other number.
    """
    names = tuple(seats)
    if len(names) not in (1, 2, N_SEATS) or not all(names):
        raise ValueError("must name one policy, two (one a team) or six (one a seat)")
    return names * (N_SEATS // len(names))


def _count(value: object) -> object:
    if isinstance(value, str | int | float):
        return parse_count(value)
    raise ValueError("must be a count such as 200_000, 2e5 or 1M")


def _id(value: str) -> str:
    if not _ID.fullmatch(value):
        raise ValueError("must be letters, digits, _, + and - only, a letter or digit first")
    return value


def _text_entry(key: str) -> Any:
    """Let a plain string stand for a table that has only ``key``."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value)


def _one_or_more(value: object) -> object:
    return value if isinstance(value, list) else [value]


def _records(value: str) -> str:
    if value not in ("all", "none"):
        kind, colon, number = value.partition(":")
        if kind != "sample" or not colon:
            raise ValueError('must be "all", "none" or "sample:N"')
        parse_count(number)
    return value


def _statistic(value: str) -> str:
    if value not in CATALOGUE:
        hint = did_you_mean(value, CATALOGUE) or ", such as open_rate, sweep_rate or burn_success_rate"
        raise ValueError(f"no statistic {value!r}{hint}")
    return value


StatisticId: TypeAlias = Annotated[str, AfterValidator(_statistic)]
Count: TypeAlias = Annotated[int, BeforeValidator(_count)]
Id: TypeAlias = Annotated[str, AfterValidator(_id)]
Records: TypeAlias = Annotated[str, AfterValidator(_records)]
Margin: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Table(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class Label(_Table):
    """A name for people in both languages; one that is missing is taken from the other."""

    zh: str = ""
    en: str = ""

    @model_validator(mode="after")
    def _not_empty(self) -> Label:
        if not (self.zh or self.en):
            raise ValueError('must be { zh = "…", en = "…" }')
        return self

    def texts(self) -> tuple[str, str]:
        """The text in Chinese and in English."""
        return self.zh or self.en, self.en or self.zh


class VariantEntry(_Table):
    """One variant of the grid: ``use`` is an id, an alias or a file, ``set`` changes options of it."""

    use: str
    id: Id | None = None
    set: dict[str, Any] = Field(default_factory=dict)
    label: Label | None = None

    @model_validator(mode="after")
    def _loads(self, info: ValidationInfo) -> VariantEntry:
        context = info.context or {}
        options = {**self.set, **context.get("overrides", {})}
        try:
            load_variant(
                self.use, options, search_dirs=context.get("search_dirs", ()), overrides_place=OPTIONS
            )
        except VariantError as error:
            raise PydanticCustomError(
                "variant", "{reasons}", {"reasons": str(error), "problems": error.problems}
            ) from error
        return self


class LineupEntry(_Table):
    """One line-up of the grid; ``seats`` is a list or one text with commas, of one, two or six policies."""

    seats: str | list[str]
    id: Id | None = None
    label: Label | None = None

    @model_validator(mode="after")
    def _six(self) -> LineupEntry:
        expand_lineup(self.names())
        if found := policy_problems(self.names()):
            raise ValueError("; ".join(found))
        return self

    def names(self) -> tuple[str, ...]:
        """The policies as they were written."""
        parts = self.seats.split(",") if isinstance(self.seats, str) else self.seats
        return tuple(part.strip() for part in parts)


class StopRule(_Table):
    """Play until the interval of ``statistic`` is at most ``half_width`` to each side in every cell.

    ``cell`` restricts that to one cell. ``min`` and ``max`` count deals (sessions in a study of sessions);
    ``batch`` is the distance between looks.
    """

    statistic: StatisticId
    half_width: Annotated[float, Field(gt=0)]
    level: Annotated[float, Field(gt=0, lt=1)] = 0.95
    cell: str | None = None
    min: Count | None = None
    max: Count | None = None
    batch: Count | None = None


class ContrastEntry(_Table):
    """Planned comparisons of ``against`` with ``baseline`` in ``statistics``.

    Each names a cell, or a variant or line-up of the grid, which then stands for its cells that agree in
    everything else. Without ``against``: all others of that kind.
    """

    baseline: str
    against: Annotated[list[str] | None, BeforeValidator(lambda v: v if v is None else _one_or_more(v))] = (
        None
    )
    statistics: Annotated[list[StatisticId], BeforeValidator(_one_or_more), Field(min_length=1)]
    margin: Margin | None = None


class StudyFile(_Table):
    """A whole study as a file or the command line gives it."""

    name: Id = "study"
    label: Label | None = None
    seed: Annotated[
        list[Annotated[int, Field(ge=0, le=MAX_SEED)]], BeforeValidator(_one_or_more), Field(min_length=1)
    ] = [1]
    deals: Count | None = None
    sessions: Count | None = None
    records: Records = "all"
    shard: Count | None = None
    variants: Annotated[list[Annotated[VariantEntry, _text_entry("use")]], Field(min_length=1)]
    policies: Annotated[list[Annotated[LineupEntry, _text_entry("seats")]], Field(min_length=1)]
    rotations: Annotated[list[Annotated[int, Field(ge=0, lt=N_SEATS)]], Field(min_length=1)] = [0]
    replicates: Annotated[list[Annotated[int, Field(ge=0, lt=2**31)]], Field(min_length=1)] = [0]
    margins: dict[StatisticId, Margin] = Field(default_factory=dict)
    contrasts: list[ContrastEntry] = Field(default_factory=list)
    stop: StopRule | None = None
