"""Lessons in the page: prepared positions that a visitor plays in alone. Nothing of them is stored."""
