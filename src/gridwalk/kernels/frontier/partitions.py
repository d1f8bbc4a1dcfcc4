"""Values of a planar sweep between its tables and the pieces of files that they are exchanged in.

A *partition* is the table of the words whose heads have some given patterns of used places.  Its words are
in order of heads, and within a head in order of tails; `gridwalk.frontier.profile.partitions` cuts the
tails of each head into *runs*, one for each partition of the other half of the frontier.  A piece is
the runs for one of these, head after head.  The heads of the other half are in the tails of this one:
what was a run there is scattered here.
"""

from gridwalk.kernels._kernel import kernel


@kernel
def copy_runs(table, first, size, out):
    """Copy the runs of *size* words from *first* on one after another to *out*."""
    n = 0
    for r in range(len(first)):
        for e in range(first[r], first[r] + size[r]):
            out[n] = table[e]
            n += 1


@kernel
def scatter_runs(piece, runs, base_of_head, head_of_tail, middle_of_tail, place, table):
    """Scatter a piece over the *table* of another half.

    Row ``(tail, size, head)`` of *runs* is a run of words there: the tails from *tail* on, of a head.  Here
    the head of such a word is ``head_of_tail[tail]``, and its tail is found by the plug
    ``middle_of_tail[tail]`` of the place between the halves and by its head there: *place* in its class.
    """
    n = 0
    for r in range(len(runs)):
        other = runs[r, 2]
        for tail in range(runs[r, 0], runs[r, 0] + runs[r, 1]):
            to = base_of_head[head_of_tail[tail]] + place[other, middle_of_tail[tail]]
            table[to] = piece[n]
            n += 1
