"""An invented paper with 43 references of every kind, and the expected outcome of each."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...papers.records import Status
from .pdf import paper_pdf
from .world import EVERYONE, ScholarlyPaper

ANCHOR = "anchor"
ANCHOR_ID = "2405.01234"
_ADJECTIVES = (
    "Sparse Patient Nested Brittle Tidal Woven Lateral Quiet Borrowed Folded Mutual Drifting".split()
)
_NOUNS = "Encoders Ledgers Lanterns Corridors Gradients Harbours Mosaics Pulleys Sediments Orchards Compasses".split()
_TASKS = (
    "for Reading Tide Tables",
    "in Low Light Retrieval",
    "with Delayed Supervision",
    "over Incomplete Archives",
    "for Counting Migrating Birds",
    "under Changing Vocabularies",
)
_SURNAMES = "Abara Brandt Castell Dimitrova Eriksen Fontaine Grigoryan Hashemi Ibarra Jansson Kowal Lindahl Moreau".split()
# Kind, number of references, expected status.
KINDS: tuple[tuple[str, int, Status], ...] = (
    ("arxiv", 14, "fetched"),
    ("arxiv and doi", 4, "fetched"),
    ("acl", 6, "fetched"),
    ("doi, open", 4, "fetched"),
    ("title in the text alone", 3, "fetched"),
    ("abstract", 5, "abstract only"),
    ("login", 2, "paywalled"),
    ("closed", 2, "paywalled"),
    ("dead link", 1, "abstract only"),
    ("nowhere", 2, "unresolved"),
)


@dataclass(frozen=True, slots=True)
class Library:
    """An invented literature. `world` maps keys to papers; `expected` maps keys to their status after a perfect run.

    The anchor is the first key.
    """

    world: Mapping[str, ScholarlyPaper]
    expected: Mapping[str, Status]


def library() -> Library:
    """Return the anchor and its references, which are identical at every call."""
    world: dict[str, ScholarlyPaper] = {}
    expected: dict[str, Status] = {ANCHOR: "fetched"}
    for kind, count, status in KINDS:
        for _ in range(count):
            number = len(world)
            key = f"ref{number:02}"
            world[key] = _reference(number, kind)
            expected[key] = status
    cites = tuple(world)
    contexts = tuple(
        (
            key,
            f"We follow {world[key].authors[0].split()[-1]} et al. in their treatment of {world[key].title.lower()}.",
        )
        for key in cites[::2]
    )
    entries = [_entry(world[key]) for key in cites]
    marks = " ".join(
        f"Some readers prefer the approach of earlier work [{n}]." for n in range(1, len(cites) + 1)
    )
    authors = ("Ines Okafor", "Tomas Veld")
    title = "Harbour Lights: Following References through a Made-Up Literature"
    abstract = "We describe a literature that does not exist and follow every reference in it."
    sections = [
        ("Abstract", abstract),
        ("Introduction", marks),
        ("Findings", "All lights were found to be on."),
    ]
    anchor = ScholarlyPaper(
        title, authors, 2024, abstract, "Journal of Examples", ANCHOR_ID, "10.5555/harbour.2024",
        pdf=paper_pdf(title, authors, sections, entries), cites=cites, contexts=contexts,
    )  # fmt: skip
    return Library({ANCHOR: anchor, **world}, expected)


def _reference(number: int, kind: str) -> ScholarlyPaper:
    title = (
        f"{_ADJECTIVES[number % len(_ADJECTIVES)]} {_NOUNS[(number * 5) % len(_NOUNS)]} "
        f"{_TASKS[(number * 7 + number // 6) % len(_TASKS)]}"
    )
    authors = tuple(
        f"{'AEIOU'[n]}. {_SURNAMES[(number * 3 + n * 4) % len(_SURNAMES)]}" for n in range(1 + number % 3)
    )
    abstract = f"This is what paper number {number} says about {title.lower()}: the lanterns of case {number} stay lit."
    pdf = paper_pdf(
        title, authors, [("Abstract", abstract), ("Method", f"Case {number} uses {number + 3} lanterns.")]
    )
    paper = ScholarlyPaper(title, authors, 2001 + number % 20, abstract, "Proceedings of Nowhere", pdf=pdf)
    arxiv, doi = f"{20 + number % 4}{1 + number % 12:02}.{10000 + number}", f"10.5555/nowhere.{number}"
    if kind == "arxiv":
        return replace(paper, arxiv=arxiv, tex=_tex(paper) if number % 3 == 0 else b"")
    if kind == "arxiv and doi":
        return replace(paper, arxiv=arxiv, doi=doi, open_at="login")
    if kind == "acl":
        return replace(paper, acl=f"P{10 + number % 9}-{1000 + number}", abstract="")
    if kind == "doi, open":
        return replace(paper, doi=doi, open_at="free")
    if kind == "title in the text alone":  # in no list of references: only a search by title finds it
        return replace(paper, doi=doi, open_at="free", known_to=frozenset({"crossref", "unpaywall"}))
    if kind == "abstract":
        return replace(paper, doi=doi)
    if kind == "login":
        return replace(paper, doi=doi, abstract="", open_at="login")
    if kind == "closed":
        return replace(paper, doi=doi, abstract="")
    if kind == "dead link":
        return replace(paper, doi=doi, open_at="gone")
    return replace(paper, known_to=frozenset()) if kind == "nowhere" else replace(paper, known_to=EVERYONE)


def _entry(paper: ScholarlyPaper) -> str:
    """Return the reference as text for the anchor's bibliography."""
    ids = (
        f" arXiv:{paper.arxiv}."
        if paper.arxiv
        else f" doi:{paper.doi}."
        if paper.doi and paper.abstract
        else ""
    )
    return f"{', '.join(paper.authors)}. {paper.title}. {paper.venue}, {paper.year}.{ids}"


def _tex(paper: ScholarlyPaper) -> bytes:
    source = (
        f"\\documentclass{{article}}\\title{{{paper.title}}}\\author{{{' and '.join(paper.authors)}}}\n"
        f"\\begin{{document}}\\maketitle\\begin{{abstract}}{paper.abstract}\\end{{abstract}}\n"
        "\\section{Method}We light lanterns.\\end{document}\n"
    ).encode()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", compresslevel=1) as bundle:
        member = tarfile.TarInfo("main.tex")
        member.size = len(source)
        bundle.addfile(member, io.BytesIO(source))
    raw = bytearray(buffer.getvalue())
    raw[4:8] = bytes(4)  # remove gzip's time stamp
    return bytes(raw)
