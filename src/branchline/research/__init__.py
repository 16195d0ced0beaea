"""Branchline for research: environments of Gymnasium, PettingZoo and OpenSpiel, many games at once, data sets.

Each is written once over the contract and serves every registered game. docs/research.md explains them.
"""
