"""Formats that draw walls as lines or blocks: boxes, micromouse; and a board in one line."""
