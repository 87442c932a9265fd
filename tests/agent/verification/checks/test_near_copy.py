"""Near copies of quotes: each altered number, negation or subject is found, other words are left to the other checks."""

import pytest

from citehop.agent.verification.checks.near_copy import near_copy_faults
from citehop.agent.verification.checks.subject import ClaimSources
from citehop.agent.verification.checks.words import tokenize

QUOTE = "We then present the data in Section 3, and in Section 4 we present the results of the experiments."


@pytest.mark.parametrize(
    ("claim", "faults"),
    [
        (QUOTE, []),
        (QUOTE.replace("Section 3", "Section 4"), ["the quote has 3, not 4, there"]),
        (QUOTE.replace("we present", "we never present"), ['only the line has the negation "never" there']),
        (QUOTE.replace("We then present", "Rivers then present"), ['the quote is not about "Rivers"']),
        ("In Section 4 we present the results of the experiments.", []),  # a part of the quote
        ("Rivers never flow through 9 Sections of an experiment.", []),  # no copy
    ],
)
def test_alterations_of_a_copy(claim: str, faults: list[str]) -> None:
    sources = ClaimSources(tokenize(QUOTE), tokenize(""), tokenize(""))
    assert near_copy_faults(tokenize(claim), sources) == faults


def test_a_negation_that_is_left_out() -> None:
    quote = tokenize("Information about which characters are not on boundaries is only implicit here.")
    claim = tokenize("Information about which characters are on boundaries is only implicit here.")
    faults = near_copy_faults(claim, ClaimSources(quote, tokenize(""), tokenize("")))
    assert faults == ['only the quote has the negation "not" there']
