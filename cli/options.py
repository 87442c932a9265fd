"""Options that commands share, and the settings built from them."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import UsageError
from ..retrieval.types import Strategy
from ..settings import Settings, load_settings

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object, with its schema version.")]
YesFlag = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]
ClusterName = Annotated[str, typer.Argument(help="Name of a cluster, or path of a cluster folder.")]

FILTER_PANEL = "Papers"
PaperOption = Annotated[
    list[str] | None,
    typer.Option("--paper", help="Only this paper; repeatable.", rich_help_panel=FILTER_PANEL),
]
YearOption = Annotated[
    str,
    typer.Option(
        "--year", help="Only papers of these years: 2019, 2015-2020, 2015-.", rich_help_panel=FILTER_PANEL
    ),
]
AuthorOption = Annotated[
    list[str] | None,
    typer.Option("--author", help="Only papers by this author; repeatable.", rich_help_panel=FILTER_PANEL),
]
VenueOption = Annotated[
    list[str] | None,
    typer.Option(
        "--venue", help="Only papers of this journal or conference; repeatable.", rich_help_panel=FILTER_PANEL
    ),
]
SectionOption = Annotated[
    str,
    typer.Option(
        "--section",
        help='Only text of sections with this heading, such as "methods".',
        rich_help_panel=FILTER_PANEL,
    ),
]

_SHARED: dict[str, Any] = {
    "home": Annotated[Path | None, typer.Option(help="Folder of the clusters.", rich_help_panel="Settings")],
    "embedding_model": Annotated[
        str | None,
        typer.Option(
            help="Embedding model, as a name or path; 'none' searches with BM25 only.",
            rich_help_panel="Settings",
        ),
    ],
    "qdrant_url": Annotated[
        str | None,
        typer.Option(
            help="Use this Qdrant server instead of the embedded engine.", rich_help_panel="Settings"
        ),
    ],
    "offline": Annotated[
        bool | None,
        typer.Option("--offline", help="Make no network connection.", rich_help_panel="Settings"),
    ],
}


SEARCH_PANEL = "Search"
_SEARCH: dict[str, Any] = {
    "strategy": Annotated[
        Strategy | None,
        typer.Option(
            help="Search by words, meaning, both, or page images; auto: all that the cluster has.",
            rich_help_panel=SEARCH_PANEL,
        ),
    ],
    "reranker": Annotated[
        str | None,
        typer.Option(
            help="Rerank passages by this sentence-transformers CrossEncoder, a name or path; 'none'.",
            rich_help_panel=SEARCH_PANEL,
        ),
    ],
}


MODEL_PANEL = "Language model"
LookFlag = Annotated[
    bool,
    typer.Option("--look/--no-look", help="Also show the figure to the model.", rich_help_panel=MODEL_PANEL),
]
_MODEL: dict[str, Any] = {
    "model": Annotated[
        str | None,
        typer.Option(
            help="Language model, as named by litellm: openai/gpt-4o, ollama_chat/llama3; or gguf:FILE.",
            rich_help_panel=MODEL_PANEL,
        ),
    ],
    "vision_model": Annotated[
        str | None, typer.Option(help="Separate model for images.", rich_help_panel=MODEL_PANEL)
    ],
    "api_base": Annotated[
        str | None, typer.Option(help="Base URL of the model's server.", rich_help_panel=MODEL_PANEL)
    ],
    "max_cost": Annotated[
        float | None,
        typer.Option(help="Maximum cost in US dollars.", min=0.0, rich_help_panel=MODEL_PANEL),
    ],
    "max_calls": Annotated[
        int | None,
        typer.Option(help="Maximum number of model calls.", min=0, rich_help_panel=MODEL_PANEL),
    ],
    "no_cache": Annotated[
        bool | None,
        typer.Option("--no-cache", help="Do not use or store cached replies.", rich_help_panel=MODEL_PANEL),
    ],
}


_JUDGE: dict[str, Any] = {
    "judge_model": Annotated[
        str | None, typer.Option(help="Separate model that grades answers.", rich_help_panel=MODEL_PANEL)
    ],
}


def _can_ask() -> bool:
    return sys.stdin.isatty()


def confirm_deletion(command: str, names: Sequence[str], *, yes: bool) -> None:
    """Ask on the terminal whether `command` may delete `names`, unless `yes`.

    Raises UsageError if nobody can be asked, and Exit if the answer is no.
    """
    if yes:
        return
    if not _can_ask():
        raise UsageError(f"{command} deletes {', '.join(names)}; confirm with --yes")
    if not typer.confirm(f"Delete {', '.join(names)}?", err=True):
        typer.echo("nothing was deleted", err=True)
        raise typer.Exit(0)


_GIVEN = "given_settings"  # parameter of a command that needs the names of the options on the command line


def escape_markup(text: str) -> str:
    """Return a help text with escaped brackets. Typer would otherwise take "[k=20]" for the markup of a style."""
    return text.replace("[", "\\[")


def with_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return `command` with the shared options in place of its parameter `settings`.

    If it has a parameter `given_settings`, that gets the names of the shared options on the command line.
    """
    return _with_options(command, _SHARED)


def with_search_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return `command` with the shared options and the options of the search for passages (see `with_settings`)."""
    return _with_options(command, _SHARED | _SEARCH)


def with_answer_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return `command` with the shared options and those of the search and the language model (see `with_settings`)."""
    return _with_options(command, _SHARED | _SEARCH | _MODEL)


def with_model_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return `command` with the shared options and those of the language model (see `with_settings`)."""
    return _with_options(command, _SHARED | _MODEL)


def with_judge_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return `command` with the options of `with_model_settings` and the option for a grading model."""
    return _with_options(command, _SHARED | _MODEL | _JUDGE)


def _with_options(command: Callable[..., Any], options: Mapping[str, Any]) -> Callable[..., Any]:
    named = inspect.signature(command, eval_str=True).parameters
    own = [p for p in named.values() if p.name not in ("settings", _GIVEN)]

    @functools.wraps(command)
    def wrapper(**values: Any) -> Any:
        overrides = {name: values.pop(name) for name in options}
        if overrides["home"] is not None:
            overrides["home"] = str(overrides["home"])
        given = frozenset(name for name, value in overrides.items() if value is not None)
        if _GIVEN in named:
            values[_GIVEN] = given
        return command(**values, settings=load_settings(overrides))

    shared = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in options.items()
    ]
    own = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in own]
    wrapper.__signature__ = inspect.Signature(own + shared)  # type: ignore[attr-defined]  # read by Typer
    wrapper.__annotations__ = {p.name: p.annotation for p in own + shared}
    del wrapper.__wrapped__  # otherwise inspect would return the signature of the original
    return wrapper


__all__ = [
    "MODEL_PANEL",
    "AuthorOption",
    "ClusterName",
    "JsonFlag",
    "LookFlag",
    "PaperOption",
    "SectionOption",
    "Settings",
    "VenueOption",
    "YearOption",
    "YesFlag",
    "confirm_deletion",
    "escape_markup",
    "with_answer_settings",
    "with_judge_settings",
    "with_model_settings",
    "with_search_settings",
    "with_settings",
]
