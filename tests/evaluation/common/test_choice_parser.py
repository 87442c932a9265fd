"""The letter of a multiple choice in replies of every shape, strict and robust."""

import pytest

from citehop.evaluation.common.replies import find_letter

OPTIONS = (
    "loss against epochs .",
    "the encoder",
    "accuracy by depth",
    "a map of words",
    "the encoder of BERT",
)


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        # the whole reply
        ("D", "D"),
        ("D\n", "D"),
        (" (d). ", "D"),
        ("**B**", "B"),
        ("[C]", "C"),
        ("a)", "A"),
        ("A", "A"),
        # "the answer is"
        ("Let us see. It falls with time, so the answer is (A).", "A"),
        ("First I thought the answer is B. But no: the final answer is **[C]**.", "C"),
        ("Answer: E", "E"),
        ("Therefore option D fits best", "D"),
        ("The correct option is **D**, since ...", "D"),
        ("The answer is A graph of loss.", None),
        ("I choose **[B]**", "B"),
        ("The answer is B, not option C.", "B"),
        ("Option A is wrong, so I take option E.", "E"),
        # one marked letter
        ("It must be C) accuracy by depth", "C"),
        ("Neither A) nor B)", None),
        ("I am sure it is **E**.", "E"),
        ("(B) matches.", "B"),
        # the text of one option
        ("Loss against epochs.", "A"),
        ("It shows accuracy by depth, clearly.", "C"),
        ("the encoder", "B"),  # the same as one, though another holds it
        ("It is the encoder of BERT", None),  # holds two
        # nothing
        ("A graph that rises.", None),
        ("A figure is shown. Each axis has Ticks.", None),
        ("", None),
        ("F", None),
        ("I cannot see the image.", None),
        ("A or B", None),
        ("{}", None),
        ("\x00" * 50, None),
    ],
)
def test_letters(reply: str, letter: str | None) -> None:
    assert find_letter(reply, OPTIONS) == letter


def test_labels_may_be_others() -> None:
    assert find_letter("The final answer is **[H]**.", labels="ABCDEFGH") == "H"
    assert find_letter("The final answer is **[H]**.", labels="ABCD") is None
    assert find_letter("E", ("x",), labels="A") is None


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_hostile_replies_are_read_in_no_time() -> None:
    for reply in ("answer" + "* " * 20_000, "answer is " * 10_000, "(" * 50_000, "**[" * 20_000):
        assert find_letter(reply, OPTIONS) is None
    assert find_letter("A", (), "") is None
