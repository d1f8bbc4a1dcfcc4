"""Estimates of counts: frontier-based search with a sample of the states.

Layers and states are the same as in `simpath`.  While a layer has no more states than a limit, the sweep is
exact; otherwise an unbiased sample of states continues, each with a weight in place of its count
(`sampled.run`). Independent runs give the error.
"""
