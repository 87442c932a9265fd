"""Print readings, rankings, passages, pages and figures on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from ....agent.figures.likely_names import likely_names
from ....agent.figures.paper_figures import figure_by_id
from ....agent.first_hop import FirstHop
from ....agent.search import Found
from ....agent.session import Session
from ....agent.types import Answer, Usage
from ....figures.types import Entity, Reading
from ....papers.captions import find_page_label, split_caption
from ....papers.clusters.cluster import Cluster
from ....papers.clusters.corrections import FigureCorrections
from ....papers.clusters.ids import describe_location
from ....papers.plural import count_noun
from ....papers.types import Figure, Paper
from ....retrieval.linking.absent import describe_absent, find_absent_reference
from ....retrieval.pages import PageHit, pages_of
from ....retrieval.types import RankedPaper
from ..console import out

RANKING_HEADING = "Papers, best first"
_SHOWN_REASONS = 2
# Papers shown if the cited work itself is not in the cluster, or if the anchor cites none of the best papers.
_SHOWN_OTHERS = 3
_SHOWN_PASSAGE = 420
_SHOWN_WORDS = 12  # words shown of a figure without a caption
_SHOWN_NAMES = 3  # names shown of a figure's reading
_MIN_PROBABILITY = 0.05  # least probability of a name that is printed above a ranking


def format_usage(value: Usage) -> str:
    """Return model usage in one line: calls, tokens, cost, time."""
    calls = f"{value.calls} model calls" + (f", {value.cached} from the cache" if value.cached else "")
    tokens = f"{value.prompt_tokens:,} + {value.completion_tokens:,} tokens"
    cost = f"${value.usd:.4f}"
    if value.unpriced:
        cost = (
            "cost unknown" if value.unpriced == value.calls else f"cost unknown for {value.unpriced} of them"
        )
    return f"{calls}, {tokens}, {cost}, {value.seconds:.1f} s"


def describe_figure(answer: Answer, cluster: Cluster) -> str:
    """Return the name and page of the figure that was read: "Table 1 on page 3", with the paper unless it is the
    anchor.
    """
    paper = cluster.paper(answer.anchor) if answer.anchor in cluster.paper_ids else None
    figure = figure_by_id(cluster, answer.anchor, answer.figure)
    if paper is None or figure is None:
        return "The image"
    return _name_figure(figure, paper, cluster)


def describe_reading(answer: Answer, cluster: Cluster) -> str:
    """Return a line with the figure and the likely names read from it; "" if it has no such names and something else
    answers.
    """
    reading = answer.reading
    names = _list_names(reading, likely_names(reading)) if reading else ""
    if not names and answer.status == "answered":
        return ""
    figure = describe_figure(answer, cluster)
    return f"{figure}: {names}" if names else f"{figure} was not read with confidence"


def print_first_hop(hop: FirstHop, cluster: Cluster, shown: int, explain: bool) -> None:
    """Print the figure that was read, its reading, and the ranking."""
    figure = "The image"
    if hop.figure and hop.anchor:
        how = "Likeliest figure" if hop.chosen else "Figure"
        line = Text(f"{how}  ", style="bold") + Text(hop.figure.caption)
        out().print(line, overflow="ellipsis", no_wrap=True)
        figure = _name_figure(hop.figure, cluster.paper(hop.anchor), cluster)
    if hop.reading:
        names = _list_names(hop.reading, _ranked_names(hop.reading)) or "nothing that fits the question"
        out().print(Text(f"{figure}: ", style="bold") + Text(names), soft_wrap=True)
        if hop.anchor and _print_absent(hop.reading, cluster.paper(hop.anchor)):
            shown = min(shown, _SHOWN_OTHERS)
    cited = cluster.cited_papers.get(hop.anchor, ()) if hop.anchor else ()
    if hop.anchor and not any(ranked.paper_id in cited for ranked in hop.ranking[:_SHOWN_OTHERS]):
        shown = min(shown, _SHOWN_OTHERS)
    if hop.ranking:
        _print_ranking(hop, cluster, shown, None if explain else _SHOWN_REASONS)


def _print_absent(reading: Reading, anchor: Paper) -> bool:
    """Print the names in the reading that refer to works that `anchor` cites but the cluster lacks.

    True if the likeliest name is among them.
    """
    names = _ranked_names(reading)
    absent = [(entity, find_absent_reference(entity.printed, anchor)) for entity in names]
    for entity, reference in absent:
        if reference is not None:
            out().print(describe_absent(entity.text, reference), soft_wrap=True, markup=False)
    return bool(absent) and absent[0][1] is not None


def _name_figure(figure: Figure, paper: Paper, cluster: Cluster) -> str:
    other = "" if paper.id == cluster.anchor else f" of {paper.title}"
    page = f" on page {figure.page}" if figure.page and not find_page_label(figure.label) else ""
    return f"{figure.label}{page}{other}"


def _list_names(reading: Reading, shown: Sequence[Entity]) -> str:
    """Return the value that was asked for and the `shown` names of a reading, in one line; "" if it abstained."""
    if reading.abstained:
        return ""
    names = ", ".join(f"{entity.text} ({entity.probability:.0%})" for entity in shown)
    value = f"{reading.value} {reading.unit}".strip()
    return "; ".join(filter(None, (value, names)))


def _ranked_names(reading: Reading) -> list[Entity]:
    """Return the names of a reading that are printed above the ranking they lead to; [] if it abstained."""
    if reading.abstained:
        return []
    return [entity for entity in reading.entities[:_SHOWN_NAMES] if entity.probability >= _MIN_PROBABILITY]


def name_ranked_paper(ranked: RankedPaper, cluster: Cluster, anchor: str | None) -> Text:
    """Return the title of a ranked paper, with a remark if only its abstract is known or `anchor` does not cite it."""
    paper = cluster.summary(ranked.paper_id)
    remarks = ["abstract only"] if paper.abstract_only else []
    if anchor and paper.id != anchor and paper.id not in cluster.cited_papers.get(anchor, ()):
        remarks.append("not in the anchor's bibliography")
    return Text(paper.title).append(f" ({', '.join(remarks)})" if remarks else "", style="dim")


def _print_ranking(hop: FirstHop, cluster: Cluster, shown: int, reasons: int | None) -> None:
    """Print the best `shown` papers, each with the first `reasons` for its rank (None: all)."""
    console, ranked = out(), hop.ranking
    console.print(Text(RANKING_HEADING, style="bold"))
    for place, paper in enumerate(ranked[:shown], 1):
        line = Text(f"{place:>3}. ").append_text(name_ranked_paper(paper, cluster, hop.anchor))
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
    """Print the pages that were found, with the files of their images."""
    console = out()
    if not hits:
        console.print("Nothing found.")
        return
    index = pages_of(session.index)
    for place, page in enumerate(hits, 1):
        title = session.cluster.summary(page.ref.paper_id).title
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
        label, page = figure.label, f"p. {figure.page:<3}" if figure.page else ""
        name = f"{label:<17}" if find_page_label(label) else f"{label:<10} {page}"
        console.print(Text(f"  {name} {describe_content(figure)}"), overflow="ellipsis", no_wrap=True)


def describe_content(figure: Figure) -> str:
    """Return the caption of a figure without its label; without a caption, its first words in quotation marks."""
    words = " ".join(word.text for word in figure.words[:_SHOWN_WORDS])
    return split_caption(figure.caption)[1] or (f'"{words}"' if words else "")


def describe_removal(label: str, removed: FigureCorrections) -> str:
    """Return one line about the corrections of the figure `label` that were deleted."""
    count = len(removed.readings) + len(removed.papers)
    return f"{count_noun(count, 'correction')} of {label} deleted" if count else f"no corrections of {label}"


def print_corrections(label: str, corrections: FigureCorrections) -> None:
    """Print the corrections of the figure `label`, one per line."""
    lines = [f"{one.question}: {one.name} {one.value}".rstrip() for one in corrections.readings]
    lines += [f"{one.name} refers to {one.paper_id}" for one in corrections.papers]
    out().print(Text("\n".join(lines) or f"no corrections of {label}"), soft_wrap=True)
