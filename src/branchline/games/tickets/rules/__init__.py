"""The rules of Ticket to Ride, compiled: the state, what is legal, what it does, points."""
