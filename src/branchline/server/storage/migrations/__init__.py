"""Migrations of the database; they run at every start."""
