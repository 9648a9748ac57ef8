"""Benchmarks: ratios to a bare limit that is measured in the same run."""
