"""Read papers from a .bib file.

Its entries are the user's record of papers in the cluster, and candidates for ranking if their PDF is missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePath

from ...errors import UsageError
from ..files import read_user_file
from ..parsing.latex.bibliography import build_bib_reference, list_broken_entries, parse_bib_fields
from ..parsing.latex.text import convert_to_text
from ..titles import fold_title
from ..types import Paper, PublicationPlace, Reference
from .resolve import resolve_references

_LARGEST = 50 * 1024 * 1024  # bytes
_MOST_NAMED = 5  # largest number of broken entries that a warning names
# The colons between the parts of a "file" field, except the colon of a drive, as in "C:/papers".
_FILE_PARTS = re.compile(r"(?<!\\):(?![\\/])|(?<![A-Za-z\\]):(?=[\\/])|(?<=[A-Za-z]{2}):(?=[\\/])")


def read_bib(path: Path) -> bytes:
    """Read the .bib file at `path`. Raises UsageError if it is missing, too large or has no entry with a title."""
    raw = read_user_file(path, _LARGEST)
    if not parse_bib_papers(raw):
        raise UsageError(f"{path}: no BibTeX entry with a title")
    return raw


def describe_broken_entries(path: Path) -> str:
    """Return a warning that names the entries of the .bib file at `path` that cannot be read; "" if all can be read."""
    broken = list_broken_entries(read_user_file(path, _LARGEST).decode("utf-8-sig", "replace"))
    if not broken:
        return ""
    more = f"; and {len(broken) - _MOST_NAMED} more" if len(broken) > _MOST_NAMED else ""
    return f"{path.name}: {len(broken)} entries were skipped: {'; '.join(broken[:_MOST_NAMED])}{more}"


def parse_bib_papers(bib: bytes) -> tuple[Paper, ...]:
    """Parse the entries that have a title, in the file's order; the id of a paper is the key of its entry.

    If several entries have the same title, the first counts. The "abstract" field becomes the abstract. Entries that
    cannot be parsed are skipped.
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
                place=PublicationPlace(known.venue, known.volume, known.pages),
            )
            papers.setdefault(fold_title(paper.title) or key, paper)
    return tuple(papers.values())


def match_papers(papers: Sequence[Paper], listed: Sequence[Paper], bib: bytes) -> dict[str, str]:
    """Map the ids of entries in `listed` to the ids of the papers in `papers` that they describe.

    An entry is matched by the file that it names, or else by identifier or title. Each paper is matched at most once.
    """
    names = {PurePath(paper.source).name: paper.id for paper in papers}
    entries = parse_bib_fields(bib.decode("utf-8-sig", "replace"))
    files = {key: list_file_names(fields.get("file", "")) for key, fields in entries.items()}
    references = tuple(Reference(p.id, p.title, p.title, p.authors, p.year, ids=p.ids) for p in listed)
    bare = [replace(paper, blocks=(), figures=(), references=(), mentions=()) for paper in papers]
    *_, resolved = resolve_references([*bare, Paper("", "", references=references)])
    matched: dict[str, str] = {}
    for paper, reference in zip(listed, resolved.references, strict=True):
        by_file = (names[name] for file in files.get(paper.id, ()) if (name := PurePath(file).name) in names)
        found = next(by_file, None) or reference.paper_id
        if found and found not in matched.values():
            matched[paper.id] = found
    return matched


def list_file_names(field: str) -> list[str]:
    """Return the paths of PDFs in a "file" field.

    The field holds a plain path, or "title:path:type" as JabRef and Zotero write it, or several of these separated by
    ";".
    """
    names = []
    for part in re.split(r"(?<!\\);", field):
        pieces = [re.sub(r"\\([:;\\_{}])", r"\1", piece) for piece in _FILE_PARTS.split(part)]
        names += [piece.strip() for piece in (part, *pieces)]
    return [name for name in names if name.lower().endswith(".pdf")]
