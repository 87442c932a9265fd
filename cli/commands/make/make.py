"""citehop make: questions and training data from clusters of yours, and their review."""

from __future__ import annotations

import typer

from . import benchmarks, questions, review, training_data


def register(cli: typer.Typer) -> None:
    make = typer.Typer(help="Make benchmarks and training data of your own papers.", no_args_is_help=True)
    questions.register(make)
    benchmarks.register(make)
    training_data.register(make)
    review.register(make)
    cli.add_typer(make, name="make")
