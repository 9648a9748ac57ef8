"""Benchmarks: ratios to a bare baseline that is measured in the same run."""
