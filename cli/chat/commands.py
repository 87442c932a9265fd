"""Slash commands. Each takes the chat and the text after its name, and reports on the chat's console."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.table import Table

from ...agent.types import Citation
from ...errors import UsageError
from ...papers.clusters.cluster import Cluster
from ...papers.files import write_atomic
from ..output.console import has_screen
from ..output.evidence.marked_images import quoted_page
from ..output.terminal.values import format_usage
from . import turn_text as show
from .chat import Chat


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command; `argument` is shown in the help, `complete` lists arguments for completion."""

    name: str
    argument: str
    help: str
    run: Callable[[Chat, str], None]
    complete: Callable[[Cluster], list[str]] | None = None


def run_command(chat: Chat, line: str) -> None:
    """Run the command of a line that begins with "/". Raises UsageError for an unknown command."""
    name, _, argument = line[1:].strip().partition(" ")
    command = next((command for command in COMMANDS if command.name == name.lower()), None)
    if command is None:
        raise UsageError(f"no command /{name}; /help lists them")
    command.run(chat, argument.strip())


def figure_labels(cluster: Cluster) -> list[str]:
    """Labels of the anchor's figures, and "off"."""
    figures = cluster.paper(cluster.anchor).figures if cluster.anchor else ()
    return [*dict.fromkeys(figure.label for figure in figures), "off"]


def _figure(chat: Chat, label: str) -> None:
    if not label:
        anchor = chat.cluster.anchor
        for figure in chat.cluster.paper(anchor).figures if anchor else ():
            chat.note(figure.caption)
        return
    chat.conversation.look_at("" if label == "off" else label)
    chat.save()
    chat.note(
        f"asking about {chat.conversation.record.figure}"
        if label != "off"
        else "no figure selected; name it in the question"
    )


def _image(chat: Chat, path: str) -> None:
    if not path:
        raise UsageError("which image? /image FILE")
    chat.conversation.look_at_image(Path(path.strip("'\"")).expanduser())
    chat.save()
    chat.note(f"asking about {path}; /figure off ends that")


def _papers(chat: Chat, _: str) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    for paper in chat.cluster.papers():
        star = " *" if paper.id == chat.cluster.anchor else ""
        table.add_row(str(paper.year or ""), paper.title + star)
    chat.console.print(table)


def _sources(chat: Chat, number: str) -> None:
    chosen = [_citation(chat, number)] if number else _citations(chat)
    for citation in chosen:
        show.print_paragraph(chat.console, citation, chat.conversation.session)


def _open(chat: Chat, number: str) -> None:
    citation = _citation(chat, number or "1")
    image = quoted_page(chat.conversation.session, citation.paper_id, citation.page, [citation.quote])
    if image is None:
        raise UsageError(f"{citation.paper_id} has no pages to show; /sources {number or '1'} shows the text")
    path = chat.file.with_suffix("") / f"{citation.paper_id}-p{citation.page}.png"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror}); set CITEHOP_HOME") from error
    shown = has_screen() and chat.interactive and typer.launch(str(path)) == 0
    chat.note(f"{'opened' if shown else 'saved'}: {path}")


def _model(chat: Chat, name: str) -> None:
    if name:
        chat.conversation.use_model("" if name == "off" else name)
    models = chat.conversation.models
    chat.note(f"model {models.text.model}" if models else "no model: answers are quotes")


def _cost(chat: Chat, _: str) -> None:
    chat.note(format_usage(chat.conversation.usage))


def _save(chat: Chat, path: str) -> None:
    if not path:
        raise UsageError("where to? /save FILE.md")
    target = Path(path).expanduser()
    try:
        write_atomic(target, show.to_markdown(chat.conversation.turns, chat.conversation.session))
    except OSError as error:
        raise UsageError(f"{target}: cannot be written ({error.strerror}); name another file") from error
    chat.note(f"{len(chat.conversation.turns)} questions written to {target}")


def _help(chat: Chat, _: str) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    for command in COMMANDS:
        table.add_row(f"/{command.name} {command.argument}".rstrip(), command.help)
    table.add_row("Ctrl-C, Ctrl-D", "stop an answer; end")
    chat.console.print(table)


COMMANDS = (
    Command("figure", "Table 2", "ask about this figure of the anchor; off: none", _figure, figure_labels),
    Command("image", "FILE", "ask about this picture", _image),
    Command("papers", "", "the papers of the cluster; * is the anchor", _papers),
    Command("sources", "N", "quotes of the last answer in their paragraphs", _sources),
    Command("open", "N", "page of quote N as an image, with the quote marked", _open),
    Command("model", "NAME", "answer with this model; off: without", _model, lambda _: ["off"]),
    Command("cost", "", "usage and cost of the conversation", _cost),
    Command("save", "FILE", "write the conversation as Markdown", _save),
    Command("help", "", "this list", _help),
)


def _citations(chat: Chat) -> tuple[Citation, ...]:
    answered = [turn.answer.citations for turn in chat.conversation.turns if turn.answer.citations]
    if not answered:
        raise UsageError("no answer with sources yet; ask something first")
    return answered[-1]


def _citation(chat: Chat, number: str) -> Citation:
    citations = _citations(chat)
    if not number.isdecimal() or not 1 <= int(number) <= len(citations):
        raise UsageError(f"no source {number!r}; the last answer has 1 to {len(citations)}")
    return citations[int(number) - 1]
