"""Benchmarks of others, each one file: `prepare` makes of a download, a task and options what `bench.run` runs.

To add one: a file with `prepare` and a frozen dataclass `Options`, a line in `table`, and a made-up data set in the true layout
as the fixture of its tests. Published rows, where there are any, go into published/NAME.json.
"""
