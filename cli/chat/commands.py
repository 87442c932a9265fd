"""The slash commands. Each takes the chat and what stands after its name; all say what they did on the chat's console."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.table import Table

from ...agent.types import Citation
from ...errors import UsageError
from ...papers.clusters.cluster import Cluster
from ...papers.files import write_atomic
from ..output.evidence.marked_images import quoted_page
from ..output.terminal.values import clean, usage
from . import turn_text as show
from .chat import Chat


@dataclass(frozen=True, slots=True)
class Command:
    """`argument` is shown in the help; `complete` offers arguments."""

    name: str
    argument: str
    help: str
    run: Callable[[Chat, str], None]
    complete: Callable[[Cluster], list[str]] | None = None


def obey(chat: Chat, line: str) -> None:
    """Carry out a line that begins with "/". Raises UsageError for an unknown command."""
    name, _, argument = line[1:].strip().partition(" ")
    command = next((command for command in COMMANDS if command.name == name.lower()), None)
    if command is None:
        raise UsageError(f"no command /{name}; /help lists them")
    command.run(chat, argument.strip())


def labels(cluster: Cluster) -> list[str]:
    """The anchor's figures by their labels."""
    figures = cluster.paper(cluster.anchor).figures if cluster.anchor else ()
    return [*dict.fromkeys(figure.label for figure in figures), "off"]


def _figure(chat: Chat, label: str) -> None:
    if not label:
        anchor = chat.cluster.anchor
        for figure in chat.cluster.paper(anchor).figures if anchor else ():
            chat.say(clean(figure.caption))
        return
    chat.talk.look_at("" if label == "off" else label)
    chat.keep()
    chat.say(
        f"asking about {chat.talk.record.figure}" if label != "off" else "each question names its figure"
    )


def _image(chat: Chat, path: str) -> None:
    if not path:
        raise UsageError("which image? /image FILE")
    chat.talk.look_at_image(Path(path.strip("'\"")).expanduser())
    chat.keep()
    chat.say(f"asking about {path}; /figure off ends that")


def _papers(chat: Chat, _: str) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    for paper in chat.cluster.papers():
        star = " *" if paper.id == chat.cluster.anchor else ""
        table.add_row(str(paper.year or ""), clean(paper.title) + star)
    chat.console.print(table)


def _sources(chat: Chat, number: str) -> None:
    chosen = [_citation(chat, number)] if number else _citations(chat)
    for citation in chosen:
        show.paragraph(chat.console, citation, chat.talk.session)


def _open(chat: Chat, number: str) -> None:
    citation = _citation(chat, number or "1")
    image = quoted_page(chat.talk.session, citation.paper_id, citation.page, [citation.quote])
    if image is None:
        raise UsageError(f"{citation.paper_id} has no pages to show; /sources {number or '1'} shows the text")
    path = chat.file.with_suffix("") / f"{citation.paper_id}-p{citation.page}.png"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror}); set CITEHOP_HOME") from error
    shown = _has_screen() and chat.interactive and typer.launch(str(path)) == 0
    chat.say(f"{'opened' if shown else 'saved'}: {path}")


def _model(chat: Chat, name: str) -> None:
    if name:
        chat.talk.use_model("" if name == "off" else name)
    models = chat.talk.models
    chat.say(f"model {models.text.model}" if models else "no model: answers are quotes")


def _cost(chat: Chat, _: str) -> None:
    chat.say(usage(chat.talk.usage))


def _save(chat: Chat, path: str) -> None:
    if not path:
        raise UsageError("where to? /save FILE.md")
    target = Path(path).expanduser()
    try:
        write_atomic(target, show.markdown(chat.talk.turns, chat.talk.session))
    except OSError as error:
        raise UsageError(f"{target}: cannot be written ({error.strerror}); name another file") from error
    chat.say(f"{len(chat.talk.turns)} questions written to {target}")


def _help(chat: Chat, _: str) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    for command in COMMANDS:
        table.add_row(f"/{command.name} {command.argument}".rstrip(), command.help)
    table.add_row("Ctrl-C, Ctrl-D", "stop an answer; end")
    chat.console.print(table)


COMMANDS = (
    Command("figure", "Table 2", "ask about this figure of the anchor; off: no longer", _figure, labels),
    Command("image", "FILE", "ask about this picture", _image),
    Command("papers", "", "the papers of the cluster; * is the anchor", _papers),
    Command("sources", "N", "the last answer's quotes in their paragraphs", _sources),
    Command("open", "N", "the page of quote N as an image, the quote marked", _open),
    Command("model", "NAME", "let this model answer; off: none", _model, lambda _: ["off"]),
    Command("cost", "", "what the conversation has cost", _cost),
    Command("save", "FILE", "write the conversation as Markdown", _save),
    Command("help", "", "this list", _help),
)


def _citations(chat: Chat) -> tuple[Citation, ...]:
    answered = [turn.answer.citations for turn in chat.talk.turns if turn.answer.citations]
    if not answered:
        raise UsageError("no answer with sources yet; ask something first")
    return answered[-1]


def _citation(chat: Chat, number: str) -> Citation:
    citations = _citations(chat)
    if not number.isdecimal() or not 1 <= int(number) <= len(citations):
        raise UsageError(f"no source {number!r}; the last answer has 1 to {len(citations)}")
    return citations[int(number) - 1]


def _has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
