"""Long names are refused before they are compared with anything."""

import time

import pytest

from citehop.agent.session import Session
from citehop.errors import UsageError
from citehop.papers.clusters.ids import find_paper
from citehop.papers.clusters.locate import cluster_folder, open_cluster
from citehop.retrieval.figure_selection import named_figure

LONG = "a name of a paper " * 10_000


def test_a_long_name_of_anything_is_one_short_line(by_words: Session) -> None:
    settings = by_words.settings
    begin = time.process_time()
    for call in (
        lambda: find_paper(by_words.cluster, LONG),
        lambda: by_words.paper_id(LONG),
        lambda: by_words.anchor_id(LONG),
        lambda: open_cluster(LONG, settings),
        lambda: open_cluster(f"sample/{LONG}", settings),
        lambda: cluster_folder(LONG, settings),
        lambda: named_figure((), LONG),
    ):
        with pytest.raises(UsageError, match="at most 300 characters") as caught:
            call()
        assert len(str(caught.value)) < 200
    assert time.process_time() - begin < 5
