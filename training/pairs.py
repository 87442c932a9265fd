"""Collect training pairs from the papers of clusters."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..agent.session import Session
from ..evaluation.question_generation.types import QuestionPair
from ..papers.captions import split_caption
from ..papers.sentences import split_sentences
from ..papers.titles import fold_title
from ..papers.types import Figure, Paper
from .labels import PassageLabels
from .types import TrainingPair

_HELD_OUT = 5  # one paper in this many is held out for measurement
_SHORTEST = 6  # least number of words of a useful sentence

HeldOut = Callable[[Paper], bool]


def is_held_out(paper: Paper) -> bool:
    """True for one paper in five, chosen by a hash of the title, so that a paper is in the same part in every cluster
    and run.
    """
    digest = hashlib.sha256(fold_title(paper.title or paper.id).encode()).digest()
    return digest[0] % _HELD_OUT == 0


def collect_pairs(
    sessions: Sequence[Session],
    questions: Sequence[QuestionPair],
    held_out: HeldOut = is_held_out,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[list[TrainingPair], list[TrainingPair]]:
    """Return the pairs to train with and the pairs to measure with, without duplicates, in the order of clusters and
    papers.

    `held_out` decides which papers are measured. `progress` is called with the number of papers done and the number of
    all papers.
    """
    train: dict[tuple[str, str], TrainingPair] = {}
    measure: dict[tuple[str, str], TrainingPair] = {}
    done, total = 0, sum(len(session.cluster.paper_ids) for session in sessions)
    for session in sessions:
        labels = PassageLabels(session)
        kept = {paper.id for paper in session.cluster.summaries if held_out(paper)}
        for paper in session.cluster.papers():
            for pair in _pairs_of(paper, labels, questions):
                into = measure if pair.paper in kept else train
                into.setdefault((pair.query, pair.positive), pair)
            done += 1
            if progress:
                progress(done, total)
    return list(train.values()), list(measure.values())


def _pairs_of(
    paper: Paper, labels: PassageLabels, questions: Sequence[QuestionPair]
) -> Iterator[TrainingPair]:
    yield from _citation_pairs(paper, labels)
    yield from _caption_pairs(paper, labels)
    for question in questions:
        if question.visual.cited == paper.id:
            text = question.reference.question
            negatives = labels.find_negatives(paper.id, text, question.reference.quote)
            yield TrainingPair("question", paper.id, text, question.reference.quote, negatives)


def _citation_pairs(paper: Paper, labels: PassageLabels) -> Iterator[TrainingPair]:
    references = {reference.key: reference for reference in paper.references}
    for mention in paper.mentions:
        if len(mention.sentence.split()) < _SHORTEST:
            continue
        for key in mention.keys:
            reference = references.get(key)
            if reference is None:
                continue
            target = reference.paper_id
            if target and target != paper.id:
                found = labels.find_sentence(target, mention.sentence)
                if found is not None:
                    yield TrainingPair("citation", target, mention.sentence, *found)
            elif reference.title:
                yield TrainingPair("title", paper.id, mention.sentence, reference.title)


def _caption_pairs(paper: Paper, labels: PassageLabels) -> Iterator[TrainingPair]:
    for figure in paper.figures:
        caption = split_caption(figure.caption)[1]
        if len(caption.split()) >= _SHORTEST:
            for sentence in find_mentioning(paper, figure):
                negatives = labels.find_negatives(paper.id, caption, sentence)
                yield TrainingPair("caption", paper.id, caption, sentence, negatives)


def find_mentioning(paper: Paper, figure: Figure) -> Iterator[str]:
    """Yield the sentences in the text of `paper` that name `figure` by its number, in order, except sentences under six
    words.
    """
    number = split_caption(figure.caption)[0]
    if not number:
        return
    word = "Table" if figure.kind == "table" else r"Fig(?:ure|\.)?"
    named = re.compile(rf"\b{word}\s*{re.escape(number)}\b(?!\.\d)", re.IGNORECASE)
    for block in paper.blocks:
        mentions = block.kind != "caption" and named.search(block.text)
        for sentence in split_sentences(block.text) if mentions else ():
            if named.search(sentence) and len(sentence.split()) >= _SHORTEST:
                yield sentence


def limit_titles(pairs: Sequence[TrainingPair]) -> list[TrainingPair]:
    """Return `pairs` with at most as many pairs of the kind "title" as of all other kinds.

    Every citing sentence gives pairs with titles, and these are the easiest. A hash decides which titles are kept.
    """
    others = sum(pair.kind != "title" for pair in pairs)
    titles = sorted((p for p in pairs if p.kind == "title"), key=lambda p: _digest(p.query + p.positive))
    kept = set(map(id, titles[:others]))
    return [pair for pair in pairs if pair.kind != "title" or id(pair) in kept]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def count_by_kind(pairs: Iterable[TrainingPair]) -> tuple[tuple[str, int], ...]:
    """Return (kind, number of pairs), sorted by kind."""
    counts: dict[str, int] = {}
    for pair in pairs:
        counts[pair.kind] = counts.get(pair.kind, 0) + 1
    return tuple(sorted(counts.items()))
