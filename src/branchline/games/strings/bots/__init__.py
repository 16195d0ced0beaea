"""The bots of String Railway."""
