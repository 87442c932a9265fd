"""One module per command: parse the arguments, call one library function, print its result."""

from __future__ import annotations

import typer

from . import (
    add,
    ask,
    chat,
    clusters,
    compare,
    demo,
    doctor,
    figures,
    index,
    library,
    mcp,
    model,
    notes,
    papers,
    parse,
    rank,
    search,
    table,
    train,
    web_page,
)
from .bench import bench
from .make import make


def register(cli: typer.Typer) -> None:
    """Add every command to `cli`, in the order in which a new user needs them."""
    for module in (
        demo,
        index,
        add,
        ask,
        compare,
        table,
        chat,
        rank,
        search,
        figures,
        notes,
        papers,
        parse,
        clusters,
        library,
        bench,
        web_page,
        make,
        train,
        model,
        mcp,
        doctor,
    ):
        module.register(cli)
