"""Estimates where there are too many states: frontier-based search with a sample of them.

The layers are those of `simpath`, and equal states are merged as ever.  While a layer has no more states
than a limit, all is exact; else a sample of them goes on, each with a weight in place of its count, without
bias (`sampled.run`).  Independent runs give the error.
"""
