"""Bots of Stephenson's Rocket."""
