"""Options that every command shares, and the settings they make."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..settings import Settings, load_settings

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object with its schema version.")]
ClusterName = Annotated[str, typer.Argument(help="Name of a cluster, or the path of a cluster folder.")]

_SHARED: dict[str, Any] = {
    "home": Annotated[
        Path | None, typer.Option(help="Folder that holds the clusters.", rich_help_panel="Settings")
    ],
    "embedding_model": Annotated[
        str | None,
        typer.Option(help="Embedding model, by name or path; 'none': BM25 only.", rich_help_panel="Settings"),
    ],
    "qdrant_url": Annotated[
        str | None,
        typer.Option(help="Qdrant server instead of the embedded engine.", rich_help_panel="Settings"),
    ],
    "offline": Annotated[
        bool | None,
        typer.Option("--offline", help="Forbid every network call.", rich_help_panel="Settings"),
    ],
}


def with_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give `command(settings=...)` the shared options in place of its `settings` parameter."""
    own = [p for p in inspect.signature(command, eval_str=True).parameters.values() if p.name != "settings"]

    @functools.wraps(command)
    def wrapper(**values: Any) -> Any:
        overrides = {name: values.pop(name) for name in _SHARED}
        if overrides["home"] is not None:
            overrides["home"] = str(overrides["home"])
        return command(**values, settings=load_settings(overrides))

    shared = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in _SHARED.items()
    ]
    own = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in own]
    wrapper.__signature__ = inspect.Signature(own + shared)  # type: ignore[attr-defined]  # read by Typer
    wrapper.__annotations__ = {p.name: p.annotation for p in own + shared}
    del wrapper.__wrapped__  # or inspect would look through to the original
    return wrapper


__all__ = ["ClusterName", "JsonFlag", "Settings", "with_settings"]
