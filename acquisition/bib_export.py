"""Write a .bib file of ledger entries that have an abstract but no file, as input for `citehop index --bib`."""

from __future__ import annotations

import re
from pathlib import Path

from ..papers.files import write_atomic
from ..papers.records import Ledger, LedgerEntry

_FILE = "abstracts.bib"
_SPECIAL = re.compile(r"[\\{}$&#%_~^]")
_ESCAPED = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "{": "(",
    "}": ")",
}


def write_abstracts_bib(folder: Path, ledger: Ledger) -> Path | None:
    """Write the .bib file to `folder` and return its path. If there are no such entries, delete the file and return
    None.
    """
    path = folder / _FILE
    entries = [
        entry for entry in ledger.entries if entry.work.title and entry.work.abstract and not entry.files
    ]
    if not entries:
        path.unlink(missing_ok=True)
        return None
    text = "\n".join(_bib(entry) for entry in entries)
    if not path.exists() or path.read_text("utf-8") != text:
        write_atomic(path, text)
    return path


def _bib(entry: LedgerEntry) -> str:
    record = entry.work
    fields = {
        "title": record.title,
        "author": " and ".join(record.authors),
        "year": str(record.year or ""),
        "journal": record.venue,
        "eprint": record.id("arxiv"),
        "doi": record.id("doi"),
        "abstract": record.abstract,
    }
    lines = [
        f"  {name} = {{{_tex(value) if name not in ('eprint', 'doi') else value}}},\n"
        for name, value in fields.items()
        if value
    ]
    return f"@misc{{{entry.slug},\n{''.join(lines)}}}\n"


def _tex(text: str) -> str:
    return _SPECIAL.sub(lambda match: _ESCAPED.get(match[0], f"\\{match[0]}"), text)
