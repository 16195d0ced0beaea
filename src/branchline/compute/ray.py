"""A Ray cluster (the extra `branchline[ray]`): work runs as Ray tasks on whatever nodes there are."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any, TypeVar

from branchline.compute.interface import Lost, limited
from branchline.core.errors import OptionError
from branchline.core.text import Text

T = TypeVar("T")
AHEAD = 3
"""Pieces of work per core that are handed over before their turn."""
PATIENCE = 5.0
"""Seconds within which the address must answer."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # no statistics are sent
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # or Ray warns that it will change its mind about accelerators
}


class RayExecutor:
    """The cores of a cluster. This process must run on one of its nodes, and all nodes have the same Branchline."""

    def __init__(self, address: str) -> None:
        self._ray, self._owned = connect(address)
        self._task: Any = self._ray.remote(num_cpus=1, max_retries=0)(on_node)
        errors = self._ray.exceptions
        self._mistakes: tuple[type[Exception], ...] = (errors.RayTaskError,)
        self._losses: tuple[type[Exception], ...] = (errors.RayError,)
        self._running: dict[Future[Any], Any] = {}

    @property
    def workers(self) -> int:
        """The cores of all nodes that are there now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    @property
    def ahead(self) -> int:
        """As many tasks as keep all cores busy; Ray queues them."""
        return self.workers * AHEAD

    @property
    def ready(self) -> bool:
        """Whether the cluster is still connected."""
        return bool(self._ray.is_initialized())

    def submit(self, limit: float | None, work: Callable[..., T], *facts: Any) -> Future[T]:
        """Have work done by some node."""
        future: Future[T] = Future()
        reference = self._task.remote(version("branchline"), limit, work, facts)
        self._running[future] = reference
        future.add_done_callback(self._dropped)
        reference.future().add_done_callback(partial(self._ended, future))
        return future

    def end(self, future: Future[Any]) -> None:
        """End the worker that does this work."""
        future.cancel()

    def warm(self) -> None:
        """Ray starts its processes by itself."""

    def close(self) -> None:
        """Drop all work; a connection that was made here ends."""
        for future in list(self._running):
            future.cancel()
        if self._owned:
            self._ray.shutdown()

    def kill(self) -> None:
        """The same as closing: the nodes are not ours to end."""
        self.close()

    def _dropped(self, future: Future[Any]) -> None:
        reference = self._running.pop(future, None)
        if reference is not None and future.cancelled():
            self._ray.cancel(reference, force=True)

    def _ended(self, future: Future[Any], done: Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        if not future.set_running_or_notify_cancel():
            return
        if isinstance(error, self._mistakes):  # what the work itself raised
            future.set_exception(getattr(error, "cause", None) or error)
        elif done.cancelled() or isinstance(error, self._losses):
            lost = Lost("a node or a worker of the cluster died, or was ended because it took too long")
            lost.__cause__ = error
            future.set_exception(lost)
        elif error is not None:
            future.set_exception(error)
        else:
            future.set_result(done.result())


def connect(address: str) -> tuple[Any, bool]:
    """The module, connected, and whether it was this call that connected it; OptionError says why not."""
    found = locate(address)
    ray = import_module("ray")
    if ray.is_initialized():
        return ray, False
    if found.rpartition(":")[0] in LOOPBACK:
        # Ray takes the loopback address for the machine's outer one, where a cluster of its own does not listen.
        setattr(import_module("ray._private.ray_constants"), "ENABLE_RAY_CLUSTER", False)  # noqa: B010
    try:
        ray.init(address=found, log_to_driver=False, logging_level="error")
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        raise OptionError(Text("core.compute_silent", {"address": address, "why": str(error)})) from error
    return ray, True


def locate(address: str) -> str:
    """The cluster's address, where something answers; OptionError if there is no Ray or nothing answers."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    try:
        services = import_module("ray._private.services")
    except ImportError as error:
        raise OptionError(Text("core.compute_missing")) from error
    try:
        found = services.get_ray_address_from_environment("auto", None) if address == "auto" else address
        reach(found)
    except (OSError, ValueError) as error:
        raise OptionError(Text("core.compute_silent", {"address": address, "why": str(error)})) from error
    return str(found)


def reach(address: str) -> None:
    """Nothing if something answers at the address, otherwise an OSError; Ray itself would try for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    socket.create_connection((host, int(port)), PATIENCE).close()


def on_node(wanted: str, limit: float | None, work: Callable[..., T], facts: tuple[Any, ...]) -> T:
    """On a node: the work's result. Another version of Branchline might play other games."""
    if (installed := version("branchline")) != wanted:
        where = {"node": socket.gethostname(), "here": installed, "there": wanted}
        raise OptionError(Text("core.compute_version", where))
    return limited(limit, work, *facts)
