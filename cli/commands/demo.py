"""citehop demo: the main job on the papers that ship with the package."""

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
    """Index the sample cluster, ask a two-hop question about its anchor's results table, print the proof."""
    from ...agent.ask import ask
    from ...agent.session import open_session
    from ...indexes.build.build import build
    from ..output.terminal import answers
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
        answers.answer(answer, session.cluster)
    out().print(
        f"\nAsk your own: citehop ask {NAME} QUESTION, or index your papers: citehop index FOLDER",
        soft_wrap=True,
    )
    return 0
