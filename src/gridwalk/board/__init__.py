"""What a board is made of: cells, moves, walls, costs of steps, and the legal-move table of them all."""
