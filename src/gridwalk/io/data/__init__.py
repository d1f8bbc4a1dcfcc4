"""Formats of data: JSON, NumPy, tables, editors, games, puzzles."""
