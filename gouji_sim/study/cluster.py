"""joblib's Dask backend, made to report a shard that the cluster gave up.

joblib's own leaves the caller waiting for ever when a task ends in an error of the cluster itself
(KilledWorker: every worker that took the shard died), because only results reach its callback.
"""

from __future__ import annotations

import asyncio
from typing import Any

from joblib._dask import DaskDistributedBackend
from joblib.externals.loky.process_executor import _ExceptionWithTraceback

__all__ = ["WatchedBackend"]


class WatchedBackend(DaskDistributedBackend):  # type: ignore[misc]
    """Hands errors of the cluster to the caller like errors of a task."""

    async def _collect(self) -> None:
        while self._continue:
            async for future, result in self.waiting_futures:
                caller = self._results.pop(future)
                callback: Any = self._callbacks.pop(future)
                if future.status == "error":
                    result = _ExceptionWithTraceback(result[1])
                caller.set_result(result)
                callback(result)
            await asyncio.sleep(0.01)
