"""The one family of errors that user mistakes raise.

Every error carries all the problems that were found, each with the place it was found in, so that a file
can be mended in one go. The command line prints ``str(error)`` and exits with ``error.exit_code``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import category

__all__ = [
    "GoujiError",
    "IllegalActionError",
    "PolicyError",
    "PositionError",
    "Problem",
    "RunDirectoryError",
    "StudyError",
    "VariantError",
]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: ``place`` names where (a file, a field, a line), ``reason`` says what."""

    place: str
    reason: str

    def __str__(self) -> str:
        return _printable(f"{self.place}: {self.reason}" if self.place else self.reason)


def _printable(text: str) -> str:
    """The text with every control character but the line break escaped: a file cannot drive the terminal."""
    return "".join(
        character if category(character)[0] != "C" or character == "\n" else ascii(character)[1:-1]
        for character in text
    )


class GoujiError(Exception):
    """A mistake that the user can mend.

    ``problems`` is a non-empty tuple of `Problem`; ``exit_code`` is the status that the command line exits
    with.
    """

    exit_code = 2

    def __init__(self, problems: str | Problem | Iterable[Problem], place: str = "") -> None:
        if isinstance(problems, str):
            problems = (Problem(place, problems),)
        elif isinstance(problems, Problem):
            problems = (problems,)
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("; ".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type, tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class VariantError(GoujiError):
    """An unknown variant or option, or options that do not go together."""


class PositionError(GoujiError):
    """A position file that does not describe a possible position."""


class IllegalActionError(PositionError):
    """An action that the rules do not allow where it was given."""


class PolicyError(GoujiError):
    """A policy written in Python that failed, or that chose an action that is not legal."""


class StudyError(GoujiError):
    """A study file or a set of command-line choices that cannot be carried out."""


class RunDirectoryError(GoujiError):
    """A run directory that is damaged, incomplete, or belongs to another study or engine."""

    exit_code = 5
