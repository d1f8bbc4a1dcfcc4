"""Families of paths for frontier-based search; each module has a step function and a `Family` class."""
