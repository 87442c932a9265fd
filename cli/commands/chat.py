"""citehop chat: a conversation over a cluster."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ...errors import UsageError
from ...settings import Settings
from ..options import ClusterName, JsonFlag, LookFlag, with_answer_settings
from ..output.console import err, out, warn
from ..preflight import check_model_server


def register(cli: typer.Typer) -> None:
    cli.command("chat")(chat_command)


@with_answer_settings
def chat_command(
    name: ClusterName,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the last conversation.")] = False,
    anchor: Annotated[
        str | None, typer.Option(help="Paper whose figures are asked about; default: the cluster's anchor.")
    ] = None,
    figure: Annotated[str | None, typer.Option(help='Ask about this figure, such as "Table 2".')] = None,
    look: LookFlag = True,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Ask question after question; follow-up questions keep the figure and the paper. Also reads questions from a pipe."""
    from ...agent.conversation.conversation import Conversation
    from ...agent.conversation.store import latest_file, load, new_file
    from ...agent.llm.roles import open_models
    from ...agent.plan import Plan
    from ...agent.session import open_session
    from ...papers.clusters.manage import CHATS
    from ..chat.chat import Chat
    from ..chat.loop import answer_lines, run_interactive

    interactive = sys.stdin.isatty()
    if json and interactive:
        raise UsageError(f"--json needs questions from a pipe: echo QUESTION | citehop chat {name} --json")
    check_model_server(settings)
    models = open_models(settings)
    with open_session(name, settings) as session:
        for warning in session.warnings:
            warn(warning)
        cluster = session.cluster
        file = latest_file(cluster.name, settings) if resume else new_file(cluster.name, settings)
        conversation = Conversation(session, models, Plan(look=look), load(file) if resume else None)
        if anchor:
            conversation.select_anchor(anchor)
        if figure:
            conversation.select_figure(figure)
        chat = Chat(conversation, file, err() if json else out(), interactive=interactive)
        if not interactive:
            return answer_lines(chat, sys.stdin, json=json)
        from ..chat.prompt import open_prompt

        history = (
            settings.home_path / CHATS / ".history"
        )  # each cluster has a folder with its name here, so the history begins with a dot
        return run_interactive(chat, open_prompt(conversation, history).prompt)
