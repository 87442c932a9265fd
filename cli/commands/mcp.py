"""citehop mcp: the clusters of this machine as tools for assistants."""

from __future__ import annotations

from typing import Annotated

import typer

from ...settings import Settings
from ..options import with_answer_settings
from ..preflight import check_model_server


def register(cli: typer.Typer) -> None:
    cli.command("mcp")(mcp)


@with_answer_settings
def mcp(
    max_tokens: Annotated[
        int,
        typer.Option(help="Maximum size of a result, in tokens; longer lists and texts are cut.", min=500),
    ] = 10_000,
    *,
    settings: Settings,
) -> int:
    """Serve the clusters of this machine over the Model Context Protocol on stdin and stdout. It does not index."""
    from ...integrations.mcp_server import serve

    check_model_server(settings)
    serve(settings, max_tokens)
    return 0
