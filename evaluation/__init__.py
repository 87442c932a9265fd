"""Benchmarks, metrics, runner, statistics and reports."""
