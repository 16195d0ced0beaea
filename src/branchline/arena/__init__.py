"""Many games: simulations and measurements."""

from branchline.arena.simulate import simulate

__all__ = ["simulate"]
