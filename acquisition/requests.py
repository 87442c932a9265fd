"""Parse requests for papers (an identifier, a paper's file, or a list of papers), and add entries to a ledger."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import UsageError
from ..papers.clusters.locate import build_cluster_name
from ..papers.parsing.latex import is_latex
from ..papers.parsing.paper_ids import derive_paper_id
from ..papers.parsing.references.ids import find_own_ids
from ..papers.records import Ledger, LedgerEntry, PaperRecord, Role
from ..settings import Settings, expand_user
from .identifiers import parse_identifier
from .local_files import stored_suffix
from .merge import combine_records, is_same_paper
from .paper_lists import is_paper_list, read_paper_list
from .reference_lists import make_entry_id
from .services.json_access import normalize_ids
from .zotero.library import read_items

ZOTERO = "zotero:"  # prefix of the name of a collection
_FILE = re.compile(r"\.(?:pdf|tex|bib|json|tar|tar\.gz|tgz)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """A requested paper.

    `file` is the user's own file of the paper, if there is one, and `version` the version of its arXiv id (0: the
    latest). `missing` is the path of a file that the user's list names but that does not exist.
    """

    record: PaperRecord
    file: Path | None = None
    version: int = 0
    missing: str = ""


def parse_request(text: str, settings: Settings) -> list[PaperRequest]:
    """Return the papers that `text` names.

    `text` is the path of a PDF, LaTeX sources, a .bib file, a CSL-JSON file or a Zotero export, the name of a
    collection in Zotero ("zotero:NAME"), or an identifier. Raises UsageError for anything else.
    """
    if text.startswith(ZOTERO):
        return _request_collection(text.removeprefix(ZOTERO), settings)
    path = expand_user(text)
    if _exists(path):
        if is_paper_list(path):
            return [PaperRequest(record, file) for record, file in read_paper_list(path)]
        if path.suffix.lower() != ".pdf" and not is_latex(path):
            raise UsageError(f"{path}: neither a PDF, LaTeX sources, a .bib nor a CSL-JSON file")
        return [PaperRequest(PaperRecord(ids=normalize_ids(find_own_ids(path.stem))), path)]
    if _FILE.search(text) and "://" not in text and not re.match(r"(?:www\.)|.*10\.\d{4}", text):
        raise UsageError(f"{text}: no such file")
    identifier = parse_identifier(text)
    return [PaperRequest(PaperRecord(ids=identifier.ids), version=identifier.version)]


def _request_collection(name: str, settings: Settings) -> list[PaperRequest]:
    """Return a request for each item of a Zotero collection, with the first of its PDFs that exists."""
    items = read_items(settings, name)
    if not items:
        raise UsageError(f"the collection {name!r} in Zotero has no papers")
    requests = []
    for item in items:
        file = next((pdf.path for pdf in item.pdfs if pdf.path.is_file()), None)
        missing = str(item.pdfs[0].path) if item.pdfs and not file else ""
        requests.append(PaperRequest(item.record, file, missing=missing))
    return requests


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long to be a path, or with a null character
        return False


def default_cluster_name(text: str, requests: Sequence[PaperRequest]) -> str:
    """Return a cluster name for the papers that `text` names."""
    path = expand_user(text)
    if text.startswith(ZOTERO):
        name = text.removeprefix(ZOTERO).rpartition("/")[2]
    elif _exists(path):
        name = derive_paper_id(path)
    else:
        ids = requests[0].record.ids
        name = dict(ids).get("arxiv") or ids[0][1]
    return build_cluster_name(name) or "papers"


def add_requests(
    ledger: Ledger, requests: Sequence[PaperRequest]
) -> tuple[Ledger, list[tuple[LedgerEntry, PaperRequest]]]:
    """Return `ledger` with an entry for each request, and the pairs of entry and request.

    A single paper in an empty ledger is its anchor.
    """
    entries = {entry.id: entry for entry in ledger.entries}
    role: Role = "anchor" if not entries and len(requests) == 1 else "added"
    pairs: list[tuple[LedgerEntry, PaperRequest]] = []
    for request in requests:
        record = request.record
        name = derive_paper_id(request.file) if request.file and not record.ids else ""
        entry = next((e for e in entries.values() if e.id == name or is_same_paper(e.work, record)), None)
        if entry is None:
            entry_id = name if name and name not in entries else make_entry_id(record, entries)
            entry = LedgerEntry(entry_id, role, record, version=request.version)
        else:
            entry = replace(
                entry,
                work=combine_records([entry.work, record]),
                role="added" if entry.role == "cited" else entry.role,
            )
        entries[entry.id] = entry
        pairs.append((entry, request))
    return replace(ledger, entries=tuple(entries.values())), pairs


def local_file_name(entry: LedgerEntry, path: Path) -> str:
    """Return the name that the copy of the user's file `path` has among the fetched files."""
    return f"{entry.id}{stored_suffix(path)}"
