"""The bots of Ticket to Ride."""
