"""Template values for threads: answers in pieces, quotes with their pages, paths and rankings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode

from ..agent.conversation.types import Turn, part_notes
from ..agent.figures.corrections import list_used_corrections
from ..agent.figures.likely_names import likely_names
from ..agent.figures.paper_figures import is_region
from ..agent.session import Session
from ..agent.types import Answer, Citation
from ..agent.verification.quotes import canonical
from ..figures.types import Entity
from ..integrations.evidence.origin import describe_origin
from ..integrations.evidence.path import EvidencePath, trace_path
from ..integrations.evidence.write import figure_of, name_place
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.corrections import PaperCorrection
from ..papers.clusters.ids import describe_location
from ..papers.types import Figure, Paper, ReaderNote
from .query_views import QueryView, view_query
from .views import cluster_url

_MARKER = r"\[(\d{1,3})\]"
_SHOWN_PAPERS = 10
_EQUAL = 0.02  # probabilities that differ by at most this are treated as equal


@dataclass(frozen=True, slots=True)
class QuoteView:
    """A quote with its place.

    `page_url` shows the marked page, and `crop` the part of the page around the quote; both are "" for a paper
    without pages. `is_new` is true if the answer does not contain the words of the quote.
    """

    text: str
    place: str
    paper_url: str
    page_url: str
    crop: str = ""
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class NoteView:
    """A reader's note with its place. `page_url` shows the note on its page."""

    note: ReaderNote
    place: str
    page_url: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an answer's text.

    The kinds are words ("text"), the "value" read from a figure, the label of the "figure", a "quote", and the
    "marker" of a quote. `cited` is the number of the quote.
    """

    text: str
    kind: Literal["text", "value", "figure", "quote", "marker"] = "text"
    cited: int = 0


@dataclass(frozen=True, slots=True)
class TurnView:
    """A question with its answer, as the page shows them.

    `asked` are the titles of the papers that the user selected. `pieces` make up the text of the answer; `completed`
    are notes above it and `notes` are notes below it. `first_url` shows the first place of the evidence.
    """

    number: int
    turn: Turn
    asked: Sequence[str]
    completed: Sequence[str]
    notes: Sequence[str]
    pieces: tuple[Piece, ...]
    quotes: tuple[QuoteView, ...]
    closest: QuoteView | None
    place: str
    names: Sequence[Entity]
    names_note: str
    figure_image: str
    figure_url: str
    first_url: str
    correct_url: str
    corrections: Sequence[str]
    path: EvidencePath | None
    path_url: str
    query: QueryView | None
    ranking: tuple[tuple[Paper, str, tuple[str, ...]], ...]
    more_papers: int
    origin: str
    reader_notes: tuple[NoteView, ...]


def view_turns(session: Session, thread: str, turns: Sequence[Turn]) -> Iterator[TurnView]:
    """Yield a view of each turn of a thread, with its number from 1. Rankings leave out papers that have left the
    cluster.
    """
    for number, turn in enumerate(turns, 1):
        yield _view_turn(session, thread, number, turn)


def _view_turn(session: Session, thread: str, number: int, turn: Turn) -> TurnView:
    cluster, answer = session.cluster, turn.answer
    base = ("threads", thread, str(number))
    figure = figure_of(answer, session)
    has_image = (
        figure is not None and bool(figure.image or is_region(figure.label)) and answer.reading is not None
    )
    path = trace_path(answer, cluster)
    known = [ranked for ranked in answer.ranking if cluster.has_paper(ranked.paper_id)]
    ranking = tuple(
        (cluster.summary(r.paper_id), cluster_url(cluster.name, "papers", r.paper_id), r.reasons)
        for r in known[:_SHOWN_PAPERS]
    )
    quotes = tuple(
        replace(_view_quote(cluster, citation, (*base, str(n))), is_new=not _is_shown(citation.quote, answer))
        for n, citation in enumerate(answer.citations, 1)
    )
    closest = _view_quote(cluster, answer.closest, (*base, "closest")) if answer.closest else None
    figure_url = cluster_url(cluster.name, *base, "figure") + "#here" if has_image else ""
    places = [quote.page_url for quote in (*quotes, closest) if quote]
    return TurnView(
        number,
        turn,
        [cluster.summary(paper).title for paper in turn.papers if cluster.has_paper(paper)],
        *part_notes(answer.notes),
        tuple(split_text(answer, figure.label if figure else "")),
        quotes,
        closest,
        name_place(answer, session, None) if figure else "",
        names := likely_names(answer.reading),
        explain_names(names),
        cluster_url(cluster.name, *base, "figure.png") if has_image else "",
        figure_url,
        next(filter(None, [*places, figure_url] if path or turn.follows else [figure_url, *places]), ""),
        cluster_url(cluster.name, *base, "correct") if has_image and not turn.follows else "",
        _describe_corrections(cluster, turn, figure) if figure else (),
        path,
        cluster_url(cluster.name, "papers", path.paper.id) if path else "",
        view_query(session, answer),
        ranking,
        max(0, len(known) - _SHOWN_PAPERS),
        describe_origin(answer),
        tuple(_view_notes(cluster, answer)),
    )


def _view_notes(cluster: Cluster, answer: Answer) -> Iterator[NoteView]:
    """Yield the reader's notes next to an answer that are still in their papers."""
    for found in answer.reader_notes:
        paper = cluster.summary(found.paper_id) if cluster.has_paper(found.paper_id) else None
        if paper is not None and found.note in paper.notes:
            pages = cluster_url(cluster.name, "papers", paper.id, "pages", str(found.note.page))
            place = f"{paper.title}, {describe_location(paper, found.note.page)}"
            yield NoteView(found.note, place, f"{pages}?note={paper.notes.index(found.note)}#here")


