"""The lazy sets: each verb is its docstring and one line to the planner."""
