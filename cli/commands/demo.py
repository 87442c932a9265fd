"""citehop demo: one question over the sample papers of the package."""

from __future__ import annotations

import typer

from ...settings import Settings
from ..options import with_settings
from ..output.console import err, out, progress_bars, warn

NAME = "sample"


def register(cli: typer.Typer) -> None:
    cli.command("demo")(demo)


@with_settings
def demo(*, settings: Settings) -> int:
    """Index the sample papers, and ask a question about a results table that a cited paper answers."""
    from ...agent.ask import ask
    from ...agent.session import open_session
    from ...indexes.build.build import build
    from ..output.terminal.answers import print_answer
    from ..sample_cluster import ANCHOR_FILE, FOLDER, QUESTION

    with progress_bars() as update:
        report = build(FOLDER, NAME, ANCHOR_FILE, settings, update)
    for warning in report.warnings:
        warn(warning)
    err().print(report.summary(), soft_wrap=True)
    out().print(f"\n$ citehop ask {NAME} {QUESTION!r}\n", soft_wrap=True)
    with open_session(NAME, settings) as session:
        for warning in session.warnings:
            warn(warning)
        answer = ask(session, QUESTION)
        print_answer(answer, session.cluster)
    out().print(
        f"\nNext: citehop ask {NAME} QUESTION, or index your own papers with citehop index FOLDER",
        soft_wrap=True,
    )
    return 0
