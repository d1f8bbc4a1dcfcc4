"""The legal-move table of a large board, for moves that only their two cells decide.

The caller owns all memory; the kernel allocates nothing and raises nothing.
It trusts its arguments.
"""

from gridwalk.kernels._kernel import kernel


@kernel
def add_move(here, there, bit, table):
    """Set *bit* in *table* where a cell *here* and the cell *there*, which the move leads to, are open: 1."""
    for row in range(here.shape[0]):
        cells, beyond, legal = here[row], there[row], table[row]
        for i in range(cells.shape[0]):
            legal[i] |= (cells[i] & beyond[i]) * bit
