"""The papers that a question is likely to be about, by how it names them and by the passages that a search finds for it."""

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
# Weights of the log probability of a paper by its names and words, and of the sum over its passages of 1 / rank: a logistic choice
# among the papers. Of 1,570 questions of benchmarks/answers.py, by two folds of papers, the likeliest paper is the right one for
# .846, for .761 by names and words alone; one of the three likeliest for .947 and .893. Where one is surely named the passages
# change nothing (.95 with and without).
_BY_NAMES, _BY_PASSAGES = 0.78, 1.97
_LEAST = 1e-6  # probability that any paper has at least


def find_likely_papers(
    question: str, index: ClusterIndex, subject_index: SubjectIndex
) -> tuple[Subject, ...]:
    """All papers as `find_subjects` gives them, then as `weigh_by_passages` does."""
    return weigh_by_passages(question, index, find_subjects(question, subject_index))


def weigh_by_passages(
    question: str, index: ClusterIndex, subjects: tuple[Subject, ...]
) -> tuple[Subject, ...]:
    """`subjects` with probabilities by the passages found for `question` as well; likeliest first, ties by id. Unchanged where the
    question surely is about a paper that it names: what that paper does not say others may. Of several that it names alike the
    passages tell which is meant."""
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
    """`subjects`, at least one, with probabilities that add up to one, by the passages found for `question` as well."""
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
