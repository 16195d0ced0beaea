"""A Ray cluster of this machine, which listens on the loopback address alone."""

from __future__ import annotations

import os
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_worker_niceness": "0",  # Ray's own is 15, which on a busy machine is hardly any time at all
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # so that 127.0.0.1 stays what it is
}
STARTING = 150.0
"""Seconds for a node to start. Ray gives it half a minute, which a busy machine exceeds."""


class Nodes:
    """Nodes with so many cores each; the first is the head."""

    def __init__(self, *cores: int) -> None:
        self._cores = cores
        self._stack = ExitStack()

    def __enter__(self) -> Nodes:
        self._stack.enter_context(patch.dict(os.environ, SETTINGS))
        from ray._private import services
        from ray.cluster_utils import Cluster

        self._stack.enter_context(patch.object(services, "get_node", partial(_patient, services.get_node)))
        facts: dict[str, Any] = {"node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}
        self.cluster = Cluster()
        # In /tmp, because the path of a socket has at most 107 characters.
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True))
        self._stack.callback(self.cluster.shutdown)
        first, *others = self._cores
        self.cluster.add_node(num_cpus=first, include_dashboard=False, temp_dir=folder, **facts, **_ports())
        for cores in others:
            self.cluster.add_node(num_cpus=cores, **facts, **_ports())
        self.address: str = self.cluster.address
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def workers(self) -> list[int]:
        """The processes that do work of ours just now, on all nodes."""
        raylets = [node.all_processes["raylet"][0].process.pid for node in self.cluster.list_all_nodes()]
        found = [pid for raylet in raylets for pid in _children(raylet)]
        return [pid for pid in found if "on_node" in Path(f"/proc/{pid}/cmdline").read_text()]


def _ports() -> dict[str, int]:
    """Ports for a node's agents. Without them a node waits for its agents to name theirs, and dies after 15 s."""
    names = ("metrics_agent_port", "metrics_export_port", "dashboard_agent_listen_port", "runtime_env_agent_port")
    with ExitStack() as stack:
        free = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in names]
        return {name: each.getsockname()[1] for name, each in zip(names, free, strict=True)}


def _patient(ask: Callable[..., Any], *facts: Any) -> Any:
    """What Ray asks about a node until it has started."""
    give_up = time.monotonic() + STARTING
    while True:
        try:
            return ask(*facts)
        except RuntimeError:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.2)


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]
