"""Readings, rankings, passages, pages and figures on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.text import Text

from ....agent.first_hop import FirstHop
from ....agent.search import Found
from ....agent.session import Session
from ....agent.types import Usage
from ....figures.types import Reading
from ....papers.clusters.cluster import Cluster
from ....papers.clusters.ids import describe_location
from ....papers.types import Figure, Paper
from ....retrieval.pages import PageHit, pages_of
from ....retrieval.types import RankedPaper
from ..console import out

_SHOWN_PAPERS = 5
_SHOWN_REASONS = 2
_SHOWN_PASSAGE = 420


def format_usage(value: Usage) -> str:
    """Model usage in one line: calls, tokens, cost, time."""
    calls = f"{value.calls} model calls" + (f", {value.cached} from the cache" if value.cached else "")
    tokens = f"{value.prompt_tokens:,} + {value.completion_tokens:,} tokens"
    cost = f"${value.usd:.4f}"
    if value.unpriced:
        cost = (
            "cost unknown" if value.unpriced == value.calls else f"cost unknown for {value.unpriced} of them"
        )
    return f"{calls}, {tokens}, {cost}, {value.seconds:.1f} s"


def print_reading(value: Reading) -> None:
    """Print the likeliest names of a reading in one line."""
    names = "not sure; no rule fits the question" if value.abstained else ""
    if value.entities and not value.abstained:
        names = ", ".join(f"{e.text} ({e.probability:.0%})" for e in value.entities[:3])
    if value.value:
        names = f"{value.value} {value.unit}".strip() + (f"; {names}" if names else "")
    out().print(Text("Figure says  ", style="bold") + Text(names), soft_wrap=True)


def print_first_hop(hop: FirstHop, value: Cluster, shown: int, explain: bool) -> None:
    """Print the figure that was read, its reading, and the ranking."""
    if hop.figure:
        how = "likeliest figure" if hop.chosen else "figure"
        caption = hop.figure.caption
        out().print(Text(f"{how.capitalize()}  ", style="bold") + Text(caption), soft_wrap=True)
    if hop.reading:
        print_reading(hop.reading)
    print_ranking(hop.ranking, {p.id: p for p in value.papers()}, shown, None if explain else _SHOWN_REASONS)


def print_ranking(
    ranked: Sequence[RankedPaper],
    papers: Mapping[str, Paper],
    shown: int = _SHOWN_PAPERS,
    reasons: int | None = _SHOWN_REASONS,
) -> None:
    """Print the best papers, each with the first `reasons` (None: all) for its rank."""
    console = out()
    console.print(Text("Cited papers", style="bold"))
    for place, paper in enumerate(ranked[:shown], 1):
        record = papers[paper.paper_id]
        line = Text(f"{place:>3}. {record.title}")
        line.append(" (abstract only)" if record.abstract_only else "", style="dim")
        console.print(line, soft_wrap=True)
        if paper.reasons:
            console.print(Text("     " + "; ".join(paper.reasons[:reasons]), style="dim"), soft_wrap=True)
    if len(ranked) > shown:
        console.print(Text(f"     ... and {len(ranked) - shown} more", style="dim"))


def print_passages(hits: Sequence[Found]) -> None:
    """Print passages with paper, section and page."""
    console = out()
    if not hits:
        console.print("Nothing found.")
    for place, each in enumerate(hits, 1):
        chunk, paper = each.chunk, each.paper
        where = describe_location(paper, chunk.page) + (f", {chunk.section}" if chunk.section else "")
        console.print(Text(f"{place}. {paper.title}", style="bold"), soft_wrap=True)
        console.print(Text(f"   {where}  (score {each.score:.4f})", style="dim"), soft_wrap=True)
        text = " ".join(chunk.text.split())
        console.print(
            "   " + (text if len(text) <= _SHOWN_PASSAGE else text[:_SHOWN_PASSAGE] + " ..."), soft_wrap=True
        )


def print_pages(hits: Sequence[PageHit], session: Session, maps: Sequence[Path] = ()) -> None:
    """Print pages with the files of their images."""
    console = out()
    if not hits:
        console.print("Nothing found.")
        return
    index = pages_of(session.index)
    for place, page in enumerate(hits, 1):
        title = session.cluster.paper(page.ref.paper_id).title
        console.print(Text(f"{place}. {title}", style="bold"), soft_wrap=True)
        console.print(Text(f"   page {page.ref.page}  (score {page.score:.4f})", style="dim"), soft_wrap=True)
        console.print(f"   {index.thumbnail(page.ref)}", soft_wrap=True, markup=False, highlight=False)
        if maps:
            console.print(f"   {maps[place - 1]}", soft_wrap=True, markup=False, highlight=False)


def print_figures(hits: Sequence[tuple[Paper, Figure]]) -> None:
    """Print label, page and the start of the caption of each figure, grouped by paper."""
    console = out()
    if not hits:
        console.print("No figures or tables were found.")
    shown = ""
    for paper, figure in hits:
        if paper.id != shown:
            shown = paper.id
            console.print(Text(paper.id, style="bold"))
        caption = figure.caption.removeprefix(figure.label).lstrip(" .:")
        console.print(
            Text(f"  {figure.label:<10} p. {figure.page or '-':<3} {caption}"),
            overflow="ellipsis",
            no_wrap=True,
        )
