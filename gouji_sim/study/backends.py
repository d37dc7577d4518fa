"""Where shards are played: threads of this process, processes, or the workers of a Dask cluster, all through
joblib."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, Literal, get_args

import joblib

from gouji_sim.errors import StudyError
from gouji_sim.study.plan import Shard
from gouji_sim.study.shards import ShardPlayer, ShardResult
from gouji_sim.study.signature import compare_engines, own_policies, worker_engine

__all__ = ["BACKENDS", "Backend", "Play", "default_jobs", "is_of_cluster", "started"]

Backend = Literal["threading", "loky", "dask"]
BACKENDS: Final[tuple[Backend, ...]] = get_args(Backend)

Play = Callable[[ShardPlayer, Iterable[Shard]], Iterator[ShardResult | None]]
"""Plays shards and gives the results as they come."""

WORKER_TIMEOUT: Final = 30
"""Seconds to wait for the first worker of a cluster."""

CLOSE_TIMEOUT: Final = 5
"""Seconds to wait for the scheduler at the end."""

RETRIES: Final = 10
"""How often a shard that failed with its worker is given to another."""


def default_jobs() -> int:
    """The cores that this process may use."""
    return int(joblib.cpu_count())


@contextmanager
def started(backend: Backend, jobs: int, scheduler: str | None, engine: Mapping[str, str]) -> Iterator[Play]:
    """Start a backend for the length of a block; every worker of a cluster must have ``engine``.

    Raises StudyError when the cluster cannot be reached, has no worker, or has one with another engine.
    """
    if backend == "dask":
        with _dask(scheduler, engine) as play:
            yield play
    else:
        # one shard ahead of each worker process hides the way to it; threads have no way
        ahead = jobs if backend == "threading" else 2 * jobs
        options = {"inner_max_num_threads": 1} if backend == "loky" else {}
        with joblib.parallel_config(backend=backend, n_jobs=jobs, **options):
            yield lambda player, shards: _play(player, shards, ahead)


def _play(player: ShardPlayer, shards: Iterable[Shard], ahead: int) -> Iterator[ShardResult | None]:
    parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch=ahead)
    results: Iterator[ShardResult | None] = parallel(joblib.delayed(player)(shard) for shard in shards)
    return results


@contextmanager
def _dask(scheduler: str | None, engine: Mapping[str, str]) -> Iterator[Play]:
    try:
        from gouji_sim.study.cluster import WatchedBackend
    except ImportError as error:
        raise StudyError("needs the extra: pip install 'gouji-sim[dask]'", "--backend dask") from error
    if not scheduler:
        raise StudyError(
            "needs the address of a scheduler, such as tcp://host:8786: --scheduler or GOUJI_SIM_SCHEDULER",
            "--backend dask",
        )
    try:
        client: Any = _client(scheduler)
    except (OSError, ValueError) as error:
        raise StudyError(f"no scheduler answers: {error}", f"--scheduler {scheduler}") from error
    try:
        check_workers(client, scheduler, engine)
        ahead = 3 * sum(client.ncores().values())
        backend = WatchedBackend(client=client, retries=RETRIES)
        with joblib.parallel_config(backend=backend, n_jobs=-1):
            yield lambda player, shards: _play(player, shards, ahead)
    finally:
        # a scheduler that is gone does not answer the farewell either
        with suppress(TimeoutError, OSError):
            client.close(timeout=CLOSE_TIMEOUT)


def is_of_cluster(error: Exception) -> bool:
    """Whether the cluster itself failed: the scheduler is gone, or every worker that took a shard died."""
    return type(error).__module__.partition(".")[0] == "distributed"


def _client(scheduler: str) -> Any:
    import distributed

    # what ends a run is told once, by the runner
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    connect: Any = distributed.Client
    return connect(scheduler, timeout=WORKER_TIMEOUT, set_as_default=False)


def check_workers(client: Any, scheduler: str, engine: Mapping[str, str]) -> None:
    """Compare the engine of every worker with that of the runner. Raises StudyError that names what
    differs."""
    try:
        client.wait_for_workers(1, timeout=WORKER_TIMEOUT)
    except TimeoutError as error:
        raise StudyError(f"has no worker after {WORKER_TIMEOUT} s", f"--scheduler {scheduler}") from error
    found = client.run(worker_engine, own_policies(engine), on_error="return")
    problems = []
    for address, answer in found.items():
        if isinstance(answer, BaseException):
            answer = {"core": f"not usable ({answer})"}
        problems += compare_engines(engine, answer, f"worker {address}")
    if problems:
        raise StudyError(problems)
