"""citehop mcp: the clusters of this machine as tools for assistants."""

from __future__ import annotations

import typer

from ...settings import Settings
from ..options import with_model_settings


def register(cli: typer.Typer) -> None:
    cli.command("mcp")(mcp)


@with_model_settings
def mcp(*, settings: Settings) -> int:
    """Serve the clusters of this machine over the Model Context Protocol on stdin and stdout. It does not index."""
    from ...integrations.mcp_server import serve

    serve(settings)
    return 0
