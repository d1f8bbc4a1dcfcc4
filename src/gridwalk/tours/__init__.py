"""Tours: whether there is one, one of them fast, and one built for boards of any size."""
