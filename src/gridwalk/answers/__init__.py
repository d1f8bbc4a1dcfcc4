"""Answers, and what an algorithm did."""
