"""``manifest.json``: what a run is, what plays it, and a line for each time that somebody worked on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

from gouji_sim.errors import Problem, RunDirectoryError
from gouji_sim.study.mismatch import differences
from gouji_sim.study.plan import Plan
from gouji_sim.study.signature import compare_engines, engine, host, versions
from gouji_sim.study.store import RunFiles, seal, unseal

__all__ = ["RUN_FORMAT", "Manifest", "now"]

RUN_FORMAT: Final = 1
_KIND: Final = "gouji-sim run"


@dataclass(frozen=True)
class Manifest:
    """The identity of a run. ``source`` is the text of the study file, if there was one."""

    plan: Plan
    engine: dict[str, str]
    created: str
    versions: dict[str, str] = field(default_factory=versions)
    host: dict[str, Any] = field(default_factory=host)
    source: str | None = None
    history: tuple[dict[str, Any], ...] = ()

    @classmethod
    def new(cls, plan: Plan, source: str | None = None) -> Manifest:
        """The manifest of a run that begins now with the engine of this process."""
        return cls(plan, engine(plan.own_policies), now(), source=source)

    @classmethod
    def read(cls, files: RunFiles) -> Manifest:
        """Read and check it.

        Raises StudyError when there is no run directory, RunDirectoryError when the manifest is missing,
        damaged or of another format.
        """
        files.check()
        place = str(files.manifest)
        data = files.read(files.manifest)
        try:
            _check_format(data, place)
            document = unseal(data)
            plan = Plan.from_dict(document["study"], place)
            if plan.hash != document["study_hash"]:
                raise RunDirectoryError("is damaged: the hash of its study does not match", place)
            return cls(
                plan,
                dict(document["engine"]),
                document["created"],
                dict(document["versions"]),
                dict(document["host"]),
                document["study_file"],
                tuple(document["history"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise RunDirectoryError(f"is damaged: {error}", place) from error

    def to_dict(self) -> dict[str, Any]:
        """The document."""
        return {
            "kind": _KIND,
            "format": RUN_FORMAT,
            "study_hash": self.plan.hash,
            "engine": self.engine,
            "seeds": list(dict.fromkeys(cell.seed for cell in self.plan.cells)),
            "created": self.created,
            "versions": self.versions,
            "host": self.host,
            "study": self.plan.to_dict(),
            "study_file": self.source,
            "history": list(self.history),
        }

    def write(self, files: RunFiles) -> None:
        """Put it into the directory. Raises RunFailed when that cannot be written."""
        files.write(files.manifest, seal(json.dumps(self.to_dict(), ensure_ascii=False, indent=1)))

    def begun(self, action: str, done: int, settings: Mapping[str, Any]) -> Manifest:
        """The manifest with a line for a piece of work that begins with ``done`` units counted."""
        line = {"action": action, "began": now(), "ended": None, "outcome": None, "from": done, "to": None}
        return replace(self, history=(*self.history, {**line, **settings, "host": host()["name"]}))

    def ended(self, outcome: str, done: int, seconds: float) -> Manifest:
        """The manifest with its last line completed; ``seconds`` is the time spent playing."""
        line = {
            **self.history[-1],
            "ended": now(),
            "outcome": outcome,
            "to": done,
            "seconds": round(seconds, 3),
        }
        return replace(self, history=(*self.history[:-1], line))

    def check_engine(self, place: str) -> None:
        """Refuse an engine of this process that is not the run's. Raises RunDirectoryError that says what
        differs."""
        if problems := compare_engines(engine(self.plan.own_policies), self.engine, place):
            raise RunDirectoryError(problems)

    def check_study(self, plan: Plan, place: str) -> None:
        """Refuse a study that is not the run's. Raises RunDirectoryError that names what differs."""
        if found := differences(self.plan, plan):
            raise RunDirectoryError([Problem(place, "holds a run of another study"), *found])


def _check_format(data: bytes, place: str) -> None:
    """Refuse what is no manifest, or one of another format, whose checksum may stand elsewhere."""
    document = json.loads(data)
    if not isinstance(document, dict):
        raise ValueError("no JSON object")
    if document.get("kind") != _KIND or document.get("format") != RUN_FORMAT:
        raise RunDirectoryError(
            f"is no {_KIND} of format {RUN_FORMAT} but {document.get('kind')} {document.get('format')}", place
        )


def now() -> str:
    """The time of day in UTC to the second, as ISO 8601 writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
