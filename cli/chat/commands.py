"""The slash commands of a chat.

The function of a command gets the chat and the text after the command's name, and prints to the chat's console.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

from ...agent.conversation.conversation import Conversation
from ...agent.conversation.types import Turn
from ...agent.query.json_form import describe_query
from ...agent.types import Citation
from ...errors import UsageError
from ...integrations.evidence.marked_images import quoted_page
from ...integrations.sources.cite import cite
from ...integrations.sources.formats import FORMATS
from ...papers.captions import find_page_label
from ...papers.clusters.ids import describe_location, find_paper
from ...papers.files import write_atomic
from ...papers.plural import count_noun
from ...papers.types import Paper
from ...settings import expand_user
from ..output.console import has_screen
from ..output.terminal.values import describe_content, format_usage
from . import turn_text as show
from .chat import Chat


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command. `argument` is shown in the help; `complete` returns (argument, explanation) pairs for
    completion.
    """

    name: str
    argument: str
    help: str
    run: Callable[[Chat, str], None]
    complete: Callable[[Conversation], list[tuple[str, str]]] | None = None


def run_command(chat: Chat, line: str) -> None:
    """Run the command in `line`, which begins with "/". Raises UsageError for an unknown command."""
    name, _, argument = line[1:].strip().partition(" ")
    command = next((command for command in COMMANDS if command.name == name.lower()), None)
    if command is None:
        raise UsageError(f"no command /{name}; /help lists them")
    command.run(chat, argument.strip())


def _figure_labels(conversation: Conversation) -> list[tuple[str, str]]:
    """Return the labels of the anchor's figures with the rest of their captions, and "off"."""
    figures = conversation.anchor.figures if conversation.anchor else ()
    captions = {figure.label: describe_content(figure) for figure in reversed(figures)}
    return [(label, captions[label]) for label in reversed(captions)] + [("off", "no figure")]


def _paper_ids(conversation: Conversation) -> list[tuple[str, str]]:
    """Return the ids of the papers with their titles, and "off"."""
    papers = conversation.session.cluster.summaries
    return [(paper.id, paper.title) for paper in papers] + [("off", "the cluster's anchor")]


def _figure(chat: Chat, label: str) -> None:
    if not label:
        _list_figures(chat, chat.conversation.anchor)
        return
    chat.conversation.select_figure("" if label == "off" else label)
    chat.save()
    chat.note(describe_selection(chat.conversation))


def _anchor(chat: Chat, text: str) -> None:
    if text:
        chat.conversation.select_anchor("" if text == "off" else text)
        chat.save()
    chat.note(describe_selection(chat.conversation))


def _figures(chat: Chat, text: str) -> None:
    _list_figures(
        chat, chat.cluster.paper(find_paper(chat.cluster, text)) if text else chat.conversation.anchor
    )


def _list_figures(chat: Chat, paper: Paper | None) -> None:
    if paper is None:
        raise UsageError("whose figures? /figures PAPER; /papers lists the papers")
    chat.note(f"{paper.title}:" if paper.figures else f"{paper.title}: no figures or tables were found")
    for figure in paper.figures:
        place = "" if find_page_label(figure.label) else f", {describe_location(paper, figure.page)}"
        line = f"{figure.label}{place}: {describe_content(figure)}"
        chat.console.print(Text(line, style="dim"), overflow="ellipsis", no_wrap=True)


def describe_selection(conversation: Conversation) -> str:
    """Return a line that names the figure or image that questions are about, or else the paper whose figures they may
    name.
    """
    record, anchor = conversation.record, conversation.anchor
    if record.image:
        return f"asking about {record.image}; /figure off ends that"
    if anchor is None:
        return "no anchor; /anchor PAPER selects the paper whose figures you ask about"
    if record.figure:
        return f"asking about {record.figure} of {anchor.title}; /figure off ends that"
    return f"asking about the figures of {anchor.title}; name one in the question, or /figure LABEL"


def _image(chat: Chat, path: str) -> None:
    if not path:
        raise UsageError("which image? /image FILE")
    chat.conversation.select_image(expand_user(path.strip("'\"")))
    chat.save()
    chat.note(describe_selection(chat.conversation))


def _papers(chat: Chat, _: str) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    anchor = chat.conversation.anchor
    for paper in chat.cluster.summaries:
        remark = " (anchor)" if anchor and paper.id == anchor.id else ""
        table.add_row(str(paper.year or ""), paper.title + remark)
    chat.console.print(table)


