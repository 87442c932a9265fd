"""Questions for facts of the record in many words, and others that only sound like them."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.requested_facts import requested_facts
from citehop.agent.answerers.several.selection_forms import find_selection


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("authorship of the RillNet paper?", "authors"),
        ("Who is RillNet by?", "authors"),
        ("Which authors does the RillNet paper have?", "authors"),
        ("institution of the first author of RillNet", "affiliation"),
        ("What country are the authors of the RillNet paper from?", "affiliation"),
        ("To which department do the authors of RillNet belong?", "affiliation"),
        ("RillNet: who of the authors sits at the University of Ekby?", "affiliation"),
        ("Who from Microsoft co-authored RillNet?", "affiliation"),
        ("which universities or companies were involved in the RillNet paper?", "affiliation"),
        ("Which contact e-mail does the RillNet paper give?", "emails"),
        ("Whom should I write to about the RillNet paper?", "emails"),
        ("give me the contact details of the authors of RillNet", "emails"),
        ("RillNet was published where?", "venue"),
        ("conference of the RillNet paper?", "venue"),
        ("Was the RillNet paper published at ACL or EMNLP?", "venue"),
        ("Is the RillNet paper peer reviewed or only on arXiv?", "venue"),
        ("Which volume and issue of Earth Records has the RillNet article?", "venue"),
        ("year of the RillNet paper", "year"),
        ("What's the date of the RillNet paper?", "year"),
        ("How many works does RillNet cite?", "references"),
        ("How many publications are cited by RillNet?", "references"),
        ("size of RillNet's reference list?", "references"),
        ("Count the tables in RillNet", "tables"),
        ("How many illustrations does the RillNet paper have?", "figures"),
        ("how long is the RillNet paper?", "pages"),
        ("length of the RillNet pdf in pages", "pages"),
        ("Did the authors of RillNet make their code public?", "link"),
        ("Is RillNet's code on GitHub?", "link"),
        ("Which repository has the RillNet implementation?", "link"),
        ("Are the models of RillNet publicly available?", "link"),
        ("Does the paper on RillNet provide code?", "link"),
        ("What are the EU grant numbers behind the RillNet paper?", "funding"),
        ("Did anybody fund the RillNet work?", "funding"),
        ("Was the RillNet paper funded by the NSF?", "funding"),
        ("What was the funding source of the RillNet paper?", "funding"),
        ("Under which grant was the research on RillNet done?", "funding"),
        ("Which organisations paid for the RillNet research?", "funding"),
        ("In which section do Pla et al. describe the losses of RillNet?", "section"),
        ("Under which section heading does the RillNet paper report ablations?", "section"),
        ("What section of the RillNet paper introduces the basins?", "section"),
    ],
)
def test_a_fact_in_other_words(question: str, fact: str) -> None:
    assert fact in requested_facts(question)


@pytest.mark.parametrize(
    "question",
    [
        "How many entries does the lexicon of RillNet contain?",
        "How long is the abstract of the RillNet paper?",
        "Under what project name can the beam search of Pla be downloaded?",
        "From whose paper is the formula in the RillNet study?",
        "Which sections of the Wall Street Journal are reported for testing RillNet?",
        "In which section of the river does RillNet describe no flow?",
    ],
)
def test_other_questions_ask_for_no_fact_of_the_record(question: str) -> None:
    assert requested_facts(question) == ()


@pytest.mark.parametrize(
    "question", ["Where was the RillNet paper presented?", "Where was the work of Pla presented?"]
)
def test_where_a_paper_was_presented_asks_for_no_other_paper(question: str) -> None:
    assert find_selection(question) is None
    assert find_selection("Where was the drainage loss first presented?") is not None
