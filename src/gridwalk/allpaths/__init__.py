"""All paths at once: one sweep over a board, many algebras."""