def _sources(chat: Chat, number: str) -> None:
    chosen = [_citation(chat, number)] if number else _citations(chat)
    _note_question(chat)
    for citation in chosen:
        show.print_paragraph(chat.console, citation, chat.conversation.session)


def _open(chat: Chat, number: str) -> None:
    citation = _citation(chat, number or "1")
    _note_question(chat)
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


def _cite(chat: Chat, argument: str) -> None:
    form, _, path = argument.partition(" ")
    sources = cite(chat.conversation.session, _quoting_turn(chat).answer, form or "bibtex")
    _note_question(chat)
    if path:
        _write(expand_user(path.strip()), sources)
        chat.note(f"sources written to {path.strip()}")
    else:
        chat.console.print(Text(sources), end="", soft_wrap=True)


def _model(chat: Chat, name: str) -> None:
    if name:
        with chat.console.status(f"opening {name}", spinner_style="dim"):
            chat.conversation.use_model("" if name == "off" else name)
    models = chat.conversation.models
    chat.note(f"model {models.text.model}" if models else "no model: answers are quotes")


def _cost(chat: Chat, _: str) -> None:
    chat.note(format_usage(chat.conversation.usage))


def _save(chat: Chat, path: str) -> None:
    if not path:
        raise UsageError("where to? /save FILE.md")
    target = expand_user(path)
    _write(target, show.to_markdown(chat.conversation.turns, chat.conversation.session))
    chat.note(f"{count_noun(len(chat.conversation.turns), 'question')} written to {target}")


def _write(target: Path, text: str) -> None:
    try:
        write_atomic(target, text)
    except OSError as error:
        raise UsageError(f"{target}: cannot be written ({error.strerror}); name another file") from error


def _explain(chat: Chat, _: str) -> None:
    turns = chat.conversation.turns
    query = turns[-1].answer.query if turns else None
    if query is None:
        raise UsageError("nothing was asked yet; ask something first")
    for line in describe_query(query):
        chat.note(line)


def _help(chat: Chat, _: str) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    for command in COMMANDS:
        table.add_row(f"/{command.name} {command.argument}".rstrip(), command.help)
    table.add_row("Ctrl-C, Ctrl-D", "stop an answer; end")
    chat.console.print(table)


COMMANDS = (
    Command("figure", "Table 2", "ask about this figure of the anchor; off: none", _figure, _figure_labels),
    Command(
        "anchor",
        "PAPER",
        "ask about the figures of this paper; off: the cluster's anchor",
        _anchor,
        _paper_ids,
    ),
    Command("figures", "PAPER", "list the figures and tables of any paper", _figures, _paper_ids),
    Command("image", "FILE", "ask about this picture", _image),
    Command("papers", "", "the papers of the cluster, with the anchor marked", _papers),
    Command("sources", "N", "quotes of the last answer in their paragraphs", _sources),
    Command("open", "N", "page of quote N as an image, with the quote marked", _open),
    Command(
        "cite",
        "FORMAT FILE",
        "sources of the last answer as bibtex, ris, csl or markdown, in a file if one is named",
        _cite,
        lambda _: [(form, "") for form in FORMATS],
    ),
    Command(
        "model", "NAME", "answer with this model; off: without", _model, lambda _: [("off", "quotes alone")]
    ),
    Command("explain", "", "what the last question was understood as", _explain),
    Command("cost", "", "usage and cost of the conversation", _cost),
    Command("save", "FILE", "write the conversation as Markdown", _save),
    Command("help", "", "this list", _help),
)


def _quoting_turn(chat: Chat) -> Turn:
    """Return the last turn with sources. Raises UsageError if there is none."""
    turn = next((turn for turn in reversed(chat.conversation.turns) if turn.answer.citations), None)
    if turn is None:
        raise UsageError("no answer with sources yet; ask something first")
    return turn


def _note_question(chat: Chat) -> None:
    """Print the question that the sources belong to, unless it is the last question."""
    turn, last = _quoting_turn(chat), chat.conversation.turns[-1]
    if turn is not last:
        chat.note(f"no answer to {last.question!r}; the sources are of {turn.complete or turn.question!r}:")


def _citations(chat: Chat) -> tuple[Citation, ...]:
    return _quoting_turn(chat).answer.citations


def _citation(chat: Chat, number: str) -> Citation:
    citations = _citations(chat)
    if not number.isdecimal() or not 1 <= int(number) <= len(citations):
        raise UsageError(f"no source {number!r}; the last answer has 1 to {len(citations)}")
    return citations[int(number) - 1]
