"""Benchmarks: ``python -m benchmarks NAME``; without a name, all of them."""
