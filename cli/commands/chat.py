"""citehop chat: one question after the other."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ...errors import UsageError
from ...settings import Settings
from ..options import ClusterName, JsonFlag, LookFlag, RerankOption, with_model_settings
from ..output.console import err, out, warn


def register(cli: typer.Typer) -> None:
    cli.command("chat")(chat)


@with_model_settings
def chat(
    name: ClusterName,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last conversation.")] = False,
    rerank: RerankOption = "top",
    look: LookFlag = True,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Talk about a cluster; follow-up questions keep the figure and the paper. Questions may come through a pipe."""
    from ...agent.conversation.conversation import Conversation
    from ...agent.conversation.store import FOLDER, latest_file, load, new_file
    from ...agent.llm.roles import open_models
    from ...agent.plan import Plan
    from ...agent.session import open_session
    from ..chat.chat import Chat
    from ..chat.loop import at_terminal, through_pipe

    interactive = sys.stdin.isatty()
    if json and interactive:
        raise UsageError(
            f"--json answers what comes through a pipe: echo QUESTION | citehop chat {name} --json"
        )
    models = open_models(settings)
    with open_session(name, settings) as session:
        for warning in session.warnings:
            warn(warning)
        cluster = session.cluster
        file = latest_file(cluster.name, settings) if resume else new_file(cluster.name, settings)
        talk = Conversation(session, models, Plan(look=look, rerank=rerank), load(file) if resume else None)
        this = Chat(talk, file, err() if json else out(), interactive=interactive)
        if not interactive:
            return through_pipe(this, sys.stdin, json=json)
        from ..chat.prompt import prompter

        return at_terminal(this, prompter(cluster, settings.home_path / FOLDER / "history").prompt)
