"""The papers that a question is likely to be about: passages that are found for it count beside names."""

from __future__ import annotations

import math

import pytest

from citehop.agent.relevance.likely_papers import find_likely_papers
from citehop.agent.relevance.subject import ELSEWHERE, find_subjects
from citehop.agent.session import Session
from citehop.indexes.types import Query
from citehop.retrieval.search import search_text


def test_the_probability_of_a_paper_rises_with_the_ranks_of_its_passages(by_words: Session) -> None:
    question = "Which loss is minimised by quantile regression of rare floods?"
    before = {each.paper_id: each.probability for each in find_subjects(question, by_words.subjects)}
    after = find_likely_papers(question, by_words.index, by_words.subjects)
    found = [
        by_words.index.chunk(hit.id).paper_id for hit in search_text(by_words.index, Query(question), 30)
    ]
    assert found
    scores = {
        paper_id: 0.78 * math.log(max(before[paper_id], 1e-6))
        + 1.97 * sum(1 / rank for rank, other in enumerate(found, 1) if other == paper_id)
        for paper_id in before
    }
    total = sum(math.exp(score) for score in scores.values())
    expected = {paper_id: math.exp(score) / total for paper_id, score in scores.items()}
    assert {each.paper_id: each.probability for each in after} == pytest.approx(expected)
    assert [each.paper_id for each in after] == sorted(expected, key=lambda p: (-expected[p], p))


def test_names_stay_as_they_are(by_words: Session) -> None:
    question = "What is the learning rate of RillNet?"
    before = {each.paper_id: (each.named, each.terms) for each in find_subjects(question, by_words.subjects)}
    after = find_likely_papers(question, by_words.index, by_words.subjects)
    assert {each.paper_id: (each.named, each.terms) for each in after} == before
    assert after[0].paper_id == "castellanos-2021-rillnet"
    assert after[0].is_clear


def test_passages_add_nothing_where_a_paper_is_surely_named(by_words: Session) -> None:
    question = "Which quantile loss does the RillNet paper of Castellanos (2021) minimise for rare floods?"
    named = find_subjects(question, by_words.subjects)
    assert named[0].probability * named[0].named >= ELSEWHERE
    assert find_likely_papers(question, by_words.index, by_words.subjects) == named


def test_without_passages_the_names_alone_count(by_words: Session) -> None:
    question = "zzyzx?"
    assert find_likely_papers(question, by_words.index, by_words.subjects) == find_subjects(
        question, by_words.subjects
    )
