"""The bots of 30 Rails. They know the rules, and nothing of what leaves the package."""
