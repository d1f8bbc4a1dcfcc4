"""Enumeration of paths, one by one or in batches, without searching dead ends."""
