"""Benchmarks, one package each: `options` declares a frozen dataclass, `benchmark.prepare` makes a request ready to
run.

To add a benchmark, write such a package, an entry in `registry`, and a synthetic data set in the original layout as
the fixture of its tests. Published results, if there are any, go into published/NAME.json; a list of the parts of the
paper that are covered goes into published/coverage.json.
"""
