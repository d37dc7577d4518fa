"""Gates of a comparison: conditions that must not hold, such as ``sweep_rate>0.02``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gouji_sim.errors import Problem, StudyError
from gouji_sim.report.contrasts import Judged
from gouji_sim.stats.catalogue import CATALOGUE

__all__ = ["Failure", "Gate", "failures", "parse_gates"]

_GATE = re.compile(
    r"\s*(?:(?P<of>abs|value)\(\s*(?P<inner>\w+)\s*\)|(?P<plain>\w+))\s*(?P<sign>[<>]=?|=)\s*(?P<right>\S+)\s*"
)
_VERDICTS = ("different", "equivalent", "undecided")


@dataclass(frozen=True)
class Gate:
    """One condition.

    ``of`` is ``difference`` (to the baseline), ``abs`` (its size) or ``value`` (of the variant itself);
    ``bound`` is a number in the unit of the statistic (a rate is 0 to 1), or a verdict after ``=``.
    """

    text: str
    statistic: str
    of: str
    sign: str
    bound: float | str

    def holds(self, judged: Judged) -> bool:
        """Whether the condition holds for the figures of one contrast; never where they are undefined."""
        if judged.statistic != self.statistic:
            return False
        if isinstance(self.bound, str):
            return judged.verdict == self.bound
        value = judged.difference.b.value if self.of == "value" else judged.difference.value
        if value is None:
            return False
        value = abs(value) if self.of == "abs" else value
        return {
            ">": value > self.bound,
            ">=": value >= self.bound,
            "<": value < self.bound,
            "<=": value <= self.bound,
        }[self.sign]


@dataclass(frozen=True)
class Failure:
    """A gate that failed and the contrast it failed on."""

    gate: Gate
    judged: Judged


def parse_gates(texts: Sequence[str]) -> list[Gate]:
    """Read gates: ``STAT>NUMBER``, ``abs(STAT)>NUMBER``, ``value(STAT)>NUMBER`` or ``STAT=VERDICT``.

    Raises StudyError with all that cannot be read.
    """
    gates: list[Gate] = []
    problems: list[Problem] = []
    for text in texts:
        try:
            gates.append(_parse(text))
        except ValueError as error:
            problems.append(Problem(f"--fail-on {text!r}", str(error)))
    if problems:
        raise StudyError(problems)
    return gates


def failures(gates: Sequence[Gate], judged: Sequence[Judged]) -> list[Failure]:
    """Every gate with every contrast on which it fails."""
    return [Failure(gate, each) for gate in gates for each in judged if gate.holds(each)]


def _parse(text: str) -> Gate:
    match = _GATE.fullmatch(text)
    if match is None:
        raise ValueError("must be a condition such as sweep_rate>0.02, abs(plays)>2 or sweep_rate=different")
    statistic = match["inner"] or match["plain"]
    if statistic not in CATALOGUE:
        raise ValueError(f"no statistic {statistic!r}; there are {', '.join(CATALOGUE)}")
    of, sign, right = match["of"] or "difference", match["sign"], match["right"]
    if sign == "=":
        if match["of"] or right not in _VERDICTS:
            raise ValueError(f"after = comes a verdict: {', '.join(_VERDICTS)}")
        return Gate(text, statistic, of, sign, right)
    try:
        return Gate(text, statistic, of, sign, float(right))
    except ValueError:
        raise ValueError(f"{right!r} is no number") from None
