"""Supplements and versions of one work."""

from citehop.papers.clusters.ties import describe_ties
from citehop.papers.types import Paper


def test_papers_of_one_title_and_author_are_tied() -> None:
    article = Paper("lee-2020", "Nets of Nets", ("Ann Lee", "Bo Kim"), 2020)
    preprint = Paper("lee-2019", "Nets of nets", ("A. Lee",), 2019, ids=(("arxiv", "1901.00001"),))
    supplement = Paper("lee-2020-2", "Supporting Information for Nets of Nets", ("Ann Lee",), supplement=True)
    other = Paper("marsh-2001", "Nets of Nets", ("Cy Marsh",), 2001)
    assert describe_ties([article, preprint, supplement, other]) == {
        "lee-2020": "another version: lee-2019",
        "lee-2019": "another version: lee-2020",
        "lee-2020-2": "supplement of lee-2020, lee-2019",
    }
