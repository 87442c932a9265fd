"""Venues: of the paper itself, not of its references; as cited where its own pages name none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.facts.as_cited import citing_entries
from citehop.agent.answerers.facts.venue import find_venue, venue_in_text
from citehop.agent.session import Session


@pytest.mark.parametrize(
    ("paper_id", "text", "year"),
    [
        ("castellanos-2021-rillnet", "Transactions on Learned Simulation, 4:17-39, 2021", 2021),
        ("lindqvist-rao-2022-mossgauge", "Earth Records, 9:12-40, 2022", 2022),
        ("abiodun-2020-cresta", "Earth Records, 7:101-129, 2020", 2020),
    ],
)
def test_the_head_of_the_first_page_names_the_venue(
    paper_id: str, text: str, year: int, by_words: Session
) -> None:
    venue = find_venue(by_words, by_words.cluster.paper(paper_id))
    assert venue is not None
    assert (venue.text, venue.year) == (text, year)
    assert venue.citation is not None
    assert (venue.citation.paper_id, venue.citation.page, venue.citation.quote) == (paper_id, 1, text)


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        (
            "Rain on Mars 2011 Seventh International Conference on Rain and Flood Security 978-0-76 $26.00",
            "2011 Seventh International Conference on Rain and Flood Security",
        ),
        (
            "Rain on Mars. Twenty-Third European Symposium on Rain, 12 pages",
            "Twenty-Third European Symposium on Rain",
        ),
        (
            "Rain on Mars References 1. Ek, B. Rain. 2022;1:2–3. Rainfall. 2022;165:141–142. © 2022 Ekby",
            "Rainfall. 2022;165:141–142",
        ),
        (
            "Rain on Mars. In Proceedings of the 2023 Rain Conference, April 23–28, 2023, Bergen, Norway. ACM, 15 pages.",
            "In Proceedings of the 2023 Rain Conference, April 23–28, 2023, Bergen, Norway",
        ),
        ("Rain on Mars. We first attended a Second Meeting on the second day.", ""),
    ],
)
def test_a_conference_whose_number_is_spelled_out(text: str, venue: str) -> None:
    assert venue_in_text(text, "Rain on Mars") == venue


def test_running_heads_name_the_venue_that_the_first_page_does_not(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {
        1: "Rain on Mars It rains.",
        2: "122 Rain Letters on Mars Volume 39, Number 1 It",
        3: "Falk 123",
        4: "124 Rain Letters on Mars Volume 39, Number 1 We",
    }
    monkeypatch.setattr(
        "citehop.agent.answerers.facts.venue.read_page", lambda _session, _paper, page=1: pages[page]
    )
    uncited = next(paper for paper in by_words.cluster.papers() if not citing_entries(by_words, paper))
    venue = find_venue(by_words, replace(uncited, title="Rain on Mars", pages=4))
    assert venue is not None
    assert venue.text == "Letters on Mars Volume 39, Number 1"
