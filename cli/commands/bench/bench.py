"""citehop bench: benchmarks and their runs, each printed as a table or as one JSON object."""

from __future__ import annotations

import typer

from . import benchmarks, runs


def register(cli: typer.Typer) -> None:
    bench = typer.Typer(help="Measure citehop on benchmarks.", no_args_is_help=True)
    benchmarks.register(bench)
    runs.register(bench)
    cli.add_typer(bench, name="bench")
