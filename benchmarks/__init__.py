"""Benchmarks: `python -m benchmarks` prints the README's table; `pytest benchmarks/bench_*.py` times single operations."""
