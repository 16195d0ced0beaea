"""The contract that every game keeps, and the match that drives it. Imports no other package of ours."""
