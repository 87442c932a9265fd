"""Find the papers that a question is likely to be about, by the names in the question and the passages found for it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np

from ...indexes.cluster_index import ClusterIndex
from ...indexes.subjects import SubjectIndex
from ...indexes.types import SearchQuery
from ...retrieval.search import search_text
from .subject import ELSEWHERE, Subject, find_subjects, named_alike, surest_name

_PASSAGES = 30
# Weights of a logistic choice among the papers: _BY_NAMES for the log probability of a paper by its names and words,
# _BY_PASSAGES for the sum of 1 / rank over its passages. Measured on 1,570 questions of benchmarks/answers.py, with two
# folds of papers: the likeliest paper is right for .846 of the questions (.761 by names and words alone), and the right
# paper is among the three likeliest for .947 (.893). If a paper is surely named, the passages change nothing (.95 with
# and without them).
_BY_NAMES, _BY_PASSAGES = 0.78, 1.97
_LEAST = 1e-6  # lower limit for the probability of a paper


def find_likely_papers(
    question: str, index: ClusterIndex, subject_index: SubjectIndex
) -> tuple[Subject, ...]:
    """Return all papers with the probability that `question` is about each, by names, words and found passages.

    The papers come from `find_subjects` and are weighed by `weigh_by_passages`; the likeliest come first.
    """
    return weigh_by_passages(question, index, find_subjects(question, subject_index))


def weigh_by_passages(
    question: str, index: ClusterIndex, subjects: tuple[Subject, ...]
) -> tuple[Subject, ...]:
    """Return `subjects` with probabilities that also use the passages found for `question`; likeliest first, ties by
    id.

    If the question surely names one paper, the subjects are returned unchanged, because other papers may well say what
    the named paper does not. If the question names several papers alike, the passages only decide among these papers.
    """
    if surest_name(subjects) < ELSEWHERE:
        return _weigh(question, index, subjects)
    alike = named_alike(subjects)
    if len(alike) < 2:
        return subjects
    share = sum(subject.probability for subject in alike)
    weighed = [replace(each, probability=share * each.probability) for each in _weigh(question, index, alike)]
    others = [subject for subject in subjects if subject not in alike]
    return tuple(sorted((*weighed, *others), key=lambda each: (-each.probability, each.paper_id)))


def _weigh(question: str, index: ClusterIndex, subjects: tuple[Subject, ...]) -> tuple[Subject, ...]:
    """Return `subjects` with new probabilities, which add up to one and also use the passages found for `question`.

    `subjects` must not be empty. They are returned unchanged if no passage is found.
    """
    found: defaultdict[str, float] = defaultdict(float)
    for rank, hit in enumerate(search_text(index, SearchQuery(question), _PASSAGES), 1):
        found[index.chunk(hit.id).paper_id] += 1 / rank
    if not found:
        return subjects
    prior = np.array([max(subject.probability, _LEAST) for subject in subjects])
    ranks = np.array([found[subject.paper_id] for subject in subjects])
    scores = _BY_NAMES * np.log(prior) + _BY_PASSAGES * ranks
    weights = np.exp(scores - scores.max())
    probabilities = (weights / weights.sum()).tolist()
    likely = [replace(each, probability=p) for each, p in zip(subjects, probabilities, strict=True)]
    return tuple(sorted(likely, key=lambda each: (-each.probability, each.paper_id)))
