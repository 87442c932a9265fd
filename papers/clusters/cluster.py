"""Clusters on disk: <home>/clusters/<name>/, self-contained and portable.

    manifest.json                contents of the folder; see `manifest`
    sources/<name>.<key>.pdf     a copy of each paper's PDF, so that quotes can be checked in copies of the folder
    sources/<name>.<key>.bib     a copy of the .bib file whose entries are papers
    papers/<name>.<key>.json     the parsed paper
    figures/<name>.<key>/*.png   its figures and tables
    problems/<name>.<key>.txt    the reason why a file could not be parsed
    chunks/<id>.<key>.json       its passages
    vectors/<model>/<id>.npz     their embeddings
    citations/<key>.json         references resolved to papers
    summaries/<key>.json         all papers without their text
    store/<generation>/          the vector store, derived from the above
    checksums/<key>.txt          sizes and digests of the files above; see `checksums`
    damaged.txt                  damage was noticed: the next build reads every file
    corrections/<figure>.json    corrections of its reading, made by people; see `corrections`
    fetched/ledger.json          papers fetched by `citehop add`, next to the files themselves; see `acquisition.ledger`
    pages.json, pages/, page_store/, thumbnails/   page images, if they are indexed

A name is the id derived from the name of the paper's file before the file was parsed. A key is a hash of a file's
inputs. Files with a key in their name are written once and never change, so readers of one manifest see one state
during a build.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TypeVar

from ...errors import ConfigurationError, UsageError
from ..plural import list_some
from ..records import Ledger
from ..types import Paper
from ..user_record import apply_fields
from .checksums import (
    Checksums,
    find_changed_sizes,
    notice_damage,
    read_checksums,
)
from .files import (
    citations_file,
    paper_file,
    read_build_file,
    source_file,
    summaries_file,
)
from .ledger import read_ledger
from .manifest import Manifest, SourceFile

T = TypeVar("T")
# The id of a paper, and for each of its references the id of the paper that it resolves to (or None) and the score.
CitedPapers = tuple[str, tuple[tuple[str | None, float], ...]]
Citations = tuple[CitedPapers, ...]


@dataclass(frozen=True)
class Cluster:
    """A cluster as its last complete build left it. Papers are read on first use and kept in memory.

    If the cluster is a view of a library, `library` is the manifest of the whole library, and `manifest` lists only the
    papers of the view.
    """

    path: Path
    manifest: Manifest
    library: Manifest | None = None
    _papers: dict[str, Paper] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name of the cluster's folder, which may have been copied under another name, or "LIBRARY/VIEW"."""
        return self.manifest.name if self.library else self.path.name

    @property
    def anchor(self) -> str | None:
        """The id of the anchor, or None for a cluster indexed without an anchor."""
        return self.manifest.anchor

    @cached_property
    def paper_ids(self) -> tuple[str, ...]:
        """The ids of the cluster's papers, sorted."""
        return self.manifest.paper_ids

    def has_paper(self, paper_id: str) -> bool:
        """True if the cluster has a paper with the id `paper_id`."""
        return paper_id in self._files

    @property
    def problems(self) -> tuple[tuple[str, str], ...]:
        """The (file, cause) of each file that could not be parsed, sorted by name."""
        return tuple((file.name, file.problem) for file in self.manifest.files if file.problem)

    def file(self, paper_id: str) -> SourceFile:
        """Return the manifest's entry of a paper. Raises UsageError for an id that is not in the cluster."""
        file = self._files.get(paper_id)
        if file is None:
            raise UsageError(
                f"no paper {paper_id!r} in cluster {self.name!r}; there are: {list_some(self.paper_ids)}"
            )
        return file

    def paper(self, paper_id: str) -> Paper:
        """Return the paper with its references resolved within the cluster.

        Raises UsageError for an id that is not in the cluster, ConfigurationError for a damaged file.
        """
        if paper_id not in self._papers:
            # If two threads read a paper at once, the first result is kept, so that a paper is always the same object.
            self._papers.setdefault(paper_id, self._read_paper(paper_id))
        return self._papers[paper_id]

    def iterate_papers(self) -> Iterator[Paper]:
        """Yield all papers, sorted by id, without keeping them in memory."""
        return map(self._read_paper, self.paper_ids)

    def _read_paper(self, paper_id: str) -> Paper:
        file = self.file(paper_id)
        path = paper_file(self.path, file)
        paper = apply_fields(self.read(Paper, path), file.user_fields)
        images = [PurePosixPath(figure.image) for figure in paper.figures]
        if any(image.is_absolute() or ".." in image.parts for image in images):
            raise ConfigurationError(f"{path}: a figure's image is outside the cluster; do not trust it")
        links = self._citations.get(paper_id, ())
        references = (
            replace(reference, paper_id=target, score=score)
            for reference, (target, score) in zip(paper.references, links, strict=True)
        )
        return self._with_citations(replace(paper, id=paper_id, references=tuple(references)))

    @cached_property
    def ledger(self) -> Ledger | None:
        """The ledger of the fetched papers; None if the cluster was not fetched."""
        return read_ledger(self.path)

    def _with_citations(self, paper: Paper) -> Paper:
        """Return `paper` with the citing sentences and references that services report."""
        citing = self._entries.get(paper.id)
        if self.ledger is None or citing not in self.ledger.refs or citing is None:
            return paper
        from .citing_sentences import (
            add_reported_citations,
        )  # imported late because most clusters need no parser of references

        papers = {entry_id: paper_id for paper_id, entry_id in self._entries.items()}
        return add_reported_citations(paper, citing, self.ledger, papers)

    @cached_property
    def _entries(self) -> dict[str, str]:
        """Map each paper id to the id of its ledger entry."""
        if self.ledger is None:
            return {}
        by_file = {name: entry.id for entry in self.ledger.entries for name in (*entry.files, entry.slug)}
        names = (
            (file.paper_id, file.name.rpartition("#")[2]) for file in self.manifest.files if not file.problem
        )
        return {paper_id: by_file[name] for paper_id, name in names if name in by_file}

    def papers(self) -> tuple[Paper, ...]:
        """Return all papers, sorted by id."""
        return tuple(self.paper(paper_id) for paper_id in self.paper_ids)

    @cached_property
    def summaries(self) -> tuple[Paper, ...]:
        """All papers, sorted by id, without blocks, figures, references and mentions: enough to rank and to list them.

        A paper that prints no year has the year with which the other papers cite it. Summaries are read from one small
        file, while `papers` decodes the whole text of every paper.
        """
        papers = self.read(tuple[Paper, ...], summaries_file(self.path, self.manifest.citations))
        return tuple(paper for paper in papers if self.has_paper(paper.id)) if self.library else papers

    @cached_property
    def cited_papers(self) -> dict[str, frozenset[str]]:
        """Map each paper id to the ids of the papers in the cluster that it cites."""
        return {
            paper_id: frozenset(target for target, _ in links if target) - {paper_id}
            for paper_id, links in self._citations.items()
        }

    @cached_property
    def reference_counts(self) -> dict[str, tuple[int, int]]:
        """Map each paper id to the length of its bibliography and the number of its references that are papers of the
        cluster.
        """
        return {
            paper_id: (len(links), sum(target is not None for target, _ in links))
            for paper_id, links in self._citations.items()
        }

    def summary(self, paper_id: str) -> Paper:
        """Return the summary of a paper. Raises UsageError for an id that is not in the cluster."""
        self.file(paper_id)
        return self._summaries_by_id[paper_id]

    @cached_property
    def _summaries_by_id(self) -> dict[str, Paper]:
        return {paper.id: paper for paper in self.summaries}

    def citing(self, paper_id: str) -> tuple[str, ...]:
        """Return the ids of the other papers with a reference that resolves to `paper_id`, sorted.

        No paper is decoded.
        """
        found = {
            citing
            for citing, links in self._citations.items()
            if any(target == paper_id for target, _ in links)
        }
        if self.ledger is not None:
            from .citing_sentences import adds_reference

            papers = {entry_id: citing for citing, entry_id in self._entries.items()}
            cited = next((e for e in self.ledger.entries if e.id == self._entries.get(paper_id)), None)
            found |= {
                papers[link.by]
                for link in (cited.cites if cited else ())
                if link.by in papers and adds_reference(link, bool(self._citations.get(papers[link.by])))
            }
        return tuple(sorted(found - {paper_id}))

    def source_path(self, paper_id: str) -> Path | None:
        """Return the path of the cluster's own copy of the PDF with the pages of `paper_id`; None for a paper without
        pages.
        """
        file = self._files.get(paper_id)
        path = source_file(self.path, file) if file else None
        return path if path and path.exists() else None

    @cached_property
    def _files(self) -> dict[str, SourceFile]:
        return {file.paper_id: file for file in self.manifest.files if not file.problem}

    @cached_property
    def _citations(self) -> dict[str, tuple[tuple[str | None, float], ...]]:
        citations = dict(self.read(Citations, citations_file(self.path, self.manifest.citations)))
        if self.library is None:
            return citations
        return {
            paper_id: tuple(
                (target if target in self._files else None, score) for target, score in citations[paper_id]
            )
            for paper_id in self._files
        }

    def read(self, cls: type[T], path: Path) -> T:
        """Read a value that the build wrote to `path`, a file of this cluster.

        Raises ConfigurationError if the file is missing or damaged, or differs from the file that the build wrote.
        """
        known = self.checksums.get(path.relative_to(self.path).as_posix())
        try:
            return read_build_file(cls, path, known.digest if known else "")
        except ConfigurationError:
            notice_damage(self.path)
            raise

    @cached_property
    def checksums(self) -> Checksums:
        """The checksums of the cluster's files. Raises ConfigurationError if the list of checksums is damaged."""
        return read_checksums(self.path, self.manifest.checksums)

    def find_damage(self, subfolder: str = "") -> dict[str, str]:
        """Map each file that is missing or has another size to the cause; only below `subfolder` if it is given.

        The content of files is not read; see `indexes.build.verify`.
        """
        causes = find_changed_sizes(self.path, self.checksums, subfolder)
        if causes:
            notice_damage(self.path)
        return causes
