"""Shrink first: what of a board lies on simple paths, as blocks in series, corridors contracted.

`task` says what is asked, `cells` makes a graph of the board, `graph` makes it smaller,
`measures` says what its corridors cost, `reduction` does it all; `reduced` and `network` are the answer.
"""
