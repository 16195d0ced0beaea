"""The lobby: people whom one follows, looking for a game, and what waits for a person."""
