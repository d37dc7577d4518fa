"""Carrying out a plan: shards go out, results come back in any order, and each is safe on disk before the
next counts.

The order on disk is part, then checkpoint. Killed between the two, a run has a part that its checkpoint does
not know; the shard is then played again and gives the same bytes.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from joblib.externals.loky.process_executor import BrokenProcessPool

from gouji_sim.errors import RunDirectoryError, StudyError
from gouji_sim.study.backends import Backend, Play, default_jobs, is_of_cluster, started
from gouji_sim.study.checkpoint import Checkpoint, Part, State
from gouji_sim.study.counts import MAX_COUNT
from gouji_sim.study.failures import Interrupted, RunFailed
from gouji_sim.study.manifest import Manifest
from gouji_sim.study.plan import MAX_RECORDS, Plan, Shard, too_many_records
from gouji_sim.study.progress import Progress, Silent
from gouji_sim.study.reader import read_checkpoint
from gouji_sim.study.shards import ShardPlayer, ShardResult
from gouji_sim.study.signals import GRACE, Dropped, Signals
from gouji_sim.study.signature import worker_engine
from gouji_sim.study.store import RunFiles, digest
from gouji_sim.study.verify import check_parts

__all__ = ["Outcome", "Settings", "extend_run", "resume_run", "start_run"]


@dataclass(frozen=True)
class Settings:
    """How a plan is carried out; nothing here changes the result."""

    jobs: int = field(default_factory=default_jobs)
    backend: Backend = "threading"
    scheduler: str | None = None
    progress: Progress = field(default_factory=Silent)
    grace: float = GRACE


@dataclass(frozen=True)
class Outcome:
    """What a finished run came to: ``state`` as in `Checkpoint`, units counted, deals and seconds of this
    piece of work."""

    path: Path
    state: State
    units: int
    deals: int
    seconds: float


def start_run(plan: Plan, path: str | Path, settings: Settings, source: str | None = None) -> Outcome:
    """Carry out a plan in a directory that is new, empty, or already holds this very run, which is then
    continued.

    Raises StudyError for a place that cannot be used, RunDirectoryError for another run's directory,
    RunFailed when the machine gives up, Interrupted after a signal; all that was counted is kept. Where
    nothing was begun nothing is left behind.
    """
    files = RunFiles(path)
    with files.created(), files.locked():
        if files.manifest.exists():
            manifest = Manifest.read(files)
            manifest.check_study(plan, str(files.path))
            return _continue(files, manifest, settings, "resume")
        with files.new():
            files.clean()
            checkpoint = Checkpoint(plan)
            files.write(files.totals, checkpoint.to_bytes())
            return _Runner(files, Manifest.new(plan, source), checkpoint, settings).run("run")


def resume_run(path: str | Path, settings: Settings) -> Outcome:
    """Go on with a run. Raises as `start_run`, and RunDirectoryError when study, engine or parts do not
    match."""
    files = RunFiles(path)
    Manifest.read(files)
    with files.locked():
        return _continue(files, Manifest.read(files), settings, "resume")


def extend_run(path: str | Path, more: int, settings: Settings) -> Outcome:
    """Add ``more`` units (deals or sessions) to every cell of a run and play them.

    The result is that of a study planned so long. Raises StudyError when the run has reached its target
    precision, or would become longer than a study may be.
    """
    files = RunFiles(path)
    Manifest.read(files)
    with files.locked():
        manifest = Manifest.read(files)
        if read_checkpoint(files, manifest).state == "precision":
            raise StudyError(
                "has reached the precision it stops at; more deals would not be played", str(path)
            )
        plan = manifest.plan.extended(manifest.plan.units + more)
        if plan.units > MAX_COUNT:
            raise StudyError(f"would have {plan.units:,} {plan.mode}, more than {MAX_COUNT:,}", str(path))
        if plan.records_per_shard > MAX_RECORDS:
            raise StudyError(too_many_records(plan), str(path))
        return _continue(files, replace(manifest, plan=plan), settings, "extend")


def _continue(files: RunFiles, manifest: Manifest, settings: Settings, action: str) -> Outcome:
    manifest.check_engine(str(files.manifest))
    checkpoint = read_checkpoint(files, manifest)
    if problems := check_parts(files, checkpoint, checkpoint.is_missing):
        raise RunDirectoryError(problems)
    files.clean()
    if checkpoint.finished:
        return Outcome(files.path, checkpoint.state, checkpoint.done, 0, 0.0)
    return _Runner(files, manifest, checkpoint, settings).run(action)


class _Runner:
    def __init__(
        self, files: RunFiles, manifest: Manifest, checkpoint: Checkpoint, settings: Settings
    ) -> None:
        self.files = files
        self.manifest = manifest
        self.checkpoint = checkpoint
        self.settings = settings
        self.engine = worker_engine(manifest.plan.own_policies)
        self.player = ShardPlayer(manifest.plan, self.engine)
        self.halted = False

    def run(self, action: str) -> Outcome:
        settings, plan = self.settings, self.manifest.plan
        before = self.checkpoint.done
        with started(settings.backend, settings.jobs, settings.scheduler, self.engine) as play:
            jobs = None if settings.backend == "dask" else settings.jobs
            how = {"jobs": jobs, "backend": settings.backend}
            self.manifest = self.manifest.begun(action, before, how)
            self.manifest.write(self.files)
            if self.checkpoint.drop_short_part():
                self.files.write(self.files.totals, self.checkpoint.to_bytes())
            began = time.perf_counter()
            outcome = "failed"
            try:
                self._play(play)
                outcome = self.checkpoint.state
            except Interrupted:
                outcome = "interrupted"
                raise
            finally:
                seconds = time.perf_counter() - began
                # the same cause may have ended the run and keep this line from being written
                with suppress(RunFailed):
                    self.manifest.ended(outcome, self.checkpoint.done, seconds).write(self.files)
        deals = (self.checkpoint.done - before) * plan.deals_per_unit
        return Outcome(self.files.path, self.checkpoint.state, self.checkpoint.done, deals, seconds)

    def _play(self, play: Play) -> None:
        progress = self.settings.progress
        progress.start(self.checkpoint)
        try:
            with Signals(self.settings.grace) as signals:
                try:
                    self._take(play(self.player, self._wanted(signals)), signals)
                except Dropped:
                    signals.stopping.set()
                except BrokenProcessPool as error:
                    raise RunFailed("a worker process died; it may have run out of memory") from error
                except Exception as error:
                    if is_of_cluster(error):
                        raise RunFailed(f"the cluster gave up: {type(error).__name__}") from error
                    raise
            if not self.checkpoint.finished:
                raise Interrupted(signals.name)
            self._tidy()
        finally:
            progress.close()

    def _take(self, results: Iterator[ShardResult | None], signals: Signals) -> None:
        try:
            for result in results:
                if result is not None and not self.halted:
                    signals.shield(True)
                    self._store(result)
                    signals.shield(False)
                    self.settings.progress.update(self.checkpoint)
        finally:
            signals.ignore()
            self._halt()
            _close(results)

    def _halt(self) -> None:
        """No more shards, and those that run in threads may stop."""
        self.halted = True
        if self.player.dropped is not None:
            self.player.dropped.set()

    def _wanted(self, signals: Signals) -> Iterator[Shard]:
        """Shards as long as they are wanted; joblib asks for the next one whenever one is finished."""
        for shard in self.checkpoint.missing():
            if self.halted or signals.stopping.is_set():
                return
            yield shard

    def _store(self, result: ShardResult) -> None:
        part = None
        if result.part is not None:
            self.files.write(self.files.part(result.shard.index), result.part)
            units = self.manifest.plan.keeps(result.shard)
            part = Part(units, len(result.part), digest(result.part))
        self.checkpoint.add(result, part)
        self.files.write(self.files.totals, self.checkpoint.to_bytes())
        if self.checkpoint.finished:
            self._halt()

    def _tidy(self) -> None:
        """Remove parts past the point where the run stopped."""
        for index in self.files.part_indices():
            if index not in self.checkpoint.parts:
                self.files.remove_part(index)


def _close(results: Iterator[ShardResult | None]) -> None:
    """End the generator of joblib, which cancels what still runs and says so in a warning that tells nobody
    anything."""
    if isinstance(results, Generator):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            results.close()
