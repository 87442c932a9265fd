"""One module per command. Each is small: parse, call one library function, print."""

from __future__ import annotations

import typer

from . import add, ask, chat, clusters, demo, doctor, figures, index, mcp, papers, rank, search
from .bench import bench


def register(cli: typer.Typer) -> None:
    """Put every command on `cli`, in the order in which a newcomer needs them."""
    for module in (demo, index, add, ask, chat, rank, search, figures, papers, clusters, bench, mcp, doctor):
        module.register(cli)
