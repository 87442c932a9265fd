"""Entries without a file as a .bib file: what `citehop index --bib` takes for papers known by title and abstract."""

from __future__ import annotations

import re
from pathlib import Path

from ..papers.files import write_atomic
from ..papers.records import Ledger, LedgerEntry

FILE = "abstracts.bib"
_SPECIAL = re.compile(r"[\\{}$&#%_~^]")
_ESCAPED = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "{": "(",
    "}": ")",
}


def write_abstracts(folder: Path, ledger: Ledger) -> Path | None:
    """The .bib file in `folder` of the entries of `ledger` of which there is an abstract but no file; None without any."""
    path = folder / FILE
    known = [
        entry for entry in ledger.entries if entry.work.title and entry.work.abstract and not entry.files
    ]
    if not known:
        path.unlink(missing_ok=True)
        return None
    text = "\n".join(_bib(entry) for entry in known)
    if not path.exists() or path.read_text("utf-8") != text:
        write_atomic(path, text)
    return path


def _bib(entry: LedgerEntry) -> str:
    work = entry.work
    fields = {
        "title": work.title,
        "author": " and ".join(work.authors),
        "year": str(work.year or ""),
        "journal": work.venue,
        "eprint": work.id("arxiv"),
        "doi": work.id("doi"),
        "abstract": work.abstract,
    }
    lines = [
        f"  {name} = {{{_tex(value) if name not in ('eprint', 'doi') else value}}},\n"
        for name, value in fields.items()
        if value
    ]
    return f"@misc{{{entry.slug},\n{''.join(lines)}}}\n"


def _tex(text: str) -> str:
    return _SPECIAL.sub(lambda match: _ESCAPED.get(match[0], f"\\{match[0]}"), text)
