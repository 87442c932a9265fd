"""Writes the pages of docs/ that are made from the program itself: the commands and the settings.

python scripts/make_docs.py [FOLDER]      FOLDER defaults to docs
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import typer

from citehop.cli.main import EPILOG, cli
from citehop.settings import Settings

_MADE = "<!-- made by scripts/make_docs.py; do not edit -->"


def cli_page() -> str:
    """Every command with its arguments and options, as `--help` tells them."""
    parts = [_MADE, "# Commands", EPILOG.replace("--debug", "`--debug`")]
    parts += list(_commands(typer.main.get_command(cli), "citehop"))
    return "\n\n".join(parts) + "\n"


def settings_page() -> str:
    """Every setting with its variable, its default and its meaning."""
    rows = [_row(setting.name, setting.default, setting.metadata["help"]) for setting in fields(Settings)]
    return "\n".join(
        [
            _MADE,
            "# Settings",
            "",
            "A flag or an argument beats the variable, which beats `citehop.toml` in the current folder, which beats the",
            "user's own `citehop.toml`. An unknown key is an error that names its source.",
            "",
            "| key in citehop.toml | variable | default | meaning |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )


def _commands(command: Any, name: str) -> Iterator[str]:
    for sub_name, sub in getattr(command, "commands", {}).items():
        full = f"{name} {sub_name}"
        if hasattr(sub, "commands"):
            yield f"## {full}\n\n{sub.help}"
            yield from _commands(sub, full)
        else:
            yield _section(sub, full)


def _section(command: Any, name: str) -> str:
    context = typer.Context(command, info_name=name)
    usage = " ".join(command.get_usage(context).removeprefix("Usage: ").split())
    lines = [f"## {name}", "", command.help, "", f"```text\n{usage}\n```", "", "| | |", "|---|---|"]
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record:
            lines.append(f"| `{_cell(record[0])}` | {_cell(record[1])} |")
    return "\n".join(lines)


def _row(name: str, default: object, meaning: str) -> str:
    return f"| `{name}` | `CITEHOP_{name.upper()}` | {_default(default)} | {_cell(meaning)} |"


def _default(value: object) -> str:
    return f"`{value}`" if value != "" else "empty"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


PAGES = {"cli.md": cli_page, "settings.md": settings_page}

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "docs"
    for page, make in PAGES.items():
        (folder / page).write_text(make(), "utf-8")
