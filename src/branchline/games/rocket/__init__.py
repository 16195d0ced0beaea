"""Stephenson's Rocket, a game by Reiner Knizia: seven lines that everybody drives and nobody owns."""

SLUG = "stephensons-rocket"
