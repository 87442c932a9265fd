"""Cite papers in the form of a running text: "Falk et al. 2021"."""

from __future__ import annotations

from collections.abc import Sequence

from ...indexes.subjects import PaperFacts, SubjectIndex


def cite_paper(paper_id: str, index: SubjectIndex) -> str:
    """Return the title in quotation marks, followed by authors and year if both are known."""
    paper = index.papers[index.places[paper_id]]
    short = short_citation(paper)
    return f'"{paper.title}" ({short})' if short else f'"{paper.title}"'


def short_citation(paper: PaperFacts) -> str:
    """Return "Falk 2021", "Falk and Ek 2021" or "Falk et al. 2021"; "" for a paper without authors or year."""
    authors = cite_authors(paper.authors)
    return f"{authors} {paper.year}" if authors and paper.year is not None else ""


def cite_authors(authors: Sequence[str]) -> str:
    """Return the surnames of `authors` as in a citation: "Falk", "Falk and Ek" or "Falk et al."; "" if there are no
    authors."""
    names = [author.split()[-1] for author in authors if author.split()]
    return f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
