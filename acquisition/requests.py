"""What the user asked for, as entries of a ledger: an identifier, a paper's own file, or a list of papers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import UsageError
from ..papers.parsing.latex import is_latex
from ..papers.parsing.read import paper_id_of
from ..papers.parsing.references.ids import own_ids
from ..papers.records import Ledger, LedgerEntry, PaperRecord, Role
from .identifiers import parse_identifier
from .local_files import suffix_of
from .merge import combined, same_work
from .paper_lists import is_list, read_list
from .reference_lists import entry_id
from .services.json_access import ids

_FILE = re.compile(r"\.(?:pdf|tex|bib|json|tar|tar\.gz|tgz)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """A paper that was asked for: what is known of it, and the user's own file of it, if any."""

    work: PaperRecord
    file: Path | None = None
    version: int = 0


def read_wish(text: str) -> list[PaperRequest]:
    """The papers that `text` stands for: a local PDF or LaTeX sources, the entries of a .bib file, a CSL-JSON file or a
    Zotero export, or the paper of an identifier. Raises UsageError for what is none of these."""
    path = Path(text).expanduser()
    if _exists(path):
        if is_list(path):
            return [PaperRequest(work, file) for work, file in read_list(path)]
        if path.suffix.lower() != ".pdf" and not is_latex(path):
            raise UsageError(f"{path}: neither a PDF, LaTeX sources, a .bib nor a CSL-JSON file")
        return [PaperRequest(PaperRecord(ids=ids(own_ids(path.stem))), path)]
    if _FILE.search(text) and "://" not in text and not re.match(r"(?:www\.)|.*10\.\d{4}", text):
        raise UsageError(f"{text}: no such file")
    target = parse_identifier(text)
    return [PaperRequest(PaperRecord(ids=target.ids), version=target.version)]


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # too long to be a path
        return False


def cluster_name(text: str, wishes: Sequence[PaperRequest]) -> str:
    """A name for the cluster of what `text` stands for."""
    path = Path(text).expanduser()
    name = (
        paper_id_of(path)
        if _exists(path)
        else dict(wishes[0].work.ids).get("arxiv") or wishes[0].work.ids[0][1]
    )
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip(".-_")[:64] or "papers"


def with_wishes(
    ledger: Ledger, wishes: Sequence[PaperRequest]
) -> tuple[Ledger, list[tuple[LedgerEntry, PaperRequest]]]:
    """`ledger` with an entry for each wish, and these entries. Of one paper in an empty ledger it is the anchor."""
    entries = {entry.id: entry for entry in ledger.entries}
    role: Role = "anchor" if not entries and len(wishes) == 1 else "added"
    found: list[tuple[LedgerEntry, PaperRequest]] = []
    for wish in wishes:
        name = paper_id_of(wish.file) if wish.file and not wish.work.ids else ""
        entry = next((e for e in entries.values() if e.id == name or same_work(e.work, wish.work)), None)
        if entry is None:
            own = name if name and name not in entries else entry_id(wish.work, entries)
            entry = LedgerEntry(own, role, wish.work, version=wish.version)
        else:
            entry = replace(entry, work=combined([entry.work, wish.work]))
            if entry.role == "cited":
                entry = replace(entry, role="added")
        entries[entry.id] = entry
        found.append((entry, wish))
    return replace(ledger, entries=tuple(entries.values())), found


def file_name(entry: LedgerEntry, path: Path) -> str:
    """What the user's file `path` is called among the fetched ones."""
    return f"{entry.id}{suffix_of(path)}"
