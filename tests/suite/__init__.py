"""What holds for every game, as functions that take a case and fail with AssertionError.

tests/generic runs them over every registered game and the toy; tests/toy/test_wrong.py runs each of them over a toy
that is wrong on purpose, so that the suite itself is tested.
"""
