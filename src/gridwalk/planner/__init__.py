"""Which engine answers: per verb a table of engines, each with the reason why not and what it would cost.

`single` is about one path (find, shortest, empty or not; `conditional`: through cells), `longest` about long
ones, `listed` goes path by path, `counts` and `ranks` ask about all paths at once, `traces` records what an
algorithm does.  `tables` holds what the choices have in common, and `explain` prints them.
"""

from gridwalk.later import modules_of

__getattr__ = modules_of(__name__)
