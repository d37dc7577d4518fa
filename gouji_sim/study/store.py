"""The files of a run directory: where they are, and how they are written so that none is ever half there.

A file is written under another name, forced to the disk, and renamed; so is the name. Whatever a crash leaves
behind under a temporary name is removed by the next run.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from gouji_sim.errors import RunDirectoryError
from gouji_sim.study.failures import RunFailed

__all__ = ["RunFiles", "digest", "read_json", "to_json"]

_TEMPORARY: Final = ".tmp"


class RunFiles:
    """One run directory on disk."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.manifest = self.path / "manifest.json"
        self.totals = self.path / "totals.json"
        self.parts = self.path / "parts"
        self.lock_file = self.path / ".lock"

    @staticmethod
    def part_name(index: int) -> str:
        """The file name of the part of shard ``index``."""
        return f"part-{index:06d}.parquet"

    def part(self, index: int) -> Path:
        """Where the part of shard ``index`` is or will be."""
        return self.parts / self.part_name(index)

    def create(self) -> None:
        """Make the directories. Raises RunDirectoryError when something else is there."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            foreign = None if self.manifest.exists() else next(self._foreign(), None)
            if foreign is not None:
                raise RunDirectoryError(
                    f"is no run directory and not empty (it has {foreign})", str(self.path)
                )
            self.parts.mkdir(exist_ok=True)
        except OSError as error:
            raise RunFailed.from_os_error(error, self.path) from error

    def _foreign(self) -> Iterator[str]:
        """What a run that was killed before its manifest was written cannot have left."""
        for found in self.path.iterdir():
            ours = found in (self.totals, self.lock_file) or found.suffix == _TEMPORARY
            if not ours and not (found == self.parts and not any(found.iterdir())):
                yield found.name

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep every other runner out; the system lets go of the lock when this process ends, however it
        ends.

        Raises RunDirectoryError when a runner is at work, RunFailed when the directory cannot be written.
        """
        try:
            descriptor = os.open(self.lock_file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise RunFailed.from_os_error(error, self.path) from error
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    raise RunFailed.from_os_error(error, self.path) from error
                raise RunDirectoryError("another process is running this study", str(self.path)) from error
            yield
        finally:
            os.close(descriptor)

    def write(self, target: Path, data: bytes) -> None:
        """Put ``data`` at ``target``, wholly or not at all. Raises RunFailed when the system refuses."""
        temporary = target.with_name(target.name + _TEMPORARY)
        try:
            with open(temporary, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
            _sync_directory(target.parent)
        except OSError as error:
            _remove_if_possible(temporary)
            raise RunFailed.from_os_error(error, target) from error

    def clean(self) -> None:
        """Remove what an interrupted write left behind."""
        for folder in (self.path, self.parts):
            for temporary in folder.glob(f"*{_TEMPORARY}"):
                _remove_if_possible(temporary)

    def remove_part(self, index: int) -> None:
        """Remove a part that does not belong to the result."""
        try:
            self.part(index).unlink(missing_ok=True)
        except OSError as error:
            raise RunFailed.from_os_error(error, self.part(index)) from error

    def part_indices(self) -> list[int]:
        """Shards whose part is there, in order."""
        names = (path.stem.removeprefix("part-") for path in self.parts.glob("part-*.parquet"))
        return sorted(int(name) for name in names if name.isdecimal())


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def to_json(document: Mapping[str, Any]) -> bytes:
    """A document as readable UTF-8 JSON."""
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def read_json(path: Path) -> dict[str, Any]:
    """Read one of our documents. Raises RunDirectoryError when it is missing or damaged."""
    try:
        document = json.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise RunDirectoryError("is missing", str(path)) from error
    except OSError as error:
        raise RunDirectoryError(f"cannot be read: {error.strerror}", str(path)) from error
    except ValueError as error:
        raise RunDirectoryError(f"is damaged: {error}", str(path)) from error
    if not isinstance(document, dict):
        raise RunDirectoryError("is damaged: no JSON object", str(path))
    return document


def _sync_directory(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove_if_possible(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
