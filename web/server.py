"""Start the web server."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import token_urlsafe

from ..agent.llm.roles import open_models
from ..errors import MissingExtraError, UsageError
from ..evaluation.question_generation.release import read_pairs
from ..settings import Settings

try:
    from .access import is_loopback, own_names
    from .app import create_app
    from .connections import run_server
    from .site import Sample
except ImportError as error:
    raise MissingExtraError("The web page", "web") from error

_ANY = ("0.0.0.0", "::")


def serve(
    settings: Settings,
    host: str,
    port: int,
    on_ready: Callable[[str], None],
    reviews: Sequence[Path] = (),
    sample: tuple[Path, str] | None = None,
) -> None:
    """Serve the clusters of `settings.home` on `host` until Ctrl-C. `on_ready` is called with the address of the
    page.

    Port 0 takes a free port. `reviews` are folders with generated questions to review. `sample` is a folder of papers
    to try, and the file of their anchor. Unless `host` is a loopback address, the address contains a token without
    which nothing is served. Raises UsageError if the address or a folder cannot be used, and ConfigurationError for a
    model that cannot be used.
    """
    for folder in reviews:
        read_pairs(folder)
    models = open_models(settings)
    token = "" if is_loopback(host) else token_urlsafe()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise UsageError(
            f"{host}:{port} cannot be used ({error}); choose another --host or --port"
        ) from error
    app = create_app(
        settings,
        models,
        own_names(host),
        token,
        any_address=host in _ANY,
        reviews=reviews,
        sample=Sample(*sample) if sample else None,
    )
    listener.listen()
    on_ready(_describe_address(host, listener.getsockname()[1], token))
    run_server(app, listener, log_level="warning", timeout_graceful_shutdown=3)


def _describe_address(host: str, port: int, token: str) -> str:
    """Return the address to open in a browser."""
    name = socket.gethostname() if host in _ANY else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")
