"""Benchmarks. `make bench` prints one table; every figure is measured in that run."""
