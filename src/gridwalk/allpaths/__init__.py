"""Questions about all paths at once, answered by dynamic programming: counts, the best, ranks, samples."""
