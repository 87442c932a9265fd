"""Turns of a conversation as terminal output and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from ...agent.conversation.types import Turn, part_notes
from ...agent.session import Session
from ...agent.types import Answer, Citation
from ...agent.verification.quotes import canonical
from ...integrations.sanitize import escape_markdown
from ...integrations.sources.quotes import find_paragraph
from ...papers.clusters.ids import describe_location
from ..output.terminal.values import describe_figure, describe_reading, format_usage


def print_turn(console: Console, value: Turn, session: Session) -> None:
    """Print the reading of the figure, the completed question, the answer, and its sources in a panel.

    A quote is not repeated in the panel if the answer contains it, as an answer without a model does.
    """
    answer = value.answer
    if reading := describe_turn(value, session):
        console.print(Text(reading, style="dim"))
    completed, notes = part_notes(answer.notes)
    for note in completed:
        console.print(Text(note, style="yellow"))
    console.print(Text(answer.text, style="" if answer.status == "answered" else "italic"))
    if answer.citations:
        sources = Group(*_sources(answer, session))
        console.print(Panel(sources, title="Sources", title_align="left", border_style="dim", padding=(0, 1)))
    for note in notes:
        console.print(Text(f"note: {note}", style="yellow"))
    if answer.model:
        console.print(Text(f"{answer.model}: {format_usage(answer.usage)}", style="dim"))


def print_paragraph(console: Console, citation: Citation, session: Session) -> None:
    """Print the paragraph that contains the quote, with the quote in bold."""
    console.print(Text(_place(citation, session), style="bold"))
    text = find_paragraph(citation, session.cluster.paper(citation.paper_id))
    quote = citation.quote
    shown = Text(text)
    start = text.find(quote)
    if start >= 0:
        shown.stylize("bold reverse", start, start + len(quote))
    console.print(Padding(shown, (0, 0, 0, 2)))


def to_markdown(turns: Iterable[Turn], session: Session) -> str:
    """Return the conversation as Markdown: each reading with its figure, each quote with paper and page, and notes."""
    parts = [f"# Conversation over {session.cluster.name}\n"]
    for each in turns:
        parts.append(f"## {escape_markdown(each.question)}\n")
        if reading := describe_turn(each, session):
            parts.append(f"*{escape_markdown(reading)}*\n")
        completed, notes = part_notes(each.answer.notes)
        parts += [f"*{escape_markdown(note)}*\n" for note in completed]
        lines = filter(None, escape_markdown(each.answer.text).splitlines())
        parts.append("\n\n".join(lines) + "\n")  # each line of an answer is a paragraph
        for number, citation in enumerate(each.answer.citations, 1):
            parts.append(f"{number}. {escape_markdown(_place(citation, session))}\n")
            if not _contains(each.answer, citation):
                parts.append(f"   > {escape_markdown(citation.quote)}\n")
        parts += [f"*note: {escape_markdown(note)}*\n" for note in notes]
    return "\n".join(parts)


def describe_turn(turn: Turn, session: Session) -> str:
    """Return a line with the figure and the names read from it, or with the name that a follow-up keeps; "" without a
    reading.
    """
    answer = turn.answer
    if answer.reading is None or answer.reading.abstained or not answer.reading.entities:
        return ""
    reads_figure = any(citation.paper_id == answer.anchor for citation in answer.citations)
    if not turn.follows or reads_figure:
        return describe_reading(answer, session.cluster)
    return f"Still about {answer.reading.entities[0].text}, from {describe_figure(answer, session.cluster)}"


def _contains(answer: Answer, citation: Citation) -> bool:
    """True if the text of `answer` contains the quote of `citation`."""
    return canonical(citation.quote) in canonical(answer.text)


def _sources(answer: Answer, session: Session) -> Iterable[Text | Padding]:
    for number, citation in enumerate(answer.citations, 1):
        yield Text(f"[{number}] {_place(citation, session)}", style="bold")
        if not _contains(answer, citation):
            yield Padding(Text(f'"{citation.quote}"'), (0, 0, 0, 4))


def _place(citation: Citation, session: Session) -> str:
    paper = session.cluster.paper(citation.paper_id)
    return f"{paper.title}, {describe_location(paper, citation.page, citation.quote)}"
