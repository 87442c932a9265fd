"""Whom a paper thanks, and who paid for the work."""

import pytest

from citehop.papers.parsing.record.acknowledgments import read_acknowledgments, read_funding
from citehop.papers.types import BBox, Block, BlockKind, Paper

from .test_printed_page import read_text


def block(text: str, section: str = "", kind: BlockKind = "paragraph") -> Block:
    return Block(text, 2, BBox(0, 0, 9, 9), kind, section)


@pytest.mark.parametrize(
    ("blocks", "texts"),
    [
        (
            (block("We thank Bo. Ada holds a grant.", "Acknowledgements"), block("We thank Ek.", "1 Rain")),
            ["We thank Bo.", "Ada holds a grant."],
        ),
        (
            (block("Acknowledgments We are grateful to Bo.", "7 End"),),
            ["Acknowledgments We are grateful to Bo."],
        ),
        (
            (block("Paid by Ekby.", "Acknowledgment"), block("Figure 1: Rain", "Acknowledgment", "caption")),
            ["Paid by Ekby."],
        ),
        (
            (block("³ We thank Bo for the data."), block("Thanks to rain, grass grows.")),
            ["³ We thank Bo for the data."],
        ),
        (
            (
                block("Paid by Ekby. We thank Ada", "Acknowledgements"),
                block("Falk for help-", "Acknowledgements"),
                block("ing.", "Acknowledgements"),
            ),
            ["Paid by Ekby.", "We thank Ada Falk for helping."],
        ),
        ((block("Rain falls."),), []),
    ],
)
def test_the_sentences_of_the_acknowledgments(blocks: tuple[Block, ...], texts: list[str]) -> None:
    page = " ".join(each.text for each in blocks)
    found = read_acknowledgments(Paper("ek", "Rain", blocks=blocks, pages=2), read_text("", page))
    assert [sentence.text for sentence in found] == texts
    assert all(sentence.quote in sentence.text for sentence in found)


@pytest.mark.parametrize(
    ("blocks", "texts"),
    [
        (
            (
                block("We thank Bo. Ada holds an Ekby grant. Ek sang.", "Acknowledgements"),
                block("We support rain.", "Rain"),
            ),
            ["Ada holds an Ekby grant."],
        ),
        ((block("This work was supported by Ekby.", "Introduction"),), ["This work was supported by Ekby."]),
        (
            (block("The first author gratefully acknowledges the support of Ekby Council grants 1 and 2."),),
            ["The first author gratefully acknowledges the support of Ekby Council grants 1 and 2."],
        ),
        (
            (
                block(
                    "30. Ek, B. Rain. Flood 2, 3 (2010). Acknowledgements We thank Bo. Ada holds a grant.",
                    "",
                    "reference",
                ),
            ),
            ["Ada holds a grant."],
        ),
        ((block("Vectors that are supported by rain.", "Method"),), []),
    ],
)
def test_who_paid_for_the_work(blocks: tuple[Block, ...], texts: list[str]) -> None:
    found = read_funding(
        Paper("ek", "Rain", blocks=blocks, pages=2), read_text("", "Ada holds an Ekby grant.")
    )
    assert [sentence.text for sentence in found] == texts
