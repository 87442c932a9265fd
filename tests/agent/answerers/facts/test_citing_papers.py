"""Papers that cite a work: one of the cluster's own, or one that its bibliographies alone have."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.citing_papers import cited_work, is_called, topic_of
from citehop.agent.ask import ask
from citehop.agent.relevance.subject import find_subjects
from citehop.agent.session import Session
from citehop.agent.statements.citations import describe_citing_list, entry_terms, find_citing


@pytest.mark.parametrize(
    ("question", "work"),
    [
        ("Which papers here cite GloVe?", "GloVe"),
        ("How many papers cite GloVe here?", "GloVe"),
        ("Who cites 'Adam: a method' in this cluster?", "Adam: a method"),
        ("Which paper that cites RillNet also uses CRESTA?", None),
        ("Which papers cite 'Adam: a method' and also uses LSTMs?", None),
        ("Which paper cites ‘Adam: a method’ and what does it use?", None),
        ("Which papers cite 'Ek's rain, also using LSTMs'?", "Ek's rain, also using LSTMs"),
        ('Which papers cite "Rain using LSTMs"?', "Rain using LSTMs"),
        ('Which papers cite "Rain using LSTMs" and also uses rain?', None),
        ("Cited by which papers is RillNet?", ""),
        (
            "Which papers in my folder cite 'Gating on storage using water balance'?",
            "Gating on storage using water balance",
        ),
        (
            "Which two papers in this folder have the gating work of Mbeki in their bibliography?",
            "the gating work of Mbeki",
        ),
    ],
)
def test_the_work_is_behind_the_verb(question: str, work: str | None) -> None:
    assert cited_work(question) == work


def test_a_work_that_no_paper_is_comes_from_the_bibliographies(by_words: Session) -> None:
    cluster, index = by_words.cluster, by_words.subjects
    papers = [cluster.paper(paper_id) for paper_id in cluster.paper_ids]
    outside = next(r for paper in papers for r in paper.references if r.title and not r.paper_id)
    citing = [paper.id for paper in papers if any(r.title == outside.title for r in paper.references)]
    assert find_citing(by_words, entry_terms(outside), outside.title) == (citing, outside.title)
    surname = outside.authors[0].split()[-1]
    dated = ask(by_words, f"Which papers here cite {surname}'s {outside.year} paper?").text
    assert outside.title in dated
    assert find_citing(by_words, ["zebra", "quagga"], "Zebra stripes of Quagga") == ([], "")
    subject = find_subjects("RillNet", index)[0]
    assert is_called("RillNet", subject, index)
    assert is_called("Castellanos et al. 2021", subject, index)
    assert is_called("Castellanos et al.'s drainage network", subject, index)
    assert not is_called("CRESTA", subject, index)


def test_of_many_papers_the_first_are_listed() -> None:
    assert describe_citing_list(["A"], "B") == "1 paper of this cluster cites B: A"
    assert describe_citing_list([str(n) for n in range(13)], "B").endswith("10; 11; and 1 more")


LEDGER = "SnowLedger: Keeping Account of Melt in Neural Runoff Models"


@pytest.mark.parametrize(
    "question",
    [
        "Is there a paper in this folder that cites RillNet? Which one?",
        "Do any papers here cite RillNet?",
        "Is the RillNet paper cited by anyone here?",
        "Which papers have Castellanos et al.'s RillNet in their bibliography?",
    ],
)
def test_other_words_for_who_cites_a_paper(question: str, by_words: Session) -> None:
    assert ask(by_words, question).text == ask(by_words, "Which papers cite RillNet?").text


def test_the_citing_paper_on_a_topic_with_its_authors(by_words: Session) -> None:
    question = "Which paper here on melt in runoff models cites RillNet, and who wrote it?"
    assert topic_of("Which paper here on melt in runoff models cites RillNet?") == "melt in runoff models"
    answer = ask(by_words, question).text
    assert answer.endswith(f"{LEDGER} by Åse Thorvik, Benedikt Lanz and Chiamaka Udeh.")
    assert answer.startswith("1 paper")
