"""Formats of data: JSON, NumPy, tables, editors, games, puzzles."""

from gridwalk.later import modules_of

__getattr__ = modules_of(__name__)
