"""Cards: a candidate paper on one line of the reranking prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...papers.types import Paper

ABSTRACT_LENGTH = 600  # characters: the first sentences state the proposal
MENTION_LENGTH = 200
MENTIONS = 2


def build_cards(papers: Sequence[Paper], anchor: Paper | None) -> dict[str, str]:
    """Paper id -> title, beginning of the abstract and sentences of `anchor` that cite it, without line breaks."""
    mentions = _mentions(anchor)
    return {paper.id: _card(paper, mentions.get(paper.id, ())) for paper in papers}


def numbered_cards(ids: Sequence[str], texts: Mapping[str, str]) -> str:
    """The cards of `ids`, numbered from 1. No card contains a line break, so its text cannot imitate another number."""
    return "\n".join(f"[{number}] {texts[paper_id]}" for number, paper_id in enumerate(ids, 1))


def _card(paper: Paper, mentions: Sequence[str]) -> str:
    parts = [paper.title, _cut(paper.abstract, ABSTRACT_LENGTH)]
    parts += [f'cited in: "{_cut(sentence, MENTION_LENGTH)}"' for sentence in mentions[:MENTIONS]]
    return " ".join(" | ".join(part for part in parts if part).split())


def _mentions(anchor: Paper | None) -> dict[str, list[str]]:
    if anchor is None:
        return {}
    paper_of = {reference.key: reference.paper_id for reference in anchor.references}
    found: dict[str, list[str]] = {}
    for mention in anchor.mentions:
        for paper_id in dict.fromkeys(paper_of.get(key) for key in mention.keys):
            if paper_id is not None and mention.sentence not in found.setdefault(paper_id, []):
                found[paper_id].append(mention.sentence)
    return found


def _cut(text: str, length: int) -> str:
    """The first `length` characters, ended at a word."""
    text = " ".join(text.split())
    return text if len(text) <= length else text[:length].rpartition(" ")[0] + " ..."
