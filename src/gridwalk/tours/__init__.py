"""Tours: whether there is one, one of them fast, and one built for boards of any size."""

from gridwalk.later import modules_of

__getattr__ = modules_of(__name__)
