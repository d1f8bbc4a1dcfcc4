"""One path after another, or batch after batch: enumeration without dead ends."""

from gridwalk.later import modules_of

__getattr__ = modules_of(__name__)
