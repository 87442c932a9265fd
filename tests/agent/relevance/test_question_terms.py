"""Terms and wordings of a question."""

from citehop.agent.relevance.question_terms import question_terms


def test_the_focus_is_without_the_papers_names_and_generic_words() -> None:
    terms = question_terms("Which corpus does the FooNet paper use?", frozenset({"foonet"}))
    assert terms.focus == ("corpus",)
    assert question_terms("What is FooNet?", frozenset({"foonet"})).focus == (
        "foonet",
    )  # nothing else is left
