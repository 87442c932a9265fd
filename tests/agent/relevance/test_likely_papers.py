"""The papers that a question is likely to be about: passages that are found for it count beside names."""

from collections.abc import Sequence

import pytest

from citehop.agent.relevance import likely_papers
from citehop.agent.relevance.likely_papers import find_likely_papers, weigh_by_passages
from citehop.agent.relevance.subject import ELSEWHERE, Subject, find_subjects
from citehop.agent.session import Session
from citehop.indexes.types import Hit


def _weigh(
    session: Session, monkeypatch: pytest.MonkeyPatch, subjects: tuple[Subject, ...], found: Sequence[str]
) -> dict[str, float]:
    """The probabilities of `subjects`, likeliest first, where a search finds passages of the papers `found` in this order."""
    hits = [Hit(session.index.chunks(paper_id)[place].id, 1.0) for place, paper_id in enumerate(found)]
    monkeypatch.setattr(likely_papers, "search_text", lambda *_: hits)
    weighed = weigh_by_passages("Which loss is minimised?", session.index, subjects)
    return {each.paper_id: each.probability for each in weighed}


def test_of_papers_that_are_alike_by_name_the_one_with_more_or_earlier_passages_is_likelier(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, c, d = (Subject(paper_id, 0.25, 0.0) for paper_id in by_words.cluster.paper_ids[:4])
    after = _weigh(by_words, monkeypatch, (a, b, c, d), [c.paper_id, b.paper_id, d.paper_id, d.paper_id])
    assert sum(after.values()) == pytest.approx(1.0)
    # Sums of 1 / rank: 1, 1/3 + 1/4, 1/2, 0.
    assert list(after) == [each.paper_id for each in (c, d, b, a)]
    assert after[d.paper_id] / after[b.paper_id] < after[c.paper_id] / after[d.paper_id]
    more = _weigh(by_words, monkeypatch, (a, b, c, d), [c.paper_id, b.paper_id, d.paper_id, b.paper_id])
    assert more[b.paper_id] / more[c.paper_id] > after[b.paper_id] / after[c.paper_id]


def test_of_papers_with_like_passages_the_one_that_is_likelier_by_name_comes_first_and_ties_go_by_id(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = by_words.cluster.paper_ids[:3]
    subjects = (Subject(third, 0.6, 0.0), Subject(second, 0.2, 0.0), Subject(first, 0.2, 0.0))
    other = by_words.cluster.paper_ids[3]
    after = _weigh(by_words, monkeypatch, (*subjects, Subject(other, 0.0, 0.0)), [other])
    assert [paper_id for paper_id in after if paper_id != other] == [third, first, second]
    assert after[first] == pytest.approx(after[second])
    assert 0.0 < after[other] < 1.0


def test_passages_add_nothing_where_a_paper_is_surely_named(by_words: Session) -> None:
    question = "Which quantile loss does the RillNet paper of Castellanos (2021) minimise for rare floods?"
    named = find_subjects(question, by_words.subjects)
    assert named[0].probability * named[0].named >= ELSEWHERE
    assert find_likely_papers(question, by_words.index, by_words.subjects) == named


def test_passages_tell_which_of_the_papers_is_meant_that_the_same_words_surely_name(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = by_words.cluster.paper_ids[:3]
    falk = frozenset({"falk"})
    subjects = (Subject(first, 0.8, 1.0, falk), Subject(second, 0.1, 1.0, falk), Subject(third, 0.1, 0.2))
    after = _weigh(by_words, monkeypatch, subjects, [second, second, third])
    assert list(after) == [second, first, third]
    assert after[third] == 0.1
    assert sum(after.values()) == pytest.approx(1.0)


def test_without_passages_the_names_alone_count(by_words: Session) -> None:
    question = "zzyzx?"
    assert find_likely_papers(question, by_words.index, by_words.subjects) == find_subjects(
        question, by_words.subjects
    )
