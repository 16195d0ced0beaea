"""String Railway, a game by Hisashi Hayashi: a table, stations, and rails of real string."""

SLUG = "string-railway"
