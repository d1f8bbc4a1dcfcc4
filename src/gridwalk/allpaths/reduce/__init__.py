"""The reduction of a board to the part on simple paths: biconnected blocks in series, corridors as edges.

`reduction.shrink` is the public function, and `network` defines its result; read these two first.  `normal`
brings the question into a normal form, `cells` makes a graph of the board, and `graph` reduces the graph.
"""
