"""The algorithms, each written once, in plain Python over arrays (see `gridwalk.runtime.kernel`).

Every search kernel keeps one contract::

    status = kernel(table, ..., state, budget, events)

``table`` is the pair ``(moves_of_cell, delta_of_move)``.  ``state`` holds the kernel's
registers (`gridwalk.kernels.codes`), so that a call may stop after ``budget`` steps with
status PAUSED and the next call goes on from there, in either tier.  ``events`` is an event
log or None.  The caller owns all memory and has checked all arguments.
"""
