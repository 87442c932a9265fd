"""One table with the values of all papers that are compared."""

from __future__ import annotations

from citehop.agent.answerers.several.one_table import _telling
from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.indexes.text.analysis import analyse


def test_the_table_of_a_paper_whose_passages_are_found_comes_before_that_of_a_paper_that_is_named(
    by_words: Session,
) -> None:
    answer = ask(by_words, "Which forecasts streamflow better on CRESTA by NSE, RillNet or TwinGauge?")
    assert (answer.anchor, answer.figure) == ("varnholt-2024-braidnet", "p3:table1")
    assert answer.text.startswith("RillNet: 0.713 (TwinGauge 0.701).")


def test_a_term_that_most_papers_have_does_not_name_one_in_a_table(by_words: Session) -> None:
    statistics = by_words.subjects.statistics
    words = analyse("the network model results data streamflow")
    frequent = max(words, key=statistics.document_frequency)
    assert _telling(frozenset({"rillnet", frequent}), statistics) == {"rillnet"}
    assert _telling(frozenset({frequent}), statistics) == {frequent}
