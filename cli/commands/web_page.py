"""citehop web: the clusters of this machine as a page in the browser."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from ...settings import Settings
from ..options import with_answer_settings
from ..output.console import err, has_screen
from ..preflight import check_model_server


def register(cli: typer.Typer) -> None:
    cli.command("web")(web_command)


@with_answer_settings
def web_command(
    host: Annotated[
        str, typer.Option(help="Address to serve on; any but a loopback address requires a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.", min=0, max=65535)] = 8765,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    review: Annotated[
        list[Path] | None,
        typer.Option(
            help="Folder that make questions wrote, to review its questions on the page; repeatable."
        ),
    ] = None,
    *,
    settings: Settings,
) -> int:
    """Serve a page on this machine: make clusters, look at papers and figures, ask, and see every quote on its page."""
    from ...web.server import serve
    from ..sample_cluster import ANCHOR_FILE, FOLDER

    def on_ready(address: str) -> None:
        err().print(f"serving {address}  (Ctrl-C ends)", soft_wrap=True)
        if open_page and has_screen():
            typer.launch(address)

    check_model_server(settings)
    with suppress(KeyboardInterrupt):  # Ctrl-C is the normal way to end the server
        serve(settings, host, port, on_ready, review or (), (FOLDER, ANCHOR_FILE))
    return 0
