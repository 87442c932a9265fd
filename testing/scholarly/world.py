"""Invented papers, and their records in the published formats of the services."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

EVERYONE = frozenset({"arxiv", "s2", "openalex", "crossref", "unpaywall", "acl"})


@dataclass(frozen=True, slots=True)
class ScholarlyPaper:
    """An invented paper.

    `open_at` is the state of its PDF at the publisher: "" (none), "free", "login" (a login page sent as a PDF) or
    "gone" (a dead address). `cites` are keys of the world, `contexts` (key, citing sentence) pairs. `known_to` are
    the services that have the paper, and `retracted_by` is the DOI of a retraction notice.
    """

    title: str
    authors: tuple[str, ...] = ()
    year: int = 2020
    abstract: str = ""
    venue: str = ""
    arxiv: str = ""
    doi: str = ""
    acl: str = ""
    pdf: bytes = b""
    tex: bytes = b""
    open_at: str = ""
    cites: tuple[str, ...] = ()
    contexts: tuple[tuple[str, str], ...] = ()
    known_to: frozenset[str] = EVERYONE
    retracted_by: str = ""


World = Mapping[str, ScholarlyPaper]


def s2_id(key: str) -> str:
    """Return the paper's id at Semantic Scholar."""
    return hashlib.sha1(key.encode()).hexdigest()


def openalex_id(key: str) -> str:
    """Return the paper's id at OpenAlex."""
    return f"W{int(hashlib.sha1(key.encode()).hexdigest()[:8], 16)}"


def s2_paper(world: World, key: str, publisher: str) -> dict[str, Any]:
    """Return a paper in the format of Semantic Scholar's Graph API."""
    paper = world[key]
    external = {"ArXiv": paper.arxiv, "DOI": paper.doi, "ACL": paper.acl}
    return {
        "paperId": s2_id(key),
        "externalIds": {name: value for name, value in external.items() if value}
        | {"CorpusId": int(openalex_id(key)[1:])},
        "title": paper.title,
        "abstract": paper.abstract or None,
        "year": paper.year,
        "venue": paper.venue,
        "authors": [{"authorId": str(n), "name": name} for n, name in enumerate(paper.authors)],
        "openAccessPdf": {"url": f"{publisher}/{key}.pdf", "status": "GREEN"} if paper.open_at else None,
    }


def s2_references(world: World, key: str, publisher: str) -> list[dict[str, Any]]:
    """Return the references of a paper in the format of Semantic Scholar's Graph API."""
    contexts: dict[str, list[str]] = {}
    for cited, sentence in world[key].contexts:
        contexts.setdefault(cited, []).append(sentence)
    return [
        {
            "contexts": contexts.get(cited, []),
            "intents": ["methodology"] if cited in contexts else [],
            "isInfluential": False,
            "citedPaper": s2_paper(world, cited, publisher)
            if "s2" in world[cited].known_to
            else {
                "paperId": None,
                "externalIds": None,
                "title": None,
                "abstract": None,
                "year": None,
                "authors": [],
            },
        }
        for cited in world[key].cites
    ]


def openalex_work(world: World, key: str, publisher: str) -> dict[str, Any]:
    """Return a work in the format of OpenAlex."""
    paper = world[key]
    words: dict[str, list[int]] = {}
    for place, word in enumerate(paper.abstract.split()):
        words.setdefault(word, []).append(place)
    doi = paper.doi or (f"10.48550/arxiv.{paper.arxiv}" if paper.arxiv else "")
    return {
        "id": f"https://openalex.org/{openalex_id(key)}",
        "doi": f"https://doi.org/{doi}" if doi else None,
        "title": paper.title,
        "publication_year": paper.year,
        "ids": {"openalex": f"https://openalex.org/{openalex_id(key)}"},
        "authorships": [{"author": {"display_name": name}} for name in paper.authors],
        "referenced_works": [
            f"https://openalex.org/{openalex_id(c)}" for c in paper.cites if "openalex" in world[c].known_to
        ],
        "abstract_inverted_index": words or None,
        "open_access": {"is_oa": bool(paper.open_at or paper.arxiv or paper.acl)},
        "best_oa_location": {"pdf_url": f"{publisher}/{key}.pdf"} if paper.open_at else None,
        "is_retracted": bool(paper.retracted_by),
    }


def crossref_work(world: World, key: str) -> dict[str, Any]:
    """Return a work in the format of Crossref. Every second reference has only unstructured text."""
    paper = world[key]
    listed: list[dict[str, Any]] = []
    for number, cited in enumerate(paper.cites):
        other = world[cited]
        if "crossref" not in other.known_to:
            continue
        raw = f"{', '.join(other.authors)}. {other.title}. {other.venue}, {other.year}."
        given = (
            {"article-title": other.title, "year": str(other.year)} if number % 2 else {"unstructured": raw}
        )
        listed.append({"key": f"ref{number}", **given, **({"DOI": other.doi} if other.doi else {})})
    return {
        "DOI": paper.doi,
        "title": [paper.title],
        "author": [{"given": n.rpartition(" ")[0], "family": n.rpartition(" ")[2]} for n in paper.authors],
        "issued": {"date-parts": [[paper.year]]},
        "container-title": [paper.venue] if paper.venue else [],
        "reference": listed,
        "updated-by": [
            {
                "type": "retraction",
                "DOI": paper.retracted_by,
                "updated": {"date-parts": [[paper.year + 1, 3, 5]]},
            }
        ]
        if paper.retracted_by
        else [],
    }


def unpaywall_answer(world: World, key: str, publisher: str) -> dict[str, Any]:
    """Return the answer for a DOI in the format of Unpaywall."""
    paper = world[key]
    place = {"url_for_pdf": f"{publisher}/{key}.pdf"} if paper.open_at else None
    return {
        "doi": paper.doi,
        "is_oa": bool(place),
        "best_oa_location": place,
        "oa_locations": [place] if place else [],
    }


def atom_feed(papers: Sequence[ScholarlyPaper]) -> str:
    """Return a feed in the format of arXiv's query API."""
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{p.arxiv}v1</id><title>{escape(p.title)}</title>"
        f"<summary>{escape(p.abstract)}</summary><published>{p.year}-05-01T00:00:00Z</published>"
        + "".join(f"<author><name>{escape(name)}</name></author>" for name in p.authors)
        + (f'<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">{p.doi}</arxiv:doi>' if p.doi else "")
        + "</entry>"
        for p in papers
    )
    return f'<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>query</title>{entries}</feed>'
