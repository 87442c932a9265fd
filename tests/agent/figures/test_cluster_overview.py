"""A cluster's overview counts what is there, and its example question is one that its own table answers."""

from dataclasses import replace

import pytest

from citehop.agent.ask import ask
from citehop.agent.figures.cluster_overview import describe_cluster
from citehop.agent.session import Session
from citehop.papers.clusters.cluster import Cluster


def test_the_example_question_is_answered(by_words: Session) -> None:
    overview = describe_cluster(by_words.cluster)
    assert overview.question
    answer = ask(by_words, overview.question)
    assert answer.status == "answered"
    assert answer.reading is not None
    assert answer.reading.entities[0].probability > 0.5


def test_example_questions_of_all_papers_are_answered_from_their_tables(by_words: Session) -> None:
    cluster = by_words.cluster
    overviews = {
        i: describe_cluster(Cluster(cluster.path, replace(cluster.manifest, anchor=i)))
        for i in cluster.paper_ids
    }
    questions = {paper_id: overview.question for paper_id, overview in overviews.items() if overview.question}
    assert len(questions) >= 8
    for paper_id, question in questions.items():
        answer = ask(by_words, question, anchor=paper_id)
        assert answer.status == "answered", question
        assert answer.citations[0].paper_id == paper_id


def test_counts(by_words: Session) -> None:
    cluster = by_words.cluster
    overview = describe_cluster(cluster)
    assert overview.figures == sum(bool(f.image) for paper in cluster.papers() for f in paper.figures)
    assert (overview.resolved, overview.references) == (12, 18)
    assert overview.suggested == ""


def test_without_an_anchor_the_paper_that_cites_most_is_suggested(by_words: Session) -> None:
    cluster = by_words.cluster
    overview = describe_cluster(Cluster(cluster.path, replace(cluster.manifest, anchor=None)))
    assert overview.suggested == cluster.file(str(cluster.anchor)).name
    assert overview.suggested_cites == len(cluster.cited_papers[str(cluster.anchor)]) > 1
    assert overview.question == ""


def test_a_paper_that_cites_one_other_is_not_suggested(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_ = by_words.cluster.paper_ids
    monkeypatch.setattr(Cluster, "cited_papers", {first: (second,)})
    manifest = replace(by_words.cluster.manifest, anchor=None)
    assert describe_cluster(Cluster(by_words.cluster.path, manifest)).suggested == ""
