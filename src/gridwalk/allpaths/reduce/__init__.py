"""The reduction of a board to the part on simple paths: biconnected blocks in series, corridors as edges.

`task` normalises the question, `cells` makes a graph of the board, `graph` reduces it, `measures` computes
lengths and costs of corridors, `reduction` runs all steps; `reduced` and `network` are the result.
"""
