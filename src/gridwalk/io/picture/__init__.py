"""Boards from pictures of mazes: PNG, and other formats of Pillow.

`pixels` decodes a picture and finds the threshold of dark and light, `lattice` finds the lattice of cells,
`votes` their kinds, `joined` checks passages, and `maze` combines these.  `bypixel` and `robotmap` read maps
whose pixels are cells.
"""
