"""Notices that call people back to a table: what they are about, where they go, and how they get there."""
