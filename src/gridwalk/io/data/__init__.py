"""Formats of data: JSON, files of NumPy, tours and puzzles of numbers."""
