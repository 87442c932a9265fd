"""Claims are refused if their located quote does not support them, and kept if it does, in other words or not."""

import pytest

from citehop.agent.verification.support import SupportContext, support_faults

QUOTE = "RillNet outperforms SnowLedger by 5.2 percent on CRESTA, while two of the five gauges were not used for training."
CONTEXT = SupportContext(
    ("RillNet: Message Passing along Drainage Lines",), ("What is the score of RillNet?", "RillNet")
)


@pytest.mark.parametrize(
    "claim",
    [
        QUOTE,
        "RillNet beats SnowLedger on CRESTA by 5.2%.",
        "SnowLedger is outperformed by RillNet.",
        "SnowLedger is worse than RillNet on CRESTA.",
        "Training did not use two of the five gauges.",
        "Two gauges were excluded from training.",
    ],
)
def test_claims_that_their_quote_supports(claim: str) -> None:
    assert support_faults(claim, [QUOTE], CONTEXT) == ()


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        (f"It is not true that {QUOTE}", 'it denies ("not true") what the quote states'),
        (
            "RillNet fails to outperform SnowLedger on CRESTA.",
            'the quote does not have the negation "fails" of the line',
        ),
        (
            "Two of the five gauges were used for training.",
            'the line leaves out the negation "not" of the quote',
        ),
        ("RillNet outperforms SnowLedger by 5.3 percent.", "the number 5.3 is not in the quote"),
        ("RillNet outperforms SnowLedger by 5.2 points.", "the quote gives 5.2 another unit"),
        ("SnowLedger outperforms RillNet on CRESTA.", 'the two sides of "outperforms" are exchanged'),
        ("RillNet is worse than SnowLedger on CRESTA.", 'the quote has "outperforms", the line "worse"'),
        ("RillNet outperforms HydroFlow on CRESTA.", '"HydroFlow" is not in the quote'),
        ("The decoder outperforms SnowLedger on CRESTA.", 'the quote is not about "decoder"'),
        (
            "The five gauges were all used for training.",
            'the line leaves out the negation "not" of the quote',
        ),
        ("Bananas are yellow and sweet.", 'the quote is not about "Bananas"'),
    ],
)
def test_claims_that_their_quote_does_not_support(claim: str, fault: str) -> None:
    assert fault in support_faults(claim, [QUOTE], CONTEXT)


def test_the_title_names_what_a_quote_calls_it() -> None:
    quote = "It passes messages along drainage lines and needs 3 layers."
    claim = "RillNet passes messages along drainage lines."
    assert support_faults(claim, [quote], CONTEXT) == ()
    assert support_faults(claim, [quote], SupportContext()) == ('"RillNet" is not in the quote',)


@pytest.mark.parametrize(
    "claim", ["All tokens are masked.", "Only verbs and tokens are masked.", "Few tokens are masked."]
)
def test_quantifiers_need_support(claim: str) -> None:
    faults = support_faults(claim, ["Many of the tokens and verbs are masked."], SupportContext())
    assert any(fault.startswith("the quote does not say") for fault in faults)


def test_numbers_may_come_from_the_question() -> None:
    quote = "The model has fewer parameters than CRESTA."
    known = SupportContext((), ("Which model scores 28.62?",))
    claim = "The model with 28.62 has fewer parameters than CRESTA."
    assert support_faults(claim, [quote], known) == ()
    assert support_faults(claim, [quote], SupportContext()) == ("the number 28.62 is not in the quote",)
