"""Facts of the record of the sample papers: as parsed, with a quote where the page has it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.facts.requested_facts import requested_facts
from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.agent.statements import record_people
from citehop.papers.record import EMPTY_RECORD

RILLNET, TITLE = "castellanos-2021-rillnet", '"RillNet: Message Passing along Drainage Lines"'


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Who wrote the RillNet paper?",
            f"The authors of {TITLE} are Ignacio Castellanos, Núria Pla and Deborah Amankwah. [1]",
        ),
        ("Who is the first author of RillNet?", f"The first author of {TITLE} is Ignacio Castellanos. [1]"),
        (
            "How many authors does the RillNet paper have?",
            f"{TITLE} has 3 authors: Ignacio Castellanos, Núria Pla and Deborah Amankwah. [1]",
        ),
        ("What year was RillNet published?", f"{TITLE} is from 2021. [1]"),
        (
            "Where was RillNet published?",
            f"{TITLE} appeared in: Transactions on Learned Simulation, 4:17-39, 2021. [1]",
        ),
        ("How many references does the RillNet paper list?", f"{TITLE} lists 5 references."),
        ("How many pages does the RillNet paper have?", f"{TITLE} has 2 pages."),
        ("How many tables are in the RillNet paper?", f"{TITLE} has 1 table. [1]"),
        ("What is the title of the RillNet paper?", f"The title is {TITLE}. [1]"),
        ("What is the DOI of RillNet?", f"{TITLE} has no DOI of its own on its first page."),
    ],
)
def test_a_fact_of_the_record(question: str, text: str, by_words: Session) -> None:
    answer = ask(by_words, question)
    assert (answer.status, answer.text) == ("answered", text)
    assert {citation.paper_id for citation in answer.citations} <= {RILLNET}
    assert answer.ranking == ()


def test_the_abstract_is_quoted_whole(by_words: Session) -> None:
    answer = ask(by_words, "What does the abstract of RillNet say?")
    abstract = by_words.cluster.paper(RILLNET).abstract
    assert answer.text == f"{abstract} [1]"
    assert abstract.startswith(answer.citations[0].quote)


@pytest.mark.parametrize(
    ("question", "is_abstract"),
    [
        ("Summarize RillNet", True),
        ("What is the RillNet paper about?", True),
        ("Summarize RillNet's losses", False),
    ],
)
def test_a_summary_is_the_abstract(question: str, is_abstract: bool, by_words: Session) -> None:
    answer = ask(by_words, question)
    assert answer.text.startswith(by_words.cluster.paper(RILLNET).abstract) is is_abstract
    assert any("abstract" in note for note in answer.notes) is is_abstract


def test_a_column_called_co_cite_is_no_question_about_citations() -> None:
    assert requested_facts("Which method has the best nDCG on Co-Cite?") == ()


def test_who_cites_whom_follows_the_resolved_references(by_words: Session) -> None:
    papers = by_words.cluster.papers()
    citing = [p.title for p in papers if any(r.paper_id == RILLNET for r in p.references)]
    text = ask(by_words, "Which papers cite RillNet?").text
    assert text == f"{len(citing)} papers of this cluster cite {TITLE}: {'; '.join(citing)}."
    cited = {r.paper_id for r in by_words.cluster.paper(RILLNET).references if r.paper_id}
    text = ask(by_words, "Which papers does the RillNet paper cite?").text
    assert text.startswith(f"{TITLE} cites {len(cited)} papers of this cluster: ")
    assert all(by_words.cluster.paper(paper_id).title in text for paper_id in cited)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Does KarstMix cite RillNet?", '"{mixtures}" cites {rillnet}.'),
        ("Is RillNet cited by KarstMix?", '"{mixtures}" cites {rillnet}.'),
        ("Does RillNet cite KarstMix?", '{rillnet} does not cite "{mixtures}".'),
    ],
)
def test_whether_one_paper_cites_another(question: str, answer: str, by_words: Session) -> None:
    mixtures = "Mixtures of Flow Paths for Karst and Alluvial Basins"
    assert ask(by_words, question).text.startswith(answer.format(mixtures=mixtures, rillnet=TITLE))


@pytest.mark.parametrize(
    "question",
    ["Who wrote it?", "How many figures of speech are there?", "How many basins does CRESTA have?"],
)
def test_other_questions_are_not_answered_from_the_record(question: str, by_words: Session) -> None:
    assert "record" not in [step.name for step in ask(by_words, question).steps]


def test_affiliations_are_the_lines_below_the_title(by_words: Session) -> None:
    answer = ask(by_words, "Which university are the authors of the RillNet paper from?")
    assert answer.citations
    assert all(citation.page == 1 and citation.quote in answer.text for citation in answer.citations)
    assert answer.text.startswith((f"On the first page of {TITLE}: ", f"Affiliation in {TITLE}: "))


@pytest.mark.parametrize(
    ("question", "facts"),
    [("Which year was it published?", ("year",)), ("Which year's data does it use?", ())],
)
def test_the_year_of_data_is_not_that_of_the_paper(question: str, facts: tuple[str, ...]) -> None:
    assert requested_facts(question) == facts


def test_one_of_two_facts_that_is_not_known_is_said_not_to_be(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_people, "find_authors", lambda *_: ((), None))
    paper = replace(by_words.cluster.paper(RILLNET), record=EMPTY_RECORD)
    monkeypatch.setitem(by_words.cluster._papers, RILLNET, paper)
    answer = ask(by_words, "Who wrote the RillNet paper and when?")
    title = "RillNet: Message Passing along Drainage Lines"
    assert answer.text.startswith(f'"{title}" is from 2021.')
    assert answer.text.endswith(f'The authors of "{title}" are not known.')
