"""The contract that every game keeps, and the match that drives it. Imports nothing else of the house."""
