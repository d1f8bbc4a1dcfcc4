"""The event log: ``int32[n + 1, 3]``, row 0 holding the number of rows that follow."""

from gridwalk.kernels._kernel import kernel


@kernel
def record(events, kind, cell, value):
    """Append the event ``(kind, cell, value)``; the caller made the log long enough."""
    row = events[0, 0] + 1
    events[0, 0] = row
    events[row, 0] = kind
    events[row, 1] = cell
    events[row, 2] = value
