"""One table with the values of all papers that are compared."""

from __future__ import annotations

from citehop.agent.ask import ask
from citehop.agent.session import Session


def test_the_table_of_a_paper_whose_passages_are_found_comes_before_that_of_a_paper_that_is_named(
    by_words: Session,
) -> None:
    answer = ask(by_words, "Which forecasts streamflow better on CRESTA by NSE, RillNet or TwinGauge?")
    assert (answer.anchor, answer.figure) == ("varnholt-2024-braidnet", "p3:table1")
    assert answer.text.startswith("RillNet: 0.713 (TwinGauge 0.701).")
