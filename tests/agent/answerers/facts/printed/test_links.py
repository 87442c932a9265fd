"""Links that a paper gives to its own code."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.printed.links import find_link
from citehop.papers.types import BBox, Block, Paper


def paper(*texts: str, page: int = 3) -> Paper:
    blocks = tuple(Block(text, page, BBox(0, 0, 9, 9)) for text in texts)
    return Paper("falk", "Rills", blocks=blocks, pages=9)


@pytest.mark.parametrize(
    ("texts", "url"),
    [
        (
            ("To help others, we publish our code ¹.", "¹ https://github.com/falk/rills"),
            "https://github.com/falk/rills",
        ),
        (
            ("Our encoder is publicly available ².", "¹ http://a.org ² github.com/falk/rills"),
            "github.com/falk/rills",
        ),
        (("The code is available at https://github.com/falk/ rills_2.",), "https://github.com/falk/rills_2"),
        (("It rains. ⁴", "⁴ Code at http://falk.org/rills."), "http://falk.org/rills"),
        (
            (
                "We use the toolkit of Ek ¹. We release our code ².",
                "¹ http://github.com/ek ² http://github.com/falk",
            ),
            "http://github.com/falk",
        ),
        (("We used the code available at http://github.com/ek/brooks.",), None),
        (("We trained with the Ek implementation. ¹", "¹ http://github.com/ek/brooks"), None),
        (("An implementation is available at http://ek.org/brooks (Ek, 2013).",), None),
        (("Ek's implementation is available at http://ek.org/brooks.",), None),
        (("The data are available at http://falk.org/data.",), None),
    ],
)
def test_the_link_to_the_paper_s_own_code(texts: tuple[str, ...], url: str | None) -> None:
    link = find_link(paper(*texts))
    assert (link.url if link else None) == url


def test_a_bare_link_below_the_authors_is_their_own() -> None:
    note = "∗ Equal contribution ¹ https://github.com/falk/rills"
    link = find_link(paper("Rills are hard. ¹", note, page=1))
    assert link is not None
    assert link.url == "https://github.com/falk/rills"
    assert find_link(paper(note)) is None


def test_a_demo_is_preferred_where_it_is_asked_for() -> None:
    rills = paper("Our code is available at http://a.org/code.", "A demo is available at http://a.org/demo.")
    one, other = find_link(rills), find_link(rills, to_demo=True)
    assert one is not None
    assert other is not None
    assert (one.url, other.url) == ("http://a.org/code", "http://a.org/demo")
