"""The sheet of 30 Rails to print, as a PDF."""

from branchline.games.rails30.sheet.page import make_sheet

__all__ = ["make_sheet"]
