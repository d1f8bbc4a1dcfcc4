"""Estimates of counts: frontier-based search with a random sample of the states.

Layers and states are the same as in `simpath`.  As long as a layer has no more states than a limit, the sweep
is exact.  If there are more, an unbiased sample of the states continues, with weights in place of counts
(`sampled.run`).  The error is estimated from independent runs (`sampled.runs`).
"""
