"""One path: find any, find the shortest."""
