"""Boards from pictures of mazes: PNG, and the other files of pixels that Pillow reads.

`pixels` decodes (grey, and marks in colour), `tones` finds the threshold, `lattice` where cells can be,
`votes` what they are, `ends` the openings, and `maze` puts it together.
"""
