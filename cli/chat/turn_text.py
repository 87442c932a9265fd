"""Turns of a conversation as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from ...agent.conversation.types import Turn
from ...agent.session import Session
from ...agent.types import Citation
from ...agent.verification.quotes import canonical
from ...papers.clusters.ids import describe_location
from ..output.terminal.values import clean, usage


def turn(console: Console, value: Turn, session: Session) -> None:
    """What was read, the answer, and its sources in a panel."""
    answer = value.answer
    if answer.reading and answer.reading.entities and not answer.reading.abstained:
        best = answer.reading.entities[0]
        how = "Still about" if value.follows else "Figure says"
        console.print(Text(f"{how} {clean(best.text)} ({best.probability:.0%})", style="dim"))
    console.print(Text(clean(answer.text), style="" if answer.status == "answered" else "italic"))
    if answer.citations:
        sources = Group(*_sources(answer.citations, session))
        console.print(Panel(sources, title="Sources", title_align="left", border_style="dim", padding=(0, 1)))
    for note in answer.notes:
        console.print(Text(f"note: {clean(note)}", style="yellow"))
    if answer.model:
        console.print(Text(f"{answer.model}: {usage(answer.usage)}", style="dim"))


def paragraph(console: Console, citation: Citation, session: Session) -> None:
    """The paragraph that the quote stands in, the quote in bold; the quote alone where no paragraph holds it whole."""
    console.print(Text(_where(citation, session), style="bold"))
    text = clean(paragraph_of(citation, session))
    quote = clean(citation.quote)
    shown = Text(text)
    start = text.find(quote)
    if start >= 0:
        shown.stylize("bold reverse", start, start + len(quote))
    console.print(Padding(shown, (0, 0, 0, 2)))


def paragraph_of(citation: Citation, session: Session) -> str:
    """The block of the paper that holds the quote, nearest to its page; the quote itself where none does."""
    needle = canonical(citation.quote)
    blocks = [b for b in session.cluster.paper(citation.paper_id).blocks if needle in canonical(b.text)]
    nearest = min(blocks, key=lambda block: abs(block.page - citation.page), default=None)
    return nearest.text if nearest else citation.quote


def markdown(turns: Iterable[Turn], session: Session) -> str:
    """The conversation as Markdown, every quote with its place."""
    parts = [f"# Conversation over {session.cluster.name}\n"]
    for each in turns:
        parts.append(f"## {each.question}\n\n{clean(each.answer.text)}\n")
        for number, citation in enumerate(each.answer.citations, 1):
            parts.append(f"{number}. {_where(citation, session)}\n\n   > {clean(citation.quote)}\n")
    return "\n".join(parts)


def _sources(citations: Iterable[Citation], session: Session) -> Iterable[Text | Padding]:
    for number, citation in enumerate(citations, 1):
        yield Text(f"[{number}] {_where(citation, session)}", style="bold")
        yield Padding(Text(f'"{clean(citation.quote)}"'), (0, 0, 0, 4))


def _where(citation: Citation, session: Session) -> str:
    paper = session.cluster.paper(citation.paper_id)
    return f"{clean(paper.title)}, {describe_location(paper, citation.page)}"
