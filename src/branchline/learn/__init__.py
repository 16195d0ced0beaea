"""Learning by self-play: better numbers for a game's expert, taken only when they win."""

from branchline.learn.training import Outcome, Settings, train

__all__ = ["Outcome", "Settings", "train"]
