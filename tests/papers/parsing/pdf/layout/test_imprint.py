"""Year of a paper, from its first page and its file."""

import pytest

from citehop.papers.parsing.pdf.layout.imprint import find_year

VENUE = "Proceedings of EMNLP 2014, pages 1746–1751, October 25-29, 2014. ©2014 ACL"


@pytest.mark.parametrize(
    ("margins", "ids", "creation", "cited", "year"),
    [
        ([VENUE], [], "D:20141019013927-07'00'", [2013, 2014], 2014),
        (["Earth Records, 17(1):9-34, 2023"], [], "", [], 2023),
        (["Accepted for publication 24 March 2012", "© 2013 Society for Rivers"], [], "", [], 2013),
        (["Draft of 2011"], [("arxiv", "1507.01526")], "D:20160408000001", [2016, 2016], 2015),
        (["Draft of 2011"], [("arxiv", "cs/9905001"), ("acl", "P99-1001")], "", [], 1999),
        (["Published as a conference paper at ICLR 2016"], [("arxiv", "1507.01526")], "", [], 2016),
        (["A review of Yelp 2013", "Proceedings of Rain 2016"], [], "D:2016", [2014, 2015, 2015], 2016),
        (["Proceedings, volume 2039"], [], "D:20150716075153", [], 2015),
        ([], [], "D:20141124193009-08'00'", [2012, 2013, 2014], 2014),
        ([], [], "D:20091026120122", [2003, 2004, 2004], None),
        ([], [], "D:20000101000000+00'00'", [], None),
        ([], [], "D:20120301000000", [2015, 2016], None),
        ([], [], "D:20160301000000", [2014, 2015, 2061], 2016),
        ([], [], "D:19040101000000", [], None),
        ([], [], "D:191030226135614", [], None),
        ([], [], "", [2015], None),
        (
            ["@ 2000 Association for Computational Linguistics"],
            [],
            "D:20020524141955-04'00'",
            [1999, 2000],
            2000,
        ),
    ],
)
def test_year(
    margins: list[str], ids: list[tuple[str, str]], creation: str, cited: list[int], year: int | None
) -> None:
    assert find_year(margins, tuple(ids), creation, cited) == year


@pytest.mark.parametrize(
    "citation",
    [
        "J. Rain. B 2007, 111, 2288-2292",
        "2007; 6: 464–75",
        "Rain Letters, 2007 Vol. 42(1), pp. 56-66",
        "Journal of Rain 235 (2007) 2218–2244",
        "Rain 85:115–130, 2007",
        "RAIN LETTERS, VOL. 39, L15707, doi:10.1029/2012RL052064, 2007",
    ],
)
def test_the_year_in_the_citation_of_the_paper_itself(citation: str) -> None:
    assert find_year(["© 2006 Rain Press"], (), "", (), [citation]) == 2007


@pytest.mark.parametrize(
    ("margins", "year"),
    [
        (["Proceedings of EACL '99"], 1999),
        (["Proceedings of NAACL ’04, pages 12-19"], 2004),
        (["Proceedings of the Workshop on Rain, page 99"], 2008),
        (["Submission received: 1 October 2006; accepted for publication: 3 August 2007"], 2008),
        (["Proceedings of Rain 2007"], 2007),
        ([], 2008),
    ],
)
def test_year_of_a_paper_with_an_acl_id(margins: list[str], year: int) -> None:
    assert find_year(margins, (("acl", "I08-4015"),), "D:20071123160741") == year
