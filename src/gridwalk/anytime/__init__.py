"""Long paths of boards too large for a sweep: a path that gets better with time, and an upper bound."""

from gridwalk.later import modules_of

__getattr__ = modules_of(__name__)
