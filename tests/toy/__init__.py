"""A toy game: the smallest thing that has hidden hands, a die, simultaneous choices and an action that is not listed.

The template of docs/adding-a-game.md. Its rules:

- X1. Two to four seats. The deck has the numbers 1–6, four of each. Every seat is dealt three cards, which it hides.
- X2. In each of three rounds a die is rolled, and every seat chooses one of its cards, face down, all at once.
- X3. When all have chosen, the cards are turned up. Whoever is nearest to the die scores its pips; ties all score.
- X4. Then the seat with the fewest points (the first of them) writes one to five digits that add up to the last
  roll, and scores a point for each digit. The game is over.
"""

SLUG = "toy"
