"""Longest paths on boards too large for exact counting: an anytime search, and upper bounds."""
