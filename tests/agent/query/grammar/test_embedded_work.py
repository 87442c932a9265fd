"""Descriptions of cited works inside questions."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.embedded_work import split_embedded_work


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        (
            "What optimizer does the paper use that Falk and Ek cite for gating?",
            "Which paper is it that Falk and Ek cite for gating?",
            "What optimizer does that paper use?",
        ),
        (
            "What optimizer does the older paper that Falk and Ek cite for gating use in training?",
            "Which older paper is it that Falk and Ek cite for gating?",
            "What optimizer does that paper use in training?",
        ),
        (
            "How large are the batches in the work whose vocabulary the FormNet paper follows?",
            "Which work is it whose vocabulary the FormNet paper follows?",
            "How large are the batches in that work?",
        ),
        (
            "What dropout is used in the paper whose model is second in Table 3 of FormNet?",
            "Which model is second in Table 3 of FormNet?",
            "What dropout is used in that paper?",
        ),
        (
            "What window was best in the paper of the method with 44.6 on news in Table 5 of FormNet?",
            "Which method with 44.6 on news in Table 5 of FormNet?",
            "What window was best in that paper?",
        ),
        (
            "How many samples are in a batch in the paper behind the Delta row of FormNet's Table 2?",
            "Which paper is behind the Delta row of FormNet's Table 2?",
            "How many samples are in a batch in that paper?",
        ),
        (
            "What alphabet does the character model paper cited by FormNet use?",
            "Which character model paper is cited by FormNet?",
            "What alphabet does that paper use?",
        ),
        (
            "What dropout does the 4.3M parameter model in the news table of FormNet use in its own paper?",
            "Which is the 4.3M parameter model in the news table of FormNet?",
            "What dropout does that model use in its own paper?",
        ),
        (
            "How long did the model train that scores 68.0 in Table 2 of FormNet?",
            "Which model scores 68.0 in Table 2 of FormNet?",
            "How long did that model train?",
        ),
    ],
)
def test_descriptions_of_cited_works_are_the_first_hop(question: str, first: str, second: str) -> None:
    assert split_embedded_work(question) == (first, second)


@pytest.mark.parametrize(
    "question",
    [
        "How many layers does the paper that proposes FormNet use?",
        "What accuracy does the model that the authors propose reach on news?",
        "In Table 4 of the FormNet paper, which model has the highest score?",
        "What is the accuracy of the model that uses attention?",
        "In the study that supervises taggers through Wiktionary, what accuracy does a tagger achieve?",
    ],
)
def test_the_works_own_deeds_and_places_describe_no_other_work(question: str) -> None:
    assert split_embedded_work(question) is None


def test_a_long_question_is_read_at_once() -> None:
    hostile = "the model in table 1 use " * 400  # hours where parts are tried against each other
    assert split_embedded_work(f"What is {hostile}?") is None
