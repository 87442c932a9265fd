"""Terms and wordings of a question."""

from __future__ import annotations

from citehop.agent.relevance.question_terms import focus_text, question_terms, statement_text


def test_the_focus_is_without_the_papers_names_and_generic_words() -> None:
    terms = question_terms("Which corpus does the FooNet paper use?", frozenset({"foonet"}))
    assert terms.focus == ("corpus",)
    assert question_terms("What is FooNet?", frozenset({"foonet"})).focus == (
        "foonet",
    )  # nothing else is left


def test_the_focus_is_what_is_asked_of_the_paper_and_the_statement_what_would_answer() -> None:
    assert (
        focus_text("How many layers does FooNet use?", frozenset({"foonet"})) == "How many layers does use?"
    )
    assert focus_text("FooNet", frozenset({"foonet"})) == "FooNet"
    assert statement_text("How many layers does the model use?") == "layers model use?"
