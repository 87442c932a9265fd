"""The nouns of fetching: a work as the services describe it, an entry of the ledger, the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["wanted", "fetched", "abstract only", "paywalled", "unresolved", "failed"]
STATUSES: tuple[Status, ...] = ("wanted", "fetched", "abstract only", "paywalled", "unresolved", "failed")
Role = Literal["anchor", "added", "cited"]
Kind = Literal["arxiv", "doi", "acl", "s2", "corpus", "openalex", "openreview", "url"]

# Kinds of identifier that say which work it is, the surest first; a URL only says where something lies.
IDENTIFYING: tuple[Kind, ...] = ("arxiv", "doi", "acl", "openreview", "s2", "corpus", "openalex")


@dataclass(frozen=True, slots=True)
class OpenCopy:
    """Where a copy may be had: `url`, and who says so ("arXiv", "Unpaywall")."""

    url: str
    source: str
    kind: Literal["pdf", "tex"] = "pdf"


@dataclass(frozen=True, slots=True)
class PaperRecord:
    """What is known of a paper. `ids` are (kind, identifier) pairs, one of each kind; `places` open copies, likeliest first.

    `contexts` are the sentences of the citing paper that cite it, where a service listed it as a reference. `closed`
    says that a service knows of no open copy, `known` that some service knows the work at all.
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    abstract: str = ""
    ids: tuple[tuple[str, str], ...] = ()
    places: tuple[OpenCopy, ...] = ()
    contexts: tuple[str, ...] = ()
    closed: bool = False
    known: bool = False

    def id(self, kind: Kind) -> str:
        """Its identifier of that kind, or ""."""
        return dict(self.ids).get(kind, "")


@dataclass(frozen=True, slots=True)
class CitationLink:
    """That the entry `by` cites: the `key` and the `raw` text of its bibliography ("" where only a service says so),
    and the sentences that do it."""

    by: str
    key: str = ""
    raw: str = ""
    contexts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A line of the ledger. `id` never changes and names its `files` in the cluster's `fetched` folder.

    `source` says where the files came from, `cause` in one line why there are none. `listed` names those who gave
    it as a reference.
    """

    id: str
    role: Role
    work: PaperRecord
    status: Status = "wanted"
    source: str = ""
    files: tuple[str, ...] = ()
    cause: str = ""
    cites: tuple[CitationLink, ...] = ()
    listed: tuple[str, ...] = ()
    version: int = 0

    @property
    def slug(self) -> str:
        """Its id without dots, as the cluster calls a paper whose file is named after the entry."""
        return self.id.replace(".", "-")


@dataclass(frozen=True, slots=True)
class ReferenceListing:
    """The references of entry `by` as `source` has them: how many, or why it could not say."""

    by: str
    source: str
    count: int = 0
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Everything that was asked for, in the order in which it was. `name` is the cluster's; `refs` are the ids of the
    entries whose references were asked for, `listings` what came of that; `tex` says that TeX sources were wanted."""

    schema: int
    name: str
    entries: tuple[LedgerEntry, ...] = ()
    refs: tuple[str, ...] = ()
    listings: tuple[ReferenceListing, ...] = ()
    tex: bool = False

    def entry(self, entry_id: str) -> LedgerEntry | None:
        """The entry of that id, None if there is none."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)

    @property
    def anchor(self) -> LedgerEntry | None:
        """The paper whose references the cluster is about, None for a list of papers."""
        return next((entry for entry in self.entries if entry.role == "anchor"), None)

    def count(self, status: Status) -> int:
        """How many entries have that status."""
        return sum(entry.status == status for entry in self.entries)
