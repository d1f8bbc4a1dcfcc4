"""One reader for all text boards: layout, alphabet, walls of cells, ends beside the board."""
