"""The API boundary of Stephenson's Rocket: JSON actions, views, refusals, log, texts, maps."""
