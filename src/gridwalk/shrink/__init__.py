"""Shrink first: what of a board lies on simple paths, as blocks in series, corridors contracted."""
