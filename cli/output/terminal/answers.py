"""An answer on the terminal: what was asked for first, then its proof, then how it was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ....agent.types import Answer
from ....papers.clusters.cluster import Cluster
from ....papers.clusters.ids import describe_location
from ....papers.types import Paper
from ....retrieval.types import RankedPaper
from ..console import out
from .values import clean, usage

_PAPERS = 3  # of the ranking; `citehop rank` shows the others
_NAMES = 3  # of the figure's reading
_INDENT = 5  # columns: " [1] "
_LIKELY = 0.05  # a less likely name is not worth a word


def answer(value: Answer, cluster: Cluster) -> None:
    """Answer, sources with page and quote, the figure's reading, the best cited papers with the reason for their place.

    Lines are wrapped at the terminal's width, at 80 columns where there is no terminal. The quotes stand in the answer
    itself where no model wrote it, and are not said twice.
    """
    console = out()
    papers = {paper.id: paper for paper in cluster.papers()}
    _lines(console, Text(clean(value.text), style="bold" if value.status == "answered" else "italic"))
    if value.citations:
        _heading(console, "Sources")
        for number, citation in enumerate(value.citations, 1):
            paper = papers[citation.paper_id]
            where = Text(f"{clean(paper.title)}, {describe_location(paper, citation.page)}")
            if value.model:
                where.append(f'\n"{clean(citation.quote)}"', style="dim")
            _item(console, f"[{number}]", where)
    if read := _reading(value, papers):
        _heading(console, "Figure")
        _item(console, "", read)
    if value.ranking:
        _heading(console, "Cited papers")
        _ranking(console, value.ranking, papers)
    if value.notes or value.model:
        console.print()
    for note in value.notes:
        _lines(console, Text(f"note: {clean(note)}", style="yellow"))
    if value.model:
        _lines(console, Text(f"{value.model}: {usage(value.usage)}", style="dim"))


def steps(value: Answer) -> None:
    """What was done, in order, with time and, where a model took part, cost; then all of it."""
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
        table.add_row(step.name, f"{step.seconds:.2f}", *cost, Text(clean(step.detail)))
    console = out()
    console.print()
    console.print(table)


def _reading(value: Answer, papers: Mapping[str, Paper]) -> Text | None:
    """The likeliest names in the figure; None where no figure was read."""
    if value.reading is None:
        return None
    figures = papers[value.anchor].figures if value.anchor in papers else ()
    labels = [f"{figure.label} on page {figure.page}" for figure in figures if figure.id == value.figure]
    said = Text(clean(labels[0]) if labels else "The image")
    best = [entity for entity in value.reading.entities[:_NAMES] if entity.probability >= _LIKELY]
    if value.reading.abstained or not best:
        return said.append(" was not read with confidence")
    names = ", ".join(f"{clean(entity.text)} ({entity.probability:.0%})" for entity in best)
    return said.append(f" says {names}")


def _ranking(console: Console, ranked: Sequence[RankedPaper], papers: Mapping[str, Paper]) -> None:
    for place, one in enumerate(ranked[:_PAPERS], 1):
        paper = papers[one.paper_id]
        line = Text(clean(paper.title))
        line.append(" (abstract only)" if paper.abstract_only else "", style="dim")
        reasons = [*one.reasons[:1], *(reason for reason in one.reasons[1:] if "the model moved" in reason)]
        line.append("".join(f"\n{clean(reason)}" for reason in reasons), style="dim")
        _item(console, f"{place}.", line)
    if len(ranked) > _PAPERS:
        _item(console, "", Text(f"and {len(ranked) - _PAPERS} more: citehop rank", style="dim"))


def _heading(console: Console, text: str) -> None:
    console.print()
    console.print(Text(text, style="bold"))


def _item(console: Console, marker: str, text: Text) -> None:
    """`text` behind `marker`, its further lines set under the first."""
    _lines(console, text, f"{marker:>{_INDENT - 1}} ")


def _lines(console: Console, text: Text, first: str = "") -> None:
    """`text` wrapped, without blanks at the ends of lines, `first` before it and as much space before further lines."""
    for line in text.wrap(console, max(20, console.width - len(first))):
        line.rstrip()
        console.print(Text(first).append_text(line), soft_wrap=True)
        first = " " * len(first)
