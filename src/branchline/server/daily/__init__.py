"""The daily challenge: every day one deal of each game, the same for everybody."""
