"""Papers as a text cites them: "Falk et al. 2021"."""

from __future__ import annotations

from ...indexes.subjects import PaperFacts, SubjectIndex


def cite_paper(paper_id: str, index: SubjectIndex) -> str:
    """The title in quotation marks, with authors and year behind it where they are known."""
    paper = index.papers[index.places[paper_id]]
    short = short_citation(paper)
    return f'"{paper.title}" ({short})' if short else f'"{paper.title}"'


def short_citation(paper: PaperFacts) -> str:
    """ "Falk 2021", "Falk and Ek 2021" or "Falk et al. 2021"; "" for a paper without authors or year."""
    if not paper.authors or paper.year is None:
        return ""
    names = [author.split()[-1] for author in paper.authors if author.split()]
    if not names:
        return ""
    both = " and ".join(names) if len(names) < 3 else f"{names[0]} et al."
    return f"{both} {paper.year}"
