"""Long paths of boards too large for a sweep: a path that gets better with time, and an upper bound."""
