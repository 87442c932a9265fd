"""The lines between the title and the abstract of a paper: authors, affiliations and e-mail addresses as printed."""

from __future__ import annotations

import re

from ....papers.types import Paper
from ...session import Session
from ...types import Citation
from ...verification.sentences import Prover

_BODY = re.compile(r"\b(?:Abstract|ABSTRACT|Summary|SUMMARY|Introduction|INTRODUCTION|Keywords|KEYWORDS)\b")
_EMAIL = re.compile(r"(?:\{[^{}]{2,120}\}|(?<![\w.+-])[\w.+-]{1,64}) ?@ ?[\w-]+(?:\.[\w-]+)+")
# The address of who signs a letter, up to what may be printed behind it.
_ADDRESS = re.compile(
    r"[\s,\d]*([A-Z].{10,300}?)(?= (?:ORCID|Correspondence|References|REFERENCES|E-?mail|https?:|\S+@)|\.\s|$)"
)
_LONGEST = 90  # words that are quoted
_LONGEST_SEARCHED = 300


def find_byline(session: Session, paper: Paper) -> Citation | None:
    """The lines below the title on the first page; None where the page has no title or no abstract."""
    text = _byline_text(session, paper)
    return Prover(session.cluster, session.settings).find(paper.id, 1, text) if text else None


def find_emails(session: Session, paper: Paper) -> list[Citation]:
    """The e-mail addresses below the title, one or a group in braces each."""
    prover = Prover(session.cluster, session.settings)
    found = (prover.find(paper.id, 1, match[0]) for match in _EMAIL.finditer(_byline_text(session, paper)))
    return [citation for citation in found if citation]


def find_in_byline(session: Session, paper: Paper, name: str, prover: Prover) -> Citation | None:
    """The words below the title that are `name`, an institution, in which initials stand for words: "AI"; None where none are."""
    words = [re.escape(word) for word in re.findall(r"[\w'&-]+", name) if word.casefold() != "the"]
    spelt = [
        rf"{'[-a-z]+ '.join(word)}[-a-z]+" if re.fullmatch("[A-Z]{2,5}", word) else word for word in words
    ]
    pattern = r"\W+".join(f"(?:{word}|{full})" for word, full in zip(words, spelt, strict=True))
    text = _byline_text(session, paper, _LONGEST_SEARCHED)
    # The mark of an affiliation may be printed right before it: "αAllen".
    match = re.search(rf"[^\sA-Za-z]?(?<![A-Za-z])({pattern})(?![a-z])", text, re.I) if words else None
    return prover.find(paper.id, 1, match[1]) or prover.find(paper.id, 1, match[0]) if match else None


def read_page(session: Session, paper: Paper, page: int = 1) -> str:
    """The text of a page in one line; "" for a paper without pages."""
    source = session.cluster.source_path(paper.id)
    if source is None or not paper.pages:
        return ""
    from ....papers.parsing.pdf.pages import page_text

    return " ".join(page_text(source, page, session.settings).split())


def find_after_name(session: Session, paper: Paper, page: int, name: str) -> str:
    """The address behind the last `name` on a page, with which a letter is signed; "" where none is."""
    _, found, behind = read_page(session, paper, page).rpartition(name)
    match = _ADDRESS.match(behind) if found else None
    return match[1].strip(" ,;") if match else ""


def _byline_text(session: Session, paper: Paper, longest: int = _LONGEST) -> str:
    page = read_page(session, paper) if paper.title else ""
    title = re.search(re.escape(" ".join(paper.title.split())), page, re.IGNORECASE)
    body = _BODY.search(page, title.end()) if title else None
    text = page[title.end() : body.start()].strip(" ,;:*") if title and body else ""
    return text if 0 < len(text.split()) <= longest else ""
