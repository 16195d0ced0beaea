"""Where a station or a rail would be good: for suggestions and for the bots."""
