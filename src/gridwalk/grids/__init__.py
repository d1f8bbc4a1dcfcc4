"""What a board is made of: cells, moves, walls, costs of steps, and the legal-move table of them all."""

from gridwalk.later import modules_of

__getattr__ = modules_of(__name__)
