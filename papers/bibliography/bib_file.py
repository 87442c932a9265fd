"""Papers from a .bib file, known by title and abstract alone: candidates for ranking whose PDF is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ...errors import UsageError
from ..files import read_user_file
from ..parsing.latex.bibliography import build_bib_reference, list_broken_entries, parse_bib_fields
from ..parsing.latex.text import convert_to_text
from ..titles import fold_title
from ..types import Paper, Reference
from .resolve import resolve_references

_LARGEST = 50 * 1024 * 1024  # bytes
_MOST_NAMED = 5  # broken entries of a file


def read_bib(path: Path) -> bytes:
    """Read the .bib file at `path`. Raises UsageError if it is missing, too large or has no entry with a title."""
    raw = read_user_file(path, _LARGEST)
    if not parse_bib_papers(raw):
        raise UsageError(f"{path}: no BibTeX entry with a title")
    return raw


def describe_broken_entries(path: Path) -> str:
    """A warning that names the entries of the .bib file at `path` that cannot be read; "" if there are none."""
    broken = list_broken_entries(read_user_file(path, _LARGEST).decode("utf-8-sig", "replace"))
    if not broken:
        return ""
    more = f"; and {len(broken) - _MOST_NAMED} more" if len(broken) > _MOST_NAMED else ""
    return f"{path.name}: {len(broken)} entries were skipped: {'; '.join(broken[:_MOST_NAMED])}{more}"


def parse_bib_papers(bib: bytes) -> tuple[Paper, ...]:
    """Parse the entries that have a title, each title once, in the file's order; ids are the entries' keys.

    The "abstract" field becomes the abstract. Entries that cannot be parsed are skipped.
    """
    papers: dict[str, Paper] = {}
    for key, fields in parse_bib_fields(bib.decode("utf-8-sig", "replace")).items():
        known = build_bib_reference(fields)
        if known.title:
            paper = Paper(
                id=key,
                title=known.title,
                authors=known.authors,
                year=known.year,
                abstract=convert_to_text(fields.get("abstract", "")),
                source=key,
                abstract_only=True,
                ids=known.ids,
            )
            papers.setdefault(fold_title(paper.title) or key, paper)
    return tuple(papers.values())


def exclude_known_papers(papers: Sequence[Paper], abstracts: Sequence[Paper]) -> tuple[Paper, ...]:
    """Those of `abstracts` that are not among `papers`, compared by identifier and title as references are."""
    references = tuple(Reference(p.id, p.title, p.title, p.authors, p.year, ids=p.ids) for p in abstracts)
    bare = [replace(paper, blocks=(), figures=(), references=(), mentions=()) for paper in papers]
    *_, listed = resolve_references([*bare, Paper("", "", references=references)])
    found = (reference.paper_id for reference in listed.references)
    return tuple(paper for paper, known in zip(abstracts, found, strict=True) if known is None)
