"""Captions split into label and text."""

import pytest

from citehop.papers.captions import (
    FIGURE_LABEL,
    PANEL_LABEL,
    PageLabel,
    figure_label,
    find_page_label,
    split_caption,
)


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("Table 3: Results on two basins.", ("3", "Results on two basins.")),
        ("Fig. 2.1 – The network", ("2.1", "The network")),
        ("TABLE IV | Gauges", ("IV", "Gauges")),
        ("Tables of results", ("", "Tables of results")),
        ("Results", ("", "Results")),
    ],
)
def test_the_label_is_split_off(caption: str, expected: tuple[str, str]) -> None:
    assert split_caption(caption) == expected


@pytest.mark.parametrize(
    ("text", "label", "printed"),
    [
        ("What is the table on page 12 about?", PageLabel("table", 12), "Table on page 12"),
        ("the SECOND figure on page 3", PageLabel("figure", 3, 2), "Second figure on page 3"),
        ("12th table on page 1", PageLabel("table", 1, 12), "12th table on page 1"),
        ("Table 3 on page 5", None, ""),
        ("a figure on pages", None, ""),
    ],
)
def test_labels_by_page(text: str, label: PageLabel | None, printed: str) -> None:
    assert find_page_label(text) == label
    assert str(find_page_label(text) or "") == printed


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("in Table 2 of DPR", "Table 2"),
        ("in fig. 3a", "fig. 3a"),
        ("in Table IV of DPR", "Table IV"),
        ("in Figure 3.1 of QANet", "Figure 3.1"),
        ("in Table A.2 and", "Table A.2"),
        ("in figure S2", "figure S2"),
        ("in Scheme 1 of it", "Scheme 1"),
        ("in Extended Data Fig. 2 of it", "Extended Data Fig. 2"),
        ("What is in Table 3.", "Table 3"),
        ("in the table, if any", None),
        ("the table iv of a patient", None),  # only capitals are Roman numbers
        ("a figure V-Net draws", None),
        ("a table XL", None),
    ],
)
def test_labels_in_a_sentence(text: str, label: str | None) -> None:
    match = FIGURE_LABEL.search(text)
    assert (match and match[0]) == label


def test_the_panels_of_a_label_belong_to_it() -> None:
    match = PANEL_LABEL.search("in Figure IV(b) of DPR")
    assert match is not None
    assert match[0] == "Figure IV(b)"


def test_a_place_without_an_ordinal_is_left_out() -> None:
    assert str(PageLabel("table", 4, 99)) == "Table on page 4"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("What does fig. 3b show?", "Figure 3"),
        ("in Scheme 1", "Scheme 1"),
        ("in Extended Data Fig. 2", "Extended Data Figure 2"),
        ("in Supplemental Table 4", "Supplementary Table 4"),
        ("in eTable 4", "E Table 4"),
        ("what the scheme shows", ""),
    ],
)
def test_labels_in_one_spelling(text: str, label: str) -> None:
    assert figure_label(text) == label
