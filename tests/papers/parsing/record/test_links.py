"""Links that a paper gives to its own code, data or demo."""

import pytest

from citehop.papers.parsing.record.links import read_links
from citehop.papers.types import BBox, Block, Paper

from .test_printed_page import read_text


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
        (("Our data are available at http://falk.org/data.",), "http://falk.org/data"),
    ],
)
def test_the_link_to_the_paper_s_own_code(texts: tuple[str, ...], url: str | None) -> None:
    assert next(iter(urls(paper(*texts))), None) == url


def urls(rills: Paper) -> list[str]:
    page = " ".join(block.text for block in rills.blocks)
    return [link.url.text for link in read_links(rills, read_text(page, page, page))]


def test_a_bare_link_below_the_authors_is_their_own() -> None:
    note = "∗ Equal contribution ¹ https://github.com/falk/rills"
    assert urls(paper("Rills are hard. ¹", note, page=1)) == ["https://github.com/falk/rills"]
    assert urls(paper(note)) == []


def test_links_are_told_apart_by_what_they_lead_to() -> None:
    texts = (
        "Our code is available at http://a.org/code.",
        "A demo is available at http://a.org/demo.",
        "We release our corpus at http://a.org/corpus.",
    )
    rills = paper(*texts)
    links = {link.kind: link for link in read_links(rills, read_text("", "", " ".join(texts)))}
    assert {kind: link.url.quote for kind, link in links.items()} == {
        "code": "http://a.org/code.",
        "demo": "http://a.org/demo.",
        "data": "http://a.org/corpus.",
    }
    assert links["code"].sentence == texts[0]
