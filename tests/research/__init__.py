"""The environments for research, over every registered game and the toy."""
