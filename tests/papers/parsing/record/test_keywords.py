"""Keywords, rights and publisher on a first page."""

import pytest

from citehop.papers.parsing.record.keywords import read_keywords, read_license, read_publisher

from .test_printed_page import page_of


def test_keywords_end_before_the_text() -> None:
    found = read_keywords(page_of("Rain. Keywords: rain, rills, floods 1 Introduction It rains."))
    assert found is not None
    assert (found.text, found.quote) == ("rain, rills, floods", "rain, rills, floods")
    assert read_keywords(page_of("It rains.")) is None


@pytest.mark.parametrize(
    ("page", "note", "publisher"),
    [
        ("Rain. © 2019 Association for Rain. It", "© 2019 Association for Rain", "Association for Rain"),
        (
            "Copyright 2020 by the Ekby Press, Oslo. All rights reserved.",
            "Copyright 2020 by the Ekby Press, Oslo",
            "Ekby Press",
        ),
        ("© 2012 Brewster et al. This", "© 2012 Brewster et al", ""),
        (
            "© 2020 The Author(s). Published by Ekby University Press on behalf of rain.",
            "© 2020 The Author(s)",
            "Ekby University Press",
        ),
        (
            "© 2023 Copyright held by the owner/author(s). ACM",
            "© 2023 Copyright held by the owner/author(s)",
            "",
        ),
        ("It rains.", None, ""),
    ],
)
def test_whoever_holds_the_rights_is_the_publisher(page: str, note: str | None, publisher: str) -> None:
    found = read_license(page_of(page))
    assert (found.text if found else None) == note
    assert read_publisher(page_of(page)) == publisher
