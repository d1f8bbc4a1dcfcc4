"""Tours: existence and proofs that there is none, fast search, and construction for boards of any size."""
