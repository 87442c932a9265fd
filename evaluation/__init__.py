"""Evaluation: benchmarks, metrics, runs, statistics and reports."""
