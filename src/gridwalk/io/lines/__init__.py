"""Formats that draw walls between cells as lines: boxes, micromouse mazes, hexagons."""
