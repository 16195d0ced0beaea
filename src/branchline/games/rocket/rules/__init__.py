"""The rules of Stephenson's Rocket: numbers only, compiled."""
