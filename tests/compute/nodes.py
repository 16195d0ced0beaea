"""A Ray cluster of this machine, which listens on the loopback address alone."""

from __future__ import annotations

import os
import socket
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_worker_niceness": "0",  # Ray's own is 15, which on a busy machine is hardly any time at all
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # so that 127.0.0.1 stays what it is
}
TRIES = 4
"""Ray gives a node half a minute to start, and its agents half of that, which a busy machine exceeds."""


class Nodes:
    """Nodes with so many cores each; the first is the head."""

    def __init__(self, *cores: int) -> None:
        self._cores = cores
        self._stack = ExitStack()

    def __enter__(self) -> Nodes:
        # In /tmp, because the path of a socket has at most 107 characters.
        temporary = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True))
        # Ray writes the head's address into a folder that it expects to be there; this one is of no other cluster.
        folder = Path(temporary) / "ray"
        folder.mkdir()
        self._stack.enter_context(patch.dict(os.environ, SETTINGS | {"RAY_TMPDIR": temporary}))
        from ray.cluster_utils import Cluster

        facts: dict[str, Any] = {"node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}
        self.cluster = Cluster()
        self._stack.callback(self.cluster.shutdown)
        first, *others = self._cores
        self._add(num_cpus=first, include_dashboard=False, temp_dir=str(folder), **facts, **_ports())
        for cores in others:
            self._add(num_cpus=cores, **facts, **_ports())
        self.address: str = self.cluster.address
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def workers(self) -> list[int]:
        """The processes that do work of ours just now, on all nodes."""
        raylets = [node.all_processes["raylet"][0].process.pid for node in self.cluster.list_all_nodes()]
        found = [pid for raylet in raylets for pid in _children(raylet)]
        return [pid for pid in found if "on_node" in Path(f"/proc/{pid}/cmdline").read_text()]

    def _add(self, **facts: Any) -> None:
        for left in reversed(range(TRIES)):
            try:
                self.cluster.add_node(**facts)
                return
            except Exception as error:  # Ray has no type for it
                if "timed out during startup" not in str(error) or not left:
                    raise


def _ports() -> dict[str, int]:
    """Ports for a node's agents. Without them a node waits for its agents to name theirs, and dies after 15 s."""
    names = ("metrics_agent_port", "metrics_export_port", "dashboard_agent_listen_port", "runtime_env_agent_port")
    with ExitStack() as stack:
        free = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in names]
        return {name: each.getsockname()[1] for name, each in zip(names, free, strict=True)}


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]
