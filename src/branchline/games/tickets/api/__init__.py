"""What leaves and enters Ticket to Ride: JSON actions, views, refusals, log, texts, maps."""
