"""Calling people back: what they are told of, where it goes, and how it gets there."""
