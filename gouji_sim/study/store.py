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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

from gouji_sim.errors import RunDirectoryError, StudyError
from gouji_sim.study.failures import RunFailed, not_writable

__all__ = ["RunFiles", "check_file", "digest", "seal", "unseal"]

_TEMPORARY: Final = ".tmp"
_LONGEST_NAME: Final = 240
"""Bytes of a name that leave room for what a temporary name adds."""

_SEAL: Final = ',\n"sha256":"'


class RunFiles:
    """One run directory on disk."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.manifest = self.path / "manifest.json"
        self.totals = self.path / "totals.json"
        self.parts = self.path / "parts"
        self.lock_file = self.path / ".lock"
        self._sound: dict[int, tuple[str, int, int, int]] = {}

    @staticmethod
    def part_name(index: int) -> str:
        """The file name of the part of shard ``index``."""
        return f"part-{index:06d}.parquet"

    def part(self, index: int) -> Path:
        """Where the part of shard ``index`` is or will be."""
        return self.parts / self.part_name(index)

    @contextmanager
    def created(self) -> Iterator[None]:
        """Make the directories for a block of code; those made go again when it leaves them empty.

        Raises StudyError when something else is there or the place cannot be written.
        """
        made: list[Path] = []
        try:
            self._make(made)
            yield
        finally:
            for folder in reversed(made):
                with suppress(OSError):
                    folder.rmdir()

    def _make(self, made: list[Path]) -> None:
        try:
            for folder in (*reversed(self.path.parents), self.path):
                _make(folder, made)
            foreign = None if self.manifest.exists() else next(self._foreign(), None)
            if foreign is not None:
                raise StudyError(f"is no run directory and not empty (it has {foreign})", str(self.path))
            _make(self.parts, made)
        except OSError as error:
            raise not_writable(error, self.path) from error

    @contextmanager
    def new(self) -> Iterator[None]:
        """Remove the files of a new run again when a block of code, under the lock, ends without its
        manifest."""
        try:
            yield
        finally:
            if not self.manifest.exists():
                for file in (self.totals, self.lock_file):
                    _remove_if_possible(file)

    def check(self) -> None:
        """Raises StudyError unless a run directory is there, whole or damaged."""
        if not os.path.isdir(self.path):
            there = os.path.exists(self.path)
            raise StudyError("is no run directory" if there else "no such run directory", str(self.path))
        if not any(map(os.path.exists, (self.manifest, self.totals, self.parts))):
            raise StudyError("is no run directory", str(self.path))

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

        Raises StudyError when a runner is at work or the directory may not be written.
        """
        try:
            descriptor = os.open(self.lock_file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise not_writable(error, self.path) from error
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    raise RunFailed.from_os_error(error, self.path) from error
                raise StudyError("another process is running this study", str(self.path)) from error
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

    def read(self, path: Path) -> bytes:
        """A document of the run. Raises RunDirectoryError when it is missing or cannot be read."""
        try:
            return path.read_bytes()
        except FileNotFoundError as error:
            raise RunDirectoryError("is missing", str(path)) from error
        except OSError as error:
            raise RunDirectoryError(f"cannot be read: {error.strerror}", str(path)) from error

    def clean(self) -> None:
        """Remove what an interrupted write left behind."""
        for folder in (self.path, self.parts):
            for temporary in folder.glob(f"*{_TEMPORARY}"):
                _remove_if_possible(temporary)

    def fault(self, index: int, size: int, sha256: str) -> str | None:
        """What is wrong with a part that should have this size and checksum, or None."""
        path = self.part(index)
        try:
            about = path.stat()
            if about.st_size != size:
                return f"is damaged: it has {about.st_size} bytes, not {size}"
            seen = (sha256, about.st_ino, about.st_size, about.st_mtime_ns)
            # the cells of a run are read one after the other, and each reads all parts
            if self._sound.get(index) == seen:
                return None
            with open(path, "rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError:
            return "is missing"
        except OSError as error:
            return f"cannot be read: {error.strerror}"
        if found != sha256:
            return "is damaged: the checksum does not match"
        self._sound[index] = seen
        return None

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


def check_file(path: Path, *folders: Path) -> None:
    """Find out before the work whether a file can be put at ``path`` afterwards, and files into ``folders``.

    Nothing is left behind. Raises StudyError, or RunFailed when the disk is full.
    """
    if os.path.isdir(path):
        raise StudyError("is a directory", str(path))
    try:
        for target in (path, *folders):
            if max(len(os.fsencode(part)) for part in target.parts) > _LONGEST_NAME:
                raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG))
        for folder in (path.parent, *folders):
            _try_writing(folder)
    except OSError as error:
        raise not_writable(error, path) from error


def _try_writing(folder: Path) -> None:
    """Raises OSError unless the folder, or the nearest above it that is there, takes a file."""
    while not os.path.lexists(folder):
        folder = folder.parent
    with TemporaryFile(dir=folder):
        return


def _make(folder: Path, made: list[Path]) -> None:
    """Make a folder unless it is there, and note it."""
    try:
        folder.mkdir()
    except OSError:
        if not folder.is_dir():
            raise
    else:
        made.append(folder)


def seal(text: str) -> bytes:
    """A JSON object whose text ends in ``\\n}``, with the checksum of that text as its last key."""
    return f'{text[:-2]}{_SEAL}{digest(text.encode())}"\n}}\n'.encode()


def unseal(data: bytes) -> dict[str, Any]:
    """What a sealed document says. Raises ValueError when its checksum does not match."""
    text, mark, rest = data.decode().rpartition(_SEAL)
    text += "\n}"
    if not mark or rest != f'{digest(text.encode())}"\n}}\n':
        raise ValueError("the checksum does not match")
    document = json.loads(text)
    if not isinstance(document, dict):
        raise ValueError("no JSON object")
    return document


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


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
