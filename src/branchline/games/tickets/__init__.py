"""Ticket to Ride: routes, tickets and train cards."""

SLUG = "ticket-to-ride"
