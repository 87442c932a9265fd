"""Write verified quotes as notes to Zotero, each below the item of its paper, through Zotero's web API (version 3)."""

from __future__ import annotations

import hashlib
import html
import math
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..acquisition.http.client import ServiceClient
from ..acquisition.http.errors import FetchError, PaywallError
from ..acquisition.merge import is_same_paper, record_from_paper
from ..acquisition.services.json_access import get_path
from ..acquisition.zotero.library import ZoteroItem, read_items
from ..agent.types import Citation
from ..errors import ConfigurationError, UnavailableError
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.ids import describe_location
from ..papers.types import Paper
from ..settings import Settings

API_KEY = "ZOTERO_API_KEY"
_KEY_LETTERS = "23456789ABCDEFGHIJKLMNPQRSTUVWXYZ"  # characters of an object's key, which has eight
_BATCH = 50  # most objects that one request may write
_EXISTS = 412  # code if an object that should be new exists already
_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class NotesReport:
    """The numbers of notes `added` and `present` before, and the titles of papers that are `missing` in Zotero."""

    added: int
    present: int
    missing: tuple[str, ...]


class ZoteroNotes:
    """The user's Zotero items, ready for notes.

    Raises ConfigurationError without a key or with `offline`, and UsageError without a Zotero database.
    """

    def __init__(self, settings: Settings) -> None:
        if settings.offline:
            raise ConfigurationError("notes are written through Zotero's web API, which --offline forbids")
        self._api_key = os.environ.get(API_KEY, "")
        if not self._api_key:
            raise ConfigurationError(
                f"{API_KEY} is not set; make a key with write access at https://www.zotero.org/settings/keys"
            )
        self._settings = settings
        self._items = read_items(settings)

    def add(self, question: str, citations: Sequence[Citation], cluster: Cluster) -> NotesReport:
        """Write each quote as a note, unless the note exists already. Return how many were added and what was
        missing.

        Raises UnavailableError if Zotero refuses or cannot be reached.
        """
        notes: dict[str, list[dict[str, Any]]] = {}
        missing: dict[str, None] = {}
        for citation in citations:
            paper = cluster.paper(citation.paper_id)
            item = self._find(paper)
            if item is None:
                missing[paper.title] = None
            else:
                notes.setdefault(item.library, []).append(_build_note(question, citation, paper, item))
        added = sum(self._post(library, group) for library, group in sorted(notes.items()))
        return NotesReport(added, sum(map(len, notes.values())) - added, tuple(missing))

    def _find(self, paper: Paper) -> ZoteroItem | None:
        record = record_from_paper(paper)
        return next((item for item in self._items if is_same_paper(item.record, record)), None)

    def _post(self, library: str, notes: Sequence[dict[str, Any]]) -> int:
        url = f"{self._settings.zotero_url.rstrip('/')}/{library}/items"
        headers = {"Zotero-API-Key": self._api_key, "Zotero-API-Version": "3"}
        added = 0
        with ServiceClient(self._settings, self._settings.home_path, math.inf) as client:
            for start in range(0, len(notes), _BATCH):
                try:
                    reply = client.post_json(
                        url, notes[start : start + _BATCH], headers, time.monotonic() + _SECONDS
                    )
                except PaywallError as error:
                    raise UnavailableError(
                        f"Zotero refuses the notes ({error}); {API_KEY} needs write access"
                    ) from error
                except FetchError as error:
                    raise UnavailableError(f"Zotero did not take the notes: {error}") from error
                added += _count_written(reply)
        return added


def _build_note(question: str, citation: Citation, paper: Paper, item: ZoteroItem) -> dict[str, Any]:
    """Return the note in the form of the API. Its key is derived from the quote, so writing it twice makes one note."""
    place = describe_location(paper, citation.page)
    if item.pdfs and citation.page:
        library = "library" if item.library.startswith("users/") else item.library
        link = f"zotero://open-pdf/{library}/items/{item.pdfs[0].key}?page={citation.page}"
        place = f'<a href="{link}">{place}</a>'
    return {
        "key": _derive_key(item.library, item.key, str(citation.page), citation.quote),
        "version": 0,
        "itemType": "note",
        "parentItem": item.key,
        "note": f"<blockquote>{html.escape(citation.quote)}</blockquote>"
        f"<p>{place}, for the question “{html.escape(question)}” (citehop)</p>",
        "tags": [{"tag": "citehop"}],
    }


def _derive_key(*parts: str) -> str:
    number = int.from_bytes(hashlib.sha256("\0".join(parts).encode()).digest())
    letters = []
    for _ in range(8):
        number, digit = divmod(number, len(_KEY_LETTERS))
        letters.append(_KEY_LETTERS[digit])
    return "".join(letters)


def _count_written(reply: Any) -> int:
    """Return the number of new notes. Raises UnavailableError if a note was refused for another reason than that it
    exists.
    """
    failed = get_path(reply, "failed")
    for refusal in failed.values() if isinstance(failed, dict) else ():
        if get_path(refusal, "code") != _EXISTS:
            message = str(get_path(refusal, "message"))[:200]
            raise UnavailableError(f"Zotero refused a note: {message}")
    written = get_path(reply, "success")
    return len(written) if isinstance(written, dict) else 0
