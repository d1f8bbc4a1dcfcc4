"""Formats that draw walls as lines or blocks: boxes, micromouse, compact, Unicode."""
