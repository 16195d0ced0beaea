"""The API boundary of String Railway: JSON actions, views, texts and the log."""
