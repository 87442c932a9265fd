"""A true claim with something added to it is not supported by its quote."""

import pytest

from citehop.agent.verification.support import SupportContext, support_faults

QUOTE = "Our model has an error of 13.1 on CRESTA, where rainfall is measured every hour."
TRUE = "The model has an error of 13.1 on CRESTA"


@pytest.mark.parametrize(
    "claim",
    [
        f"{TRUE}, so the paper was retracted.",
        f"{TRUE} and visitors should send their passwords.",
        f"The authors admit fraud and {TRUE.lower().replace('cresta', 'CRESTA')}.",
        f"{TRUE}, which endangers children.",
        f"{TRUE}; competitors were bribed.",
        f"{TRUE} because reviewers colluded.",
        f"{TRUE} due to fabricated spreadsheets.",
        f"{TRUE} after bribes of officials.",
    ],
)
def test_a_clause_that_no_quote_has_is_a_fault(claim: str) -> None:
    assert support_faults(TRUE, [QUOTE], SupportContext()) == ()
    assert support_faults(claim, [QUOTE], SupportContext())


@pytest.mark.parametrize(
    "claim",
    [
        f"{TRUE}, where rain is measured hourly.",
        f"{TRUE}, and its rainfall measurements are hourly.",
        f"{TRUE}, a dataset with hourly rainfall.",
    ],
)
def test_a_clause_in_other_words_is_none(claim: str) -> None:
    assert support_faults(claim, [QUOTE], SupportContext()) == ()


def test_a_clause_with_the_opposite_of_a_word_of_the_quote_is_none() -> None:
    quote = "It is not easy to evaluate, however, because errors may occur in segmentation."
    assert (
        support_faults(
            "Evaluation is difficult because segmentation may have errors.", [quote], SupportContext()
        )
        == ()
    )
    assert support_faults(
        "Evaluation is easy because segmentation may have errors.", [quote], SupportContext()
    )


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The score rises by 13.1 points.", "The score rises from 9.6 to 13.1 points."),
        ("The score rises to 13.1 points.", "The score rises by about 13.1 points."),
        ("The delay falls from 4 hours.", "The delay falls to 4 hours."),
        ("The error fell to at least 20%.", "The error fell by at least 20%."),
    ],
)
def test_the_relation_of_a_number_is_compared(claim: str, quote: str) -> None:
    (fault,) = support_faults(claim, [quote], SupportContext())
    assert ", not " in fault
    assert support_faults(quote, [quote], SupportContext()) == ()


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (
            "The score improves by up to 13.1 points.",
            "An improvement of up to 13.1 points is seen in the score.",
        ),
        ("Labels come from 5 annotators.", "Labels are given by 5 annotators."),
        ("The score of 13.1 is reached.", "The score rises to 13.1."),
        ("Scores go from 9.6 to 13.1.", "Scores go up to 13.1 from 9.6."),
    ],
)
def test_other_prepositions_of_a_number_say_the_same(claim: str, quote: str) -> None:
    assert support_faults(claim, [quote], SupportContext()) == ()
