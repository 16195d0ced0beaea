"""The sheet of 30 Rails to print, as a PDF."""

from branchline.games.rails30.printed.page import VARIANTS, make_sheet

__all__ = ["VARIANTS", "make_sheet"]
