"""The lazy sets: each verb is its docstring and one line to the planner."""

from gridwalk.later import modules_of

__getattr__ = modules_of(__name__)
