"""Words of a toy that are half translated; tests/toy/wrong.py needs them."""
