"""A cheapest path through given cells: legs routed round one another, with a bound on what any path costs."""
