"""Boards from text and files."""
