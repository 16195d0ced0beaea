"""What leaves and enters 30 Rails: JSON actions, views, refusals, the log and texts."""
