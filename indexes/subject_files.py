"""Make, write and read the index of names that questions may use for each paper of a cluster.

subjects/<key>/papers.json   title, authors, year, file and words around the title of each paper
subjects/<key>/names.json    names next to citations between papers of the cluster
subjects/<key>/terms/        the papers in which each term occurs
subjects/<key>/passages.npz  number of passages that have each term, where the vectors are on a Qdrant server
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import ConfigurationError
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.manifest import Manifest
from ..papers.files import write_atomic
from ..papers.serialization import to_json
from ..papers.types import Paper
from .cache_paths import read_cluster_chunks
from .subjects import PaperFacts, SubjectIndex, fold_name, surname
from .text.chunking import indexed_text
from .text.document_frequencies import (
    DocumentFrequencies,
    count_documents,
    read_frequencies,
    write_frequencies,
)
from .text.sparse import document_vector
from .text.term_statistics import (
    count_terms,
    read_statistics,
    write_statistics,
)

VERSION = "8"
FOLDER = "subjects"
_NOT_OF_AUTHORS = re.compile(
    r"\b(?:proceedings|conference|workshop|journal|copyright|volume|submitted|accepted|published|received)\b|©",
    re.I,
)
_SHORT = 2  # words of at most this many letters name nothing
_FREQUENCIES = "passages.npz"
_NameCounts = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


def subject_key(manifest: Manifest) -> str:
    """Return a key for the inputs of the index: the passages of each paper, and the paper that each reference
    resolves to.
    """
    parts = [
        VERSION,
        manifest.citations,
        *(f"{f.paper_id} {f.chunked}" for f in manifest.files if not f.problem),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def subjects_are_there(path: Path, manifest: Manifest) -> bool:
    """True if the index for `manifest` of the cluster in `path` is on disk."""
    return (path / FOLDER / subject_key(manifest) / "papers.json").exists()


def write_subjects(path: Path, manifest: Manifest) -> None:
    """Write the index of the cluster in `path`, unless it exists."""
    folder = path / FOLDER / subject_key(manifest)
    if not subjects_are_there(path, manifest):
        index = make_subjects(Cluster(path, manifest))
        write_statistics(index.statistics, folder / "terms")
        counts = tuple((name, tuple(by_paper.items())) for name, by_paper in index.name_counts.items())
        write_atomic(folder / "names.json", to_json(counts))
        write_atomic(folder / "papers.json", to_json(index.papers))


def open_subjects(cluster: Cluster) -> SubjectIndex:
    """Open the index of `cluster`. If its files are missing or damaged, it is made in memory."""
    if cluster.library is not None:
        return _restrict(open_subjects(Cluster(cluster.path, cluster.library)), cluster)
    folder = cluster.path / FOLDER / subject_key(cluster.manifest)
    try:
        papers = cluster.read(tuple[PaperFacts, ...], folder / "papers.json")
        counts = cluster.read(_NameCounts, folder / "names.json")
        return SubjectIndex(
            papers, {name: dict(pairs) for name, pairs in counts}, read_statistics(folder / "terms")
        )
    except (OSError, ValueError, ConfigurationError):
        return make_subjects(cluster)


def _restrict(index: SubjectIndex, cluster: Cluster) -> SubjectIndex:
    """Return the part of a library's `index` that is about the papers of its view `cluster`."""
    counts = {
        name: kept
        for name, by_paper in index.name_counts.items()
        if (kept := {paper_id: count for paper_id, count in by_paper.items() if cluster.has_paper(paper_id)})
    }
    papers = tuple(paper for paper in index.papers if cluster.has_paper(paper.id))
    return SubjectIndex(papers, counts, index.statistics.restricted_to(cluster.paper_ids))


def write_document_frequencies(path: Path, manifest: Manifest) -> None:
    """Write the document frequencies of the cluster in `path`, unless they exist. A store on a Qdrant server needs
    them.
    """
    file = path / FOLDER / subject_key(manifest) / _FREQUENCIES
    if not file.exists():
        write_frequencies(_count_documents(Cluster(path, manifest)), file)


def open_document_frequencies(cluster: Cluster) -> DocumentFrequencies:
    """Read the document frequencies of `cluster`. If their file is missing or damaged, they are counted in memory."""
    try:
        manifest = cluster.library or cluster.manifest
        return read_frequencies(cluster.path / FOLDER / subject_key(manifest) / _FREQUENCIES)
    except (OSError, ValueError, KeyError):
        return _count_documents(cluster)


def _count_documents(cluster: Cluster) -> DocumentFrequencies:
    chunks = (chunk for paper_id in cluster.paper_ids for chunk in read_cluster_chunks(cluster, paper_id))
    return count_documents(document_vector(indexed_text(chunk)) for chunk in chunks)


def make_subjects(cluster: Cluster) -> SubjectIndex:
    """Make the index of `cluster` from its papers."""
    facts: list[PaperFacts] = []
    # The authors of a paper as citing papers write them.
    cited: defaultdict[str, list[str]] = defaultdict(list)

    def read() -> Iterator[Paper]:
        for paper in cluster.iterate_papers():
            file = Path(paper.source).stem
            facts.append(
                PaperFacts(paper.id, paper.title, paper.authors, paper.year, file, front_words(paper))
            )
            for reference in paper.references:
                if reference.paper_id:
                    cited[reference.paper_id] = _distinct([*cited[reference.paper_id], *reference.authors])
            yield paper

    counts = count_names(read())
    papers = tuple(
        replace(each, authors=tuple(_distinct([*each.authors, *cited[each.id]]))) for each in facts
    )
    texts = {paper_id: _PassageTexts(cluster, paper_id) for paper_id in cluster.paper_ids}
    return SubjectIndex(papers, counts, count_terms(texts))


def front_words(paper: Paper) -> tuple[str, ...]:
    """Return the capitalized words around the title of a paper, normalized by `fold_name` and sorted.

    Lines about the venue, rights and dates are left out.
    """
    lines = (block.text for block in paper.blocks if block.kind == "front" and block.page <= 1)
    words = {
        word
        for line in lines
        if not _NOT_OF_AUTHORS.search(line)
        for found in re.findall(r"\b[A-Z][\w'’-]+", line)
        for word in fold_name(found).split()
    }
    return tuple(sorted(word for word in words if len(word) > _SHORT))


def _distinct(authors: Iterable[str]) -> list[str]:
    """Return one author for each surname, the first, in order."""
    found: dict[str, str] = {}
    for author in authors:
        found.setdefault(surname(author), author)
    found.pop("", None)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _PassageTexts:
    """The texts of a paper's passages. They are read during iteration."""

    cluster: Cluster
    paper_id: str

    def __iter__(self) -> Iterator[str]:
        return (chunk.text for chunk in read_cluster_chunks(self.cluster, self.paper_id))


def count_names(papers: Iterable[Paper]) -> dict[str, dict[str, int]]:
    """Map each name in lower case to scores of the papers of the cluster that `papers` cite next to it.

    A citation of one work adds 2. A citation of several works adds 1 if the cluster has exactly one of them;
    otherwise it adds nothing, because it does not say which of the works the name belongs to.
    """
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for paper in papers:
        cited = {reference.key: reference.paper_id for reference in paper.references if reference.paper_id}
        for mention in paper.mentions:
            targets = {cited[key] for key in mention.keys if key in cited}
            if len(targets) == 1:
                (target,) = targets
                for name in mention.names:
                    counts[name.casefold()][target] += 2 if len(mention.keys) == 1 else 1
    return {name: dict(sorted(by_paper.items())) for name, by_paper in sorted(counts.items())}
