"""Numbers with units and with what they belong to."""

import pytest

from citehop.agent.verification.checks.numbers import number_faults
from citehop.agent.verification.checks.quantities import find_quantities


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("From 9.6 to 13.1 hours", [(9.6, "hour"), (13.1, "hour")]),
        ("7.42 percentage points", [(7.42, "point")]),
        ("7.42% of them", [(7.42, "percent")]),
        ("half of the twelve runs", [(50.0, "percent"), (12.0, "")]),
        ("70m or 1.6 million words", [(70e6, ""), (1.6e6, "")]),
        ("GPT-4, T5, SST-2 and word2vec [12] agree", []),
        ("1) labels and 2) words", []),
    ],
)
def test_quantities_of_a_text(text: str, found: list[tuple[float, str]]) -> None:
    assert [(q.value, q.unit) for q in find_quantities(text)] == found


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("It has 1,235 parameters.", "1235 of them are parameters."),
        ("It reads 70 million sentences.", "It reads 70m ordered sentences."),
        ("The rate is 7.42%.", "The rate falls to 7.42 percent."),
        ("The accuracy is 91.4%.", "An accuracy of 91.4 is reached."),
        ("About 7 hours pass.", "7.42 hours pass."),
        ("Two encoders are trained.", "Both encoders are trained."),
        ("There are three domains.", "A tail, a repeat region and a terminal domain are there."),
        ("It gains 2.0 on NWIRE.", "It gains 0.1, 1.1 and 2.0 on BNEWS, NPAPER and NWIRE, respectively."),
    ],
)
def test_numbers_that_a_quote_holds(claim: str, quote: str) -> None:
    assert number_faults(claim, quote, ()) == []


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The rate is 7.4.", "The rate is 7.42."),
        ("The rate is 7.42 points.", "The rate is 7.42 percent."),
        ("It takes 13 minutes.", "It takes 13 hours."),
        ("It has 70 sentences.", "It has 70 million sentences."),
        ("It has five layers.", "It has six layers."),
        ("It has one layer.", "It has two layers."),
        ("It gains 2.0 on BNEWS.", "It gains 0.1, 1.1 and 2.0 on BNEWS, NPAPER and NWIRE, respectively."),
        ("500 training pairs are used.", "4500 training pairs and 500 development pairs are used."),
    ],
)
def test_numbers_that_a_quote_does_not_hold(claim: str, quote: str) -> None:
    assert len(number_faults(claim, quote, ())) == 1
