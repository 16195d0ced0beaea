"""Bots for every game: levels, budgets, characters, and the one search."""

from branchline.bots.bot import Bot, check_budget, levels, make
from branchline.bots.characters import CHARACTERS, cast

__all__ = ["CHARACTERS", "Bot", "cast", "check_budget", "levels", "make"]
