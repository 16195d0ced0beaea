"""30 Rails, a game by Julian Anstey: two dice, one sheet, thirty decisions."""

SLUG = "30-rails"