def _describe_corrections(cluster: Cluster, turn: Turn, figure: Figure) -> list[str]:
    """Return a sentence for each correction that the answer used, with its date if known."""
    used = list_used_corrections(cluster, turn.answer.anchor, figure, turn.question, turn.answer)
    return [
        f"A person corrected {'the paper that a name refers to' if isinstance(each, PaperCorrection) else 'this reading'}"
        + (f" on {each.made}" if each.made else "")
        + "."
        for each in used
    ]


def explain_names(names: Sequence[Entity]) -> str:
    """Return a sentence on what the probabilities of several equally likely names mean; "" for other names."""
    shares = [entity.probability for entity in names]
    if len(names) < 2 or max(shares) - min(shares) > _EQUAL:
        return ""
    if sum(shares) > 1 + _EQUAL:
        return "All of these answer together."
    return f"The figure does not decide between these {len(names)}: each fits the question equally well."


def _view_quote(cluster: Cluster, citation: Citation, address: tuple[str, ...]) -> QuoteView:
    if not cluster.has_paper(citation.paper_id):
        return QuoteView(citation.quote, f"{citation.paper_id}, no longer in this cluster", "", "")
    paper = cluster.summary(citation.paper_id)
    place = f"{paper.title}, {describe_location(paper, citation.page)}"
    shown = bool(citation.page) and cluster.source_path(paper.id) is not None
    urls = (cluster_url(cluster.name, *address) + "#here", cluster_url(cluster.name, *address, "crop.png"))
    paper_url = cluster_url(cluster.name, "papers", paper.id)
    return QuoteView(citation.quote, place, paper_url, *(urls if shown else ("", "")))


def describe_quote(cluster: Cluster, citation: Citation) -> str:
    """Return a quote with its place in words."""
    return f"“{citation.quote}” — {_view_quote(cluster, citation, ()).place}"


def linked_quote(cluster: Cluster, citation: Citation) -> QuoteView:
    """Return a quote that is not part of a thread. The address of its page contains the text of the quote."""
    view = _view_quote(cluster, citation, ())
    if not view.page_url:
        return view
    page = cluster_url(cluster.name, "papers", citation.paper_id, "pages", str(citation.page))
    query = urlencode({"quote": citation.quote})
    return replace(view, page_url=f"{page}?{query}#here", crop="")


def _is_shown(quote: str, answer: Answer) -> bool:
    """True if the text of the answer contains the words of `quote`."""
    return canonical(quote) in canonical(answer.text)


def split_text(answer: Answer, label: str = "") -> Iterator[Piece]:
    """Yield the text of an answer in pieces.

    `label` is the label of the figure that was read; "" without a figure. The value comes first, then the names of
    its row and column, then the figure. Quotes of table rows are left out, because the figure's image shows them.
    """
    quotes = {citation.quote: n for n, citation in enumerate(answer.citations, 1)}
    text = answer.text
    for quote in quotes:
        text = text.replace(f": “{quote}”", "").replace(f"; “{quote}”", "") if label else text
    for line in text.splitlines(keepends=True):
        value, place, rest = line.partition(f" ({label})") if label else (line, "", "")
        if place:
            start = _last_parentheses(value)
            yield Piece(value[:start].rstrip(), "value")
            yield Piece(f" {value[start + 1 : -1]} · " if value[start:] else " · ")
            yield Piece(label, "figure")
            line = rest
        yield from _split_line(line, quotes)


def _split_line(line: str, quotes: Mapping[str, int]) -> Iterator[Piece]:
    """Yield a line in words, quotes and markers of quotes."""
    end, longest_first = 0, sorted(quotes, key=len, reverse=True)
    for match in re.finditer("|".join([_MARKER, *map(re.escape, longest_first)]), line):
        number = quotes.get(match[0]) or int(match[1] or 0)
        if 1 <= number <= len(quotes):
            yield Piece(line[end : match.start()])
            yield Piece(match[0], "marker" if match[1] else "quote", number)
            end = match.end()
    yield Piece(line[end:])


def _last_parentheses(text: str) -> int:
    """Return the position of the parenthesis that the one at the end of `text` closes; the length of `text` if there
    is none.
    """
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] == ")") - (text[place] == "(")
        if depth == 0:
            return place if text[place] == "(" else len(text)
    return len(text)
