"""Many games: simulations, tournaments and measurements."""

from branchline.arena.simulate import simulate
from branchline.arena.tournament import tournament

__all__ = ["simulate", "tournament"]
