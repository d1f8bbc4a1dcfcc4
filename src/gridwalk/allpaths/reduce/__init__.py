"""The reduction of a board to the part on simple paths: biconnected blocks in series, corridors as edges.

Read `network` first, the result, and then `reduction` with its public function `shrink`.  `normal` brings the
question into a normal form, `cells` makes a graph of the board, and `graph` reduces it.
"""
