"""Where work runs: in this process, in processes beside it, or on a Ray cluster, all behind one interface."""

from collections.abc import Callable

from branchline.compute.batches import run
from branchline.compute.fallback import Fallback
from branchline.compute.interface import Executor, Here, Lost
from branchline.compute.processes import Processes, cores
from branchline.compute.ray import RayExecutor, locate
from branchline.compute.ray_process import RayProcess

__all__ = [
    "Executor",
    "Fallback",
    "Here",
    "Lost",
    "Processes",
    "RayExecutor",
    "RayProcess",
    "cores",
    "executor",
    "locate",
    "run",
    "steady",
]


def executor(jobs: int, cluster: str | None = None) -> Executor:
    """The cluster at an address (`auto`: the one that this machine belongs to), or `jobs` processes of this machine."""
    if cluster is not None:
        return RayExecutor(cluster)
    return Here() if jobs == 1 else Processes(jobs)


def steady(address: str, local: Executor, on_change: Callable[[str | None], None]) -> Executor:
    """The cluster at an address while it answers and `local` while it does not; without an address just `local`."""
    return Fallback(lambda: RayProcess(address), local, on_change) if address else local
