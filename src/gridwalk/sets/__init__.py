"""The lazy sets of paths, tours and cycles; `gridwalk.planner` answers their methods."""
