"""One path after another, or batch after batch: enumeration without dead ends."""
