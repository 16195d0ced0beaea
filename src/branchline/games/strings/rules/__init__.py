"""The rules of String Railway (S1–S22), compiled."""
