"""`PaperRecord`, the metadata of a paper from a service, a request, a ledger or a bibliography; and the ledger of a
cluster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["wanted", "fetched", "abstract only", "paywalled", "unresolved", "failed"]
STATUSES: tuple[Status, ...] = ("wanted", "fetched", "abstract only", "paywalled", "unresolved", "failed")
Role = Literal["anchor", "added", "cited"]
Kind = Literal["arxiv", "doi", "acl", "s2", "corpus", "openalex", "openreview", "url"]

# Kinds of identifier that identify a paper, the most reliable first; a URL only locates a file.
IDENTIFYING: tuple[Kind, ...] = ("arxiv", "doi", "acl", "openreview", "s2", "corpus", "openalex")


@dataclass(frozen=True, slots=True)
class OpenCopy:
    """A copy of a paper that may be downloaded from `url`; `source` lists it ("arXiv", "Unpaywall")."""

    url: str
    source: str
    kind: Literal["pdf", "tex"] = "pdf"


@dataclass(frozen=True, slots=True)
class PaperRecord:
    """Metadata of a paper.

    `ids` are (kind, identifier) pairs, at most one of each kind. `places` are open copies, likeliest first. `contexts`
    are citing sentences, if a service listed the paper as a reference of another paper. `closed` is true if a service
    states that there is no open copy, and `known` if any service has the paper. `retracted` describes a notice of
    retraction or concern ("retraction, 2021-03-05, doi:10.5555/2"); it is "" if no service lists such a notice.
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
    retracted: str = ""

    def id(self, kind: Kind) -> str:
        """Return the identifier of this kind, or ""."""
        return dict(self.ids).get(kind, "")


@dataclass(frozen=True, slots=True)
class CitationLink:
    """A citation by the ledger entry `by`.

    `key` and `raw` are the key and the text of the reference in its bibliography, "" if only a service lists the
    citation. `contexts` are the citing sentences.
    """

    by: str
    key: str = ""
    raw: str = ""
    contexts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One paper of the ledger.

    `id` never changes and names the paper's `files` in the cluster's folder `fetched`; it is "" for a reference that is
    not in a ledger yet. `source` is where the files came from. `cause` says in one line why there are no files.
    `listed` names the services that list the paper as a reference. `version` is the version in the requested arXiv id,
    0 for the latest.
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
        """The entry's id with "-" in place of dots: its key in the .bib file of abstracts."""
        return self.id.replace(".", "-")


@dataclass(frozen=True, slots=True)
class ReferenceListing:
    """The number of references of the entry `by` that `source` lists, or the `cause` why `source` gave no answer."""

    by: str
    source: str
    count: int = 0
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """All requested papers of the cluster `name`, in the order of the requests.

    `refs` are ids of entries whose references were requested, and `listings` the outcomes. `tex` is true if TeX sources
    were requested.
    """

    schema: int
    name: str
    entries: tuple[LedgerEntry, ...] = ()
    refs: tuple[str, ...] = ()
    listings: tuple[ReferenceListing, ...] = ()
    tex: bool = False

    def entry(self, entry_id: str) -> LedgerEntry | None:
        """Return the entry with this id, or None."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)

    @property
    def anchor(self) -> LedgerEntry | None:
        """The paper whose references the cluster contains, or None if the cluster was made from a list of papers."""
        return next((entry for entry in self.entries if entry.role == "anchor"), None)

    def count(self, status: Status) -> int:
        """Return the number of entries with this status."""
        return sum(entry.status == status for entry in self.entries)
