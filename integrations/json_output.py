"""Values as JSON fields, in the documented form of `--json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..agent.first_hop import FirstHop
from ..agent.query.json_form import query_fields
from ..agent.search import Found
from ..agent.session import Session
from ..agent.types import Answer, Citation, Comparison, NoteInPaper, Usage
from ..figures.types import Reading
from ..papers.bibliography.resolve import classify_reference, count_references
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.corrections import FigureCorrections
from ..papers.types import BBox, Figure, Paper, Reference
from ..retrieval.pages import PageHit, find_passages_on_pages, pages_of
from ..retrieval.types import RankedPaper


def box(bbox: BBox) -> list[float]:
    """Return [x0, y0, x1, y1], rounded to a tenth of a point."""
    return [round(v, 1) for v in (bbox.x0, bbox.y0, bbox.x1, bbox.y1)]


def answer_fields(answer: Answer, cluster: Cluster) -> dict[str, Any]:
    """Return the fields that `citehop ask --json` prints, except its schema version."""
    papers = {p.id: p for p in cluster.summaries}
    return {
        "status": answer.status,
        "text": answer.text,
        "citations": [citation_fields(citation, papers) for citation in answer.citations],
        "closest": citation_fields(answer.closest, papers) if answer.closest else None,
        "ranking": ranking_fields(answer.ranking, papers),
        "anchor": answer.anchor or None,
        "figure": answer.figure or None,
        "reading": reading_fields(answer.reading) if answer.reading else None,
        "usage": usage_fields(answer.usage),
        "notes": list(answer.notes),
        "query": query_fields(answer.query) if answer.query else None,
        "reader_notes": [note_fields(each, papers) for each in answer.reader_notes],
        "model": answer.model,
        "prompts": list(answer.prompts),
        "steps": [
            {"name": s.name, "detail": s.detail, "seconds": s.seconds, "usage": usage_fields(s.usage)}
            for s in answer.steps
        ],
    }


def citation_fields(citation: Citation, papers: Mapping[str, Paper]) -> dict[str, Any]:
    """Return a quote with its paper and place; the page is null for a paper without pages."""
    paper = papers[citation.paper_id]
    return {
        "paper_id": paper.id,
        "title": paper.title,
        "abstract_only": paper.abstract_only,
        "page": citation.page or None,
        "bbox": box(citation.bbox),
        "quote": citation.quote,
    }


def note_fields(found: NoteInPaper, papers: Mapping[str, Paper]) -> dict[str, Any]:
    """Return a reader's note. `text` is the part of the paper that it marks, `comment` the reader's own words."""
    note = found.note
    return {
        "paper_id": found.paper_id,
        "title": papers[found.paper_id].title,
        "kind": note.kind,
        "page": note.page,
        "bbox": box(note.bbox),
        "text": note.text or None,
        "comment": note.comment or None,
    }


def comparison_fields(comparison: Comparison, cluster: Cluster) -> dict[str, Any]:
    """Return the fields that `citehop compare --json` prints, except its schema version.

    The answer of a paper without an answer is null.
    """
    papers = {paper.id: paper for paper in cluster.summaries}
    return {
        "question": comparison.question,
        "part": comparison.part,
        "text": comparison.text,
        "verdict": comparison.verdict or None,
        "rows": [
            {
                "paper_id": row.paper_id,
                "title": papers[row.paper_id].title,
                "name": row.name,
                "answer": row.answer or None,
                "value": row.value or None,
                "probability": round(row.probability, 4),
                "citations": [citation_fields(citation, papers) for citation in row.citations],
            }
            for row in comparison.rows
        ],
        "notes": list(comparison.notes),
        "usage": usage_fields(comparison.usage),
    }


def usage_fields(usage: Usage) -> dict[str, Any]:
    """Return the usage. If there are `unpriced` replies, `usd` is a lower bound."""
    return {
        "calls": usage.calls,
        "cached": usage.cached,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "usd": round(usage.usd, 6),
        "unpriced": usage.unpriced,
        "seconds": round(usage.seconds, 3),
    }


def ranking_fields(ranking: Sequence[RankedPaper], papers: Mapping[str, Paper]) -> list[dict[str, Any]]:
    """Return the cited papers, best first."""
    return [
        {
            "paper_id": r.paper_id,
            "title": papers[r.paper_id].title,
            "abstract_only": papers[r.paper_id].abstract_only,
            "score": round(r.score, 6),
            "reasons": list(r.reasons),
        }
        for r in ranking
    ]


def first_hop_fields(hop: FirstHop, cluster: Cluster) -> dict[str, Any]:
    """Return the fields that `citehop rank --json` prints, except its schema version."""
    figure = hop.figure
    return {
        "figure": figure
        and {"id": figure.id, "label": figure.label, "caption": figure.caption, "page": figure.page or None},
        "figure_chosen": hop.chosen,
        "reading": hop.reading and reading_fields(hop.reading),
        "ranking": ranking_fields(hop.ranking, {p.id: p for p in cluster.summaries}),
    }


def reading_fields(reading: Reading) -> dict[str, Any]:
    """Return a reading. Its `evidence` boxes are in pixels of the figure's image."""
    return {
        "entities": [{"text": e.text, "probability": round(e.probability, 4)} for e in reading.entities],
        "operation": reading.operation,
        "abstained": reading.abstained,
        "evidence": [box(b) for b in reading.evidence],
        "value": reading.value,
        "unit": reading.unit,
        "value_box": box(reading.value_box) if reading.value_box else None,
    }


