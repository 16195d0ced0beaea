"""Bots for every game: levels, budgets, and the one search."""

from branchline.bots.bot import Bot, check_budget, levels, make

__all__ = ["Bot", "check_budget", "levels", "make"]
