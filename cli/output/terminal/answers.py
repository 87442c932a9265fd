"""Print an answer on a terminal: the answer first, then its sources, then how it was found."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ....agent.conversation.types import part_notes
from ....agent.types import Answer, Citation
from ....papers.clusters.cluster import Cluster
from ....papers.clusters.ids import describe_location
from ..console import out
from .notes import print_notes_beside
from .values import RANKING_HEADING, describe_reading, format_usage, name_ranked_paper

_PAPERS = 3  # number of ranked papers that are shown; `citehop rank` shows the others
_INDENT = 5  # the number of columns of " [1] "


def print_answer(value: Answer, cluster: Cluster, console: Console | None = None) -> None:
    """Print the completed question, the answer, its sources, the reading of the figure, and the best cited papers
    with reasons.

    A figure that was not read with confidence is named only if nothing answers the question. If there is no answer,
    the closest passage is shown. Without a model, the answer consists of the quotes, so they are not repeated. Lines
    are wrapped at the width of the terminal, or at 80 columns without a terminal.
    """
    console = console or out()
    completed, notes = part_notes(value.notes)
    for note in completed:
        _print_wrapped(console, Text(note, style="yellow"))
    style = "bold" if value.status == "answered" else "italic"
    for line in value.text.split("\n"):
        marker = "- " if line.startswith("- ") else ""
        _print_wrapped(console, Text(line.removeprefix(marker), style=style), marker)
    if value.closest:
        _print_wrapped(console, _closest(value.closest, cluster))
    if value.citations:
        _print_heading(console, "Sources")
        for number, citation in enumerate(value.citations, 1):
            where = Text(_describe_source(citation, cluster))
            if value.model:
                where.append(f'\n"{citation.quote}"', style="dim")
            _print_item(console, f"[{number}]", where)
    if value.reading is not None and (reading := describe_reading(value, cluster)):
        _print_heading(console, "Figure")
        _print_item(console, "", Text(reading))
    if value.ranking:
        _print_heading(console, RANKING_HEADING)
        _print_ranking(console, value, cluster)
    print_notes_beside(value.reader_notes, cluster, console)
    if notes or value.model:
        console.print()
    for note in notes:
        _print_wrapped(console, Text(f"note: {note}", style="yellow"))
    if value.model:
        _print_wrapped(console, Text(f"{value.model}: {format_usage(value.usage)}", style="dim"))


def print_steps(value: Answer) -> None:
    """Print the steps in order with their time and, if a model took part, their cost. The total comes last."""
    table = Table(box=None, pad_edge=False, header_style="bold", show_footer=True)
    table.add_column("step", "in all")
    table.add_column("s", f"{value.usage.seconds:.2f}", justify="right")
    if value.usage.calls or value.usage.cached:
        tokens = value.usage.prompt_tokens + value.usage.completion_tokens
        table.add_column("calls", str(value.usage.calls), justify="right")
        table.add_column("tokens", f"{tokens:,}", justify="right")
    table.add_column("what", overflow="fold")
    for step in value.steps:
        tokens = step.usage.prompt_tokens + step.usage.completion_tokens
        cost = (str(step.usage.calls), f"{tokens:,}") if len(table.columns) > 3 else ()
        table.add_row(step.name, f"{step.seconds:.2f}", *cost, Text(step.detail))
    console = out()
    console.print()
    console.print(table)


def _describe_source(citation: Citation, cluster: Cluster) -> str:
    """Return the title of the paper and the place of the quote.

    The whole paper is read only if it has no pages and a paragraph must be found.
    """
    read = cluster.summary if citation.page else cluster.paper
    paper = read(citation.paper_id)
    return f"{paper.title}, {describe_location(paper, citation.page, citation.quote)}"


def _closest(citation: Citation, cluster: Cluster) -> Text:
    """Return the closest passage to a question without an answer, marked as not an answer."""
    line = Text(f'closest, but not an answer: "{citation.quote}"')
    return line.append(f" ({_describe_source(citation, cluster)})", style="dim")


def _print_ranking(console: Console, answer: Answer, cluster: Cluster) -> None:
    ranked = answer.ranking
    for place, one in enumerate(ranked[:_PAPERS], 1):
        line = name_ranked_paper(one, cluster, answer.anchor)
        reasons = [*one.reasons[:1], *(reason for reason in one.reasons[1:] if "the model moved" in reason)]
        line.append("".join(f"\n{reason}" for reason in reasons), style="dim")
        _print_item(console, f"{place}.", line)
    if len(ranked) > _PAPERS:
        _print_item(console, "", Text(f"and {len(ranked) - _PAPERS} more: citehop rank", style="dim"))


def _print_heading(console: Console, text: str) -> None:
    console.print()
    console.print(Text(text, style="bold"))


def _print_item(console: Console, marker: str, text: Text) -> None:
    """Print `text` after `marker`. Further lines are aligned with the first."""
    _print_wrapped(console, text, f"{marker:>{_INDENT - 1}} ")


def _print_wrapped(console: Console, text: Text, first: str = "") -> None:
    """Print `text` after `first`, wrapped and without trailing blanks. Further lines are indented by the width of
    `first`.
    """
    for line in text.wrap(console, max(20, console.width - len(first))):
        line.rstrip()
        console.print(Text(first).append_text(line), soft_wrap=True)
        first = " " * len(first)