def found_fields(found: Found) -> dict[str, Any]:
    """Return one search result with its passage."""
    chunk = found.chunk
    return {
        "chunk_id": chunk.id,
        "score": round(found.score, 6),
        "paper_id": chunk.paper_id,
        "title": found.paper.title,
        "section": chunk.section,
        "page": chunk.page,
        "bbox": box(chunk.bbox),
        "text": chunk.text,
    }


def page_fields(
    pages: Sequence[PageHit], session: Session, maps: Sequence[Path] = ()
) -> list[dict[str, Any]]:
    """Return the pages found by their images, with the image files that show them."""
    index = pages_of(session.index)
    return [
        {
            "score": round(page.score, 4),
            "paper_id": page.ref.paper_id,
            "title": session.cluster.summary(page.ref.paper_id).title,
            "page": page.ref.page,
            "thumbnail": str(index.thumbnail(page.ref)),
            "heatmap": str(maps[n]) if maps else None,
            "chunk_ids": [hit.id for hit in find_passages_on_pages(session.index, [page])],
        }
        for n, page in enumerate(pages)
    ]


def cluster_fields(cluster: Cluster) -> dict[str, Any]:
    """Return a cluster with its papers and problems."""
    return {
        "cluster": cluster.name,
        "anchor": cluster.anchor,
        "papers": [{**paper_fields(p), "year": cluster.summary(p.id).year} for p in cluster.papers()],
        "problems": [{"file": file, "cause": cause} for file, cause in cluster.problems],
        "removed": [{"paper_id": file.paper_id, "file": file.name} for file in cluster.manifest.removed],
    }


def paper_fields(paper: Paper) -> dict[str, Any]:
    """Return a paper without its text.

    The numbers of references are given by state: `resolved` to papers of the cluster, `absent` from it, `untitled`
    (no title printed) or `unparsed`. `bibliography` is "not found" if there are no references.
    """
    counts = count_references(paper)
    return {
        "paper_id": paper.id,
        "file": paper.source,
        "title": paper.title,
        "authors": list(paper.authors),
        "year": paper.year,
        "pages": paper.pages,
        "figures": len(paper.figures),
        "references": len(paper.references),
        "bibliography": "found" if paper.references else "not found",
        "resolved": counts.resolved,
        "absent": counts.absent,
        "untitled": counts.untitled,
        "unparsed": counts.unparsed,
        "abstract_only": paper.abstract_only,
        "notice": paper.notice,
        "warnings": list(paper.warnings),
    }


def reference_fields(reference: Reference) -> dict[str, Any]:
    """Return one bibliography entry and the paper that it resolves to."""
    return {
        "key": reference.key,
        "state": classify_reference(reference),
        "paper_id": reference.paper_id,
        "score": reference.score,
        "conflicts": list(reference.conflicts),
        "title": reference.title,
        "authors": list(reference.authors),
        "year": reference.year,
        "ids": dict(reference.ids),
        "raw": reference.raw,
    }


def figure_fields(paper: Paper, figure: Figure) -> dict[str, Any]:
    """Return one figure or table. `image` is the path of its crop inside the cluster folder."""
    return {
        "paper_id": paper.id,
        "id": figure.id,
        "kind": figure.kind,
        "label": figure.label,
        "caption": figure.caption,
        "page": figure.page or None,
        "bbox": box(figure.bbox),
        "image": figure.image,
    }


def correction_fields(corrections: FigureCorrections) -> dict[str, Any]:
    """Return the corrections of one figure."""
    return {
        "paper_id": corrections.paper_id,
        "figure": corrections.figure,
        "readings": [
            {
                "question": one.question,
                "name": one.name,
                "value": one.value,
                "boxes": [box(b) for b in one.boxes],
            }
            for one in corrections.readings
        ],
        "papers": [{"name": one.name, "paper_id": one.paper_id} for one in corrections.papers],
    }
