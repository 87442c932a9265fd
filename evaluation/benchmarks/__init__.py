"""Benchmarks, one package each: `options` declares a frozen dataclass, `benchmark` makes a request ready to run
(`prepare`).

To add one: such a package, an entry in `registry`, and a synthetic data set in the true layout as the fixture of its
tests. Published results, where there are any, go into published/NAME.json, and what is covered of the paper into
`published`.
"""
