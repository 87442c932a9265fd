"""One HTML page that stands alone: no script, no address outside it, its pictures inside."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from ....agent.types import Answer, Citation
from ....figures.types import Reading
from ....papers.clusters.ids import describe_location
from ....papers.types import Paper
from ....retrieval.types import RankedPaper

_SHOWN_PAPERS, _SHOWN_NAMES = 10, 5


def evidence_page(
    question: str,
    answer: Answer,
    papers: Mapping[str, Paper],
    figure: Path | None,
    pages: Mapping[tuple[str, int], Path],
) -> str:
    """Question, answer, reading, ranking and quotes as HTML. `figure` and `pages` are PNGs to show, where there are any."""
    template = Template(files(__package__).joinpath("page.html").read_text("utf-8"))
    return template.substitute(
        question=_text(question),
        answer=_text(answer.text),
        notes="\n".join(f'<p class="note">{_text(note)}</p>' for note in answer.notes),
        reading=_reading(answer.reading, figure),
        ranking=_ranking(answer.ranking, papers),
        quotes=_quotes(answer.citations, papers, pages) or "<p>No quote.</p>",
        made=_text(
            f"Written by {answer.model}; every quote was found on its page." if answer.model else _PLAIN
        ),
    )


_PLAIN = "Made without a language model: the answer is the quotes, each found word for word on its page."


def _reading(reading: Reading | None, figure: Path | None) -> str:
    if reading is None:
        return "<p>No figure was read.</p>"
    doubt = "<p>Not read with confidence: these are the names in it.</p>" if reading.abstained else ""
    shown = reading.entities[:_SHOWN_NAMES]
    names = _items(f"{_text(entity.text)} ({entity.probability:.0%})" for entity in shown)
    return f"{doubt}<ol>{names}</ol>{_picture(figure, 'The figure; what was used is outlined.') if figure else ''}"


def _ranking(ranking: Sequence[RankedPaper], papers: Mapping[str, Paper]) -> str:
    shown = _items(
        f'{_text(papers[ranked.paper_id].title)}<br><span class="quiet">{_text("; ".join(ranked.reasons))}</span>'
        for ranked in ranking[:_SHOWN_PAPERS]
    )
    more = len(ranking) - _SHOWN_PAPERS
    return f"<ol>{shown}</ol>" + (f'<p class="quiet">... and {more} more</p>' if more > 0 else "")


def _quotes(
    citations: Sequence[Citation], papers: Mapping[str, Paper], pages: Mapping[tuple[str, int], Path]
) -> str:
    parts = []
    shown: set[tuple[str, int]] = set()
    for number, citation in enumerate(citations, 1):
        paper = papers[citation.paper_id]
        where = f"{paper.title}, {describe_location(paper, citation.page)}"
        parts.append(f"<p>[{number}] {_text(where)}</p><blockquote>{_text(citation.quote)}</blockquote>")
        place = (citation.paper_id, citation.page)
        if place in pages and place not in shown:
            parts.append(_picture(pages[place], where))
        shown.add(place)
    return "\n".join(parts)


def _picture(path: Path, caption: str) -> str:
    data = base64.b64encode(path.read_bytes()).decode("ascii")
    words = _text(caption)
    return f'<figure><img alt="{words}" src="data:image/png;base64,{data}"><figcaption>{words}</figcaption></figure>'


def _items(lines: Iterable[str]) -> str:
    return "".join(f"<li>{line}</li>" for line in lines)


def _text(text: str) -> str:
    return escape("".join(c if c.isprintable() or c == "\n" else " " for c in text))
