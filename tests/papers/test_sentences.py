from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.papers.sentences import sentence_spans, split_sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It works. We show it.", ["It works.", "We show it."]),
        ("See Fig. 3 and Eq. 4 for details. Done.", ["See Fig. 3 and Eq. 4 for details.", "Done."]),
        ("Kiros et al. (2015) do. So do we.", ["Kiros et al. (2015) do.", "So do we."]),
        ("As in Kim et al. We differ.", ["As in Kim et al.", "We differ."]),
        (
            "An error of 7.42% was seen. 930,911 words fit.",
            ["An error of 7.42% was seen.", "930,911 words fit."],
        ),
        ("By J. Smith and A. B. Jones. Next.", ["By J. Smith and A. B. Jones.", "Next."]),
        ('He said "stop." Then (it ended.) Yes!', ['He said "stop."', "Then (it ended.)", "Yes!"]),
        ("From the L.A. Times. Next.", ["From the L.A. Times.", "Next."]),
        ("Collected in the U.S. The rest is new.", ["Collected in the U.S.", "The rest is new."]),
        ("e.g. This is one. i.e. That too.", ["e.g. This is one. i.e. That too."]),
        ("Tokenize the data. ¹⁰ The limit is 400.", ["Tokenize the data. ¹⁰", "The limit is 400."]),
        (
            "Boron left above 900 K. ¹ The loss was seen by Osei et al. ⁴⁻⁶ A second one followed.",
            ["Boron left above 900 K. ¹", "The loss was seen by Osei et al. ⁴⁻⁶", "A second one followed."],
        ),
        ("It fell to 3 K. ¹⁰B remained.", ["It fell to 3 K.", "¹⁰B remained."]),
        ("It holds.² As in Kim et al.³ (2015).", ["It holds.²", "As in Kim et al.³ (2015)."]),
        ("1. First item here. Second.", ["1. First item here.", "Second."]),
        ("", []),
    ],
)
def test_split(text: str, expected: list[str]) -> None:
    assert split_sentences(text) == expected


@given(st.text(alphabet='aA1.?! \n)"e', max_size=200))
def test_nothing_is_lost(text: str) -> None:
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())
    spans = sentence_spans(text)
    assert all(start < end for start, end in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_linear_time() -> None:
    split_sentences("A. " * 200_000)
