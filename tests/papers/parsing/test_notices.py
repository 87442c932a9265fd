"""Notices of retraction and correction on the first page."""

import pytest

from citehop.papers.parsing.notices import find_notice


@pytest.mark.parametrize(
    ("title", "stamp", "printed", "notice"),
    [
        ("Slow Engines", "RETRACTED", [], "retracted"),
        ("Retraction: Slow Engines", "", [], "retracted"),
        ("RETRACTED ARTICLE: Slow Engines", "", [], "retracted"),
        ("Slow Engines", "", ["This article has been retracted at the request of the editors."], "retracted"),
        ("Erratum to: Slow Engines", "", [], "corrected"),
        ("Expression of Concern: Slow Engines", "", [], "under an expression of concern"),
        ("Slow Engines", "arXiv:1401.00001v1 [cs.XX] 3 Apr 2014", ["Ada Byron"], ""),
        ("Retraction of Landing Gears", "", [], ""),
        ("Correction of Errors in Engines", "CORRECTED PROOF", [], ""),
    ],
)
def test_a_notice_is_found(title: str, stamp: str, printed: list[str], notice: str) -> None:
    assert find_notice(title, stamp, printed) == notice
