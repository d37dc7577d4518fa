"""What can end a run besides a mistake in the study: the machine, a signal, a target out of reach."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final

from gouji_sim.errors import GoujiError, Problem, StudyError

__all__ = ["Interrupted", "RunFailed", "not_writable"]

_REASONS: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "there is no permission to write",
    errno.EPERM: "there is no permission to write",
    errno.EEXIST: "a file is in the way",
    errno.ENOTDIR: "a file is in the way",
    errno.EISDIR: "a directory is in the way",
    errno.ENAMETOOLONG: "the name is too long",
}

_OF_THE_USER: Final = frozenset(
    (
        errno.EACCES, errno.EEXIST, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOENT,
        errno.ENOTDIR, errno.EPERM, errno.EROFS,
    )
)  # fmt: skip
"""What is wrong with the place that was asked for, and not with the machine."""


def not_writable(error: OSError, path: Path) -> GoujiError:
    """What to raise when a place that the user chose cannot be made: StudyError where another place would
    do, else RunFailed."""
    failed = RunFailed.from_os_error(error, path)
    return StudyError(failed.problems) if error.errno in _OF_THE_USER else failed


class RunFailed(GoujiError):
    """The machine could not carry on: disk, permission, a worker that died. What was checkpointed is kept."""

    exit_code = 1

    @classmethod
    def from_os_error(cls, error: OSError, path: Path) -> RunFailed:
        """The failure with a plain reason and the place that could not be written."""
        reason = _REASONS.get(error.errno or 0, error.strerror or str(error))
        return cls(Problem(str(path), f"cannot be written: {reason}"))

    def with_advice(self, advice: str) -> RunFailed:
        """The same failure followed by how to go on."""
        *others, last = self.problems
        return type(self)((*others, Problem(last.place, f"{last.reason}; {advice}")))


class Interrupted(Exception):
    """A signal ended the run after its checkpoint was written."""

    exit_code = 130
