"""Where work runs: in this process, in processes beside it, or on a Ray cluster, all behind one interface."""

from branchline.compute.batches import run
from branchline.compute.interface import Executor, Here, Lost
from branchline.compute.processes import Processes
from branchline.compute.ray import RayExecutor, locate

__all__ = ["Executor", "Here", "Lost", "Processes", "RayExecutor", "executor", "locate", "run"]


def executor(jobs: int, cluster: str | None = None) -> Executor:
    """The cluster at an address (`auto`: the one that this machine belongs to), or so many cores of this machine."""
    if cluster is not None:
        return RayExecutor(cluster)
    return Here() if jobs == 1 else Processes(jobs)
