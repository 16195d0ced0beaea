"""The suite of tests/suite over every registered game and the toy."""
