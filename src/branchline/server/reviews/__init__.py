"""Reviews of finished games: made in the background, kept with the game."""
