"""Write the tables of benchmarks/RESULTS.md from the releases in benchmarks/results.

    python benchmarks/write_results.py

A release is a list of groups. A group has a title, rows (what was measured, on how many items, and the result), and
either the commands that print its figures, separated by "; ", or "once", the reason why it cannot be repeated.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PAGE = FOLDER / "RESULTS.md"
MARK = "<!-- written by benchmarks/write_results.py from benchmarks/results; do not edit below -->"


def render(page: str) -> str:
    """Return `page` with one table per release below MARK, the latest first."""
    releases = sorted((FOLDER / "results").glob("*.json"), reverse=True)
    return "\n".join([page.partition(MARK)[0] + MARK, *(line for path in releases for line in _table(path))])


def _table(path: Path) -> Iterator[str]:
    yield from ("", f"## Release {path.stem}", "", "| measured | n | result |", "|---|---|---|")
    for group in json.loads(path.read_text("utf-8")):
        yield f"| **{group['title']}**: {_describe_source(group)} | | |"
        for what, count, result in group["rows"]:
            shown = f"{count:,}" if isinstance(count, int) else count
            yield f"| {what} | {shown} | {result} |"
    yield ""


def _describe_source(group: dict[str, Any]) -> str:
    if "once" in group:
        return f"measured once; the {group['once'].removeprefix('the ')}"
    return ", ".join(f"`{command}`" for command in group["command"].split("; "))


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text("utf-8")), "utf-8")
