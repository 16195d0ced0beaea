"""Bots for every game: levels, budgets, and the one search."""

from branchline.bots.bot import Bot, levels, make

__all__ = ["Bot", "levels", "make"]
