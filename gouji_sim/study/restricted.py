"""Restricted play: what a team loses that may not burn, yield, open, declare or revolt: the worth of a rule.

The even seats play the same deals twice, once freely and once as a policy that never does the thing
(`gouji_sim.core.policies`), the odd seats freely both times. The difference, deal by deal, is what the choice
is worth to a team that plays like this policy. The rules are the same both times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gouji_sim.core.policies import RESTRICTIONS
from gouji_sim.errors import Problem, StudyError
from gouji_sim.i18n import LANGS, message
from gouji_sim.rules import Options, Variant
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.stats.intervals import Estimate
from gouji_sim.stats.multiplicity import holm
from gouji_sim.stats.paired import Difference, difference
from gouji_sim.stats.sameness import identical
from gouji_sim.study.assembled import Playing, assemble, file_id, make_cell
from gouji_sim.study.plan import Cell, Pair, Plan
from gouji_sim.study.reader import Run

__all__ = ["Restricted", "Undefined", "Worth", "restricted", "undefined", "worths"]

USES: Final = {
    "burn": "burn_attempts",
    "yield": "yields",
    "open": "open_rate",
    "declare": "declare_rate",
    "revolt": "revolt_rate",
}
"""Statistic that says how often what is left out is done by those who may."""


@dataclass(frozen=True)
class Undefined:
    """A restriction that means nothing in a variant; ``reason`` is a key of the catalogue ``restrict``."""

    variant: Variant
    never: str
    reason: str


@dataclass(frozen=True)
class Trial:
    """One variant and policy, with what the even seats never do."""

    variant_key: str
    variant: Variant
    policy: str
    never: tuple[str, ...]

    @property
    def cell(self) -> tuple[str, ...]:
        """The line-up: the teams of the even and of the odd seats."""
        return (f"{self.policy}-{'-'.join(self.never)}", self.policy)

    @property
    def id(self) -> str:
        return f"{self.variant_key}.{file_id('+'.join(self.cell))}"

    @property
    def base(self) -> str:
        return f"{self.variant_key}.{file_id(self.policy)}"


@dataclass(frozen=True)
class Restricted:
    """What is tried, and what means nothing where."""

    trials: tuple[Trial, ...]
    undefined: tuple[Undefined, ...]

    def plan(self, playing: Playing) -> Plan:
        """The study: every trial and, once, each policy without restriction."""
        cells: dict[str, Cell] = {}
        for trial in self.trials:
            for id, lineup in ((trial.base, (trial.policy,)), (trial.id, trial.cell)):
                if id not in cells:
                    cells[id] = make_cell(trial.variant_key, trial.variant, lineup, playing.seed)
        pairs = [Pair(trial.id, trial.base) for trial in self.trials]
        zh, en = (message("restrict.study", lang) for lang in LANGS)
        return assemble("restrict", (zh, en), playing, list(cells.values()), pairs, ("skill", "win_rate"))


@dataclass(frozen=True)
class Worth:
    """What the even seats lose that never do what ``trial`` says.

    ``points`` is the difference of their lead over the odd seats a deal, free less restricted (where scores
    sum to 0, twice what they lose themselves); ``wins`` that of their win rate. ``used`` says how often it is
    done by all six seats in free play. ``same`` is true when no figure of any deal changes: the policy never
    does it anyway. ``adjusted`` is Holm's p of ``points`` over all that were tried together.
    """

    trial: Trial
    points: Difference
    wins: Difference
    used: Estimate | None
    same: bool
    adjusted: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "variant": self.trial.variant.id,
            "overrides": dict(self.trial.variant.overrides),
            "policy": self.trial.policy,
            "never": list(self.trial.never),
            "points": self.points.to_dict(),
            "p_holm": self.adjusted,
            "win_rate": self.wins.to_dict(),
            "used": None if self.used is None else self.used.to_dict(),
            "identical": self.same,
        }


def undefined(options: Options, never: str) -> str | None:
    """Why a restriction means nothing under these rules, as a key of the catalogue; None where it does.

    Opening is a choice only where it takes the lead of a 4 (RULES 9.2): elsewhere a seat opens whenever a
    fitting play stands, and could only avoid it by not playing such cards at all.
    """
    match never:
        case "burn":
            return None if options.burn else "no_burn"
        case "yield":
            return None if options.yield_ else "no_yield"
        case "open" if options.open_by == "none":
            return "no_open"
        case "open":
            return None if options.open_needs_four != "no" else "opens_by_itself"
        case "declare":
            return None if options.declare and "declare" in options.setup else "no_declare"
        case _:
            return None if options.revolt != "never" and "revolt" in options.setup else "no_revolt"


def restricted(variants: Sequence[Variant], policies: Sequence[str], never: Sequence[str]) -> Restricted:
    """Every variant by every policy by every restriction, and all of these together where there are several.

    Raises StudyError for an unknown restriction, a policy that is restricted already, and when nothing is
    left to try.
    """
    problems = [
        Problem("--not", f"{name!r} is nothing to be kept from; there are {', '.join(RESTRICTIONS)}")
        for name in never
        if name not in RESTRICTIONS
    ]
    problems += [
        Problem("--policy", f"{name!r} is more than one policy, or restricted already")
        for name in policies
        if "-" in name or "," in name
    ]
    if problems:
        raise StudyError(problems)
    trials: list[Trial] = []
    left_out: list[Undefined] = []
    for variant in variants:
        reasons = {name: undefined(variant.options, name) for name in dict.fromkeys(never)}
        left_out += [Undefined(variant, name, reason) for name, reason in reasons.items() if reason]
        possible = tuple(name for name, reason in reasons.items() if reason is None)
        tried = [(name,) for name in possible] + ([possible] if len(possible) > 1 else [])
        key = file_id(variant.label("en") if variant.overrides else variant.id)
        trials += [Trial(key, variant, policy, each) for policy in policies for each in tried]
    if not trials:
        raise StudyError(
            [
                Problem(f"{each.variant.id}: --not {each.never}", message(f"restrict.{each.reason}", "en"))
                for each in left_out
            ]
        )
    return Restricted(tuple(trials), tuple(left_out))


def worths(run: Run, tried: Restricted) -> list[Worth]:
    """What the run of the plan says, in the order of the trials."""
    found = []
    for trial in tried.trials:
        paired = run.pairs[Pair(trial.id, trial.base)]
        options = trial.variant.options
        points, wins = (
            difference(paired, id, options_a=options, options_b=options) for id in ("skill", "win_rate")
        )
        used = None
        if len(trial.never) == 1 and CATALOGUE[USES[trial.never[0]]].defined(options):
            used = CATALOGUE[USES[trial.never[0]]].estimate(paired.b, options)
        found.append(Worth(trial, points, wins, used, identical(paired)))
    adjusted = holm([1.0 if each.points.p_value is None else each.points.p_value for each in found])
    return [replace(each, adjusted=p) for each, p in zip(found, adjusted, strict=True)]
