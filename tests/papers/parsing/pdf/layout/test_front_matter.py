"""The year of a paper, from what its first page and its file say."""

from __future__ import annotations

import pytest

from citehop.papers.parsing.pdf.layout.front_matter import clean_title, find_year

VENUE = "Proceedings of EMNLP 2014, pages 1746–1751, October 25-29, 2014. ©2014 ACL"


@pytest.mark.parametrize(
    ("margins", "stamps", "creation", "cited", "year"),
    [
        ([VENUE], [], "D:20141019013927-07'00'", [2013, 2014], 2014),
        (["Draft of 2011"], ["arXiv:1507.01526v2 [cs.CL] 8 Apr 2016"], "", [], 2016),
        (["Proceedings, volume 2039"], [], "D:20150716075153", [], 2015),
        ([], [], "D:20141124193009-08'00'", [2012, 2013, 2014], 2014),
        ([], [], "D:20091026120122", [2003, 2004, 2004], None),
        ([], [], "D:20000101000000+00'00'", [], None),
        ([], [], "D:20120301000000", [2015, 2016], None),
        ([], [], "D:20160301000000", [2014, 2015, 2061], 2016),
        ([], [], "D:19040101000000", [], None),
        ([], [], "D:191030226135614", [], None),
        ([], [], "", [2015], None),
    ],
)
def test_year(
    margins: list[str], stamps: list[str], creation: str, cited: list[int], year: int | None
) -> None:
    assert find_year(margins, stamps, creation, cited) == year


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        ("Kelips *", "Kelips"),
        ("Slow Engines ? ??", "Slow Engines"),
        ("Do Engines Stall?", "Do Engines Stall?"),
        ("Rain¹ ²", "Rain"),
    ],
)
def test_footnote_marks_at_the_end_of_a_title(printed: str, title: str) -> None:
    assert clean_title(printed) == title
