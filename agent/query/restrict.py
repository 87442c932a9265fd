"""Restriction of a session to some papers and sections, as if its cluster had no others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...errors import UsageError
from ...papers.clusters.cluster import Cluster
from ...papers.clusters.paper_filter import PaperFilter, filter_papers
from ..session import Session


def restrict(
    session: Session,
    *,
    papers: Sequence[str] = (),
    years: str = "",
    authors: Sequence[str] = (),
    venues: Sequence[str] = (),
    section: str = "",
) -> Session:
    """Return `session` limited to `papers` that fit `years`, `authors` and `venues` (see `PaperFilter`).

    If `section` is given, only passages are kept whose heading, or a heading above it, has these words. The record, the
    tables and the figures of a paper belong to no section and stay. The returned session shares its index with
    `session` and needs no closing.

    Raises UsageError if no paper fits, or if no paper has such a section.
    """
    chosen = PaperFilter(years, authors, venues)
    ids = set(map(session.paper_id, papers)) or set(session.cluster.paper_ids)
    ids &= set(filter_papers(session.cluster, chosen)) if chosen else ids
    if not ids:
        raise UsageError("none of the papers that are named fits the other filters; leave one out")
    if not section and len(ids) == len(session.cluster.paper_ids):
        return session
    cluster = _build_view(session.cluster, ids)
    index = session.index.restrict(cluster, section)
    if section and not any(index.chunks(paper_id) for paper_id in cluster.paper_ids):
        raise UsageError(
            f"no section {section!r} in {len(ids)} papers; citehop papers NAME PAPER lists the sections"
        )
    return Session(cluster, index, session.settings, session.warnings)


def _build_view(cluster: Cluster, ids: set[str]) -> Cluster:
    whole = cluster.library or cluster.manifest
    manifest = replace(
        cluster.manifest,
        name=cluster.name,
        files=tuple(file for file in cluster.manifest.files if not file.problem and file.paper_id in ids),
        anchor=cluster.anchor if cluster.anchor in ids else None,
    )
    return Cluster(cluster.path, manifest, whole)
