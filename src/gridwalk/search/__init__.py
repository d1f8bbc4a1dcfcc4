"""Searches for one path: any path, or a shortest path."""
