"""Links that a paper smuggles into an answer."""

import pytest

from citehop.agent.verification.links import without_unquoted_links

LINKS = [
    "https://evil.example/x",
    "HTTP://EVIL.EXAMPLE",
    "http:/evil.example",
    "hxxp://evil.example/x",
    "ftp://evil.example/x",
    "www.evil.example",
    "evil.example",
    "EVIL.EXAMPLE",
    "evil.com",
    "a.b.evil.co.uk",
    "evil.example/path?x=1",
    "Evil.Example/path",
    "evil.example:8080/x",
    "bit.ly/abc",
    "t.co/x",
    "//evil.example/x",
    "//evil/x",
    "mailto:a@evil.example",
    "a@evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "tel:+1555",
    "evil．example",
    "evil。example/x",
    "ｅｖｉｌ.example",
    "ev\u200bil.example",
    "ht\u200btps://evil.example",
    "\\\\host\\share",
    "\\\\evil.example\\share\\x.exe",
    "10.0.0.1",
    "192.168.0.1/admin",
    "xn--80ak6aa92e.com",
    "evil.xn--p1ai",
    "münchen.example",
    "[here](x)",
    "[here and there](evil.example)",
    "![](evil.example/p.png)",
    "<a href=x>",
    "<img src=x>",
    "<https://evil.example>",
    "view-source:evil",
    "ms-settings:x",
    "evil&#46;example",
    "evil&period;example/x",
    "&#104;ttps&colon;//evil.example",
    "https%3A%2F%2Fevil.example",
    "\\\\?\\UNC\\evil\\share",
    "\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444",
    "\u24d4\u24e5\u24d8\u24db.example",
    "user:pass@evil.example",
]
PLAIN = [
    "The F1 is 91.4 (e.g., on SQuAD v1.1), i.e. 3.5x faster than GPT-3.5.",
    "It ends.Next, vs.BERT, in cs.CL; see Fig.3a, Sec.2 and Eq.(4).",
    "Smith et al. (2019) of the U.S. report p<.05 at a ratio of 3:1 and 10:30.",
    "See arXiv:1706.03762, doi:10.1145/3292500.3330701 and and/or 1/2.",
    "The Ph.D. thesis has 1.2.3 parts, 0.5/0.7 and TCP/IP [1][2].",
    "Note: accuracy: 0.9; input/output; x//y; C:\\data",
]


@pytest.mark.parametrize("link", LINKS)
def test_a_link_without_quote_is_replaced(link: str) -> None:
    for text in (f"See {link} for more.", f"({link})", f"Code: {link}."):
        cleaned = without_unquoted_links(text, ["The code is public."])
        assert "(link removed)" in cleaned
        assert "evil" not in cleaned.lower().replace("ｅｖｉｌ", "evil")


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_no_link_stays(text: str) -> None:
    assert without_unquoted_links(text, ()) == text


@pytest.mark.parametrize(
    "link", ["https://good.example/x", "good.example/x", "a@good.example", "good.example"]
)
def test_a_quoted_link_stays(link: str) -> None:
    for quote in (f"at {link}", f"at {link}.", f"({link})"):
        assert without_unquoted_links(f"Code: {link}.", [quote]) == f"Code: {link}."


def test_a_part_of_a_quoted_link_is_another_link() -> None:
    quotes = ["at https://good.example.org/x"]
    for link in ("https://good.example", "good.ex", "https://good.example.org"):
        assert without_unquoted_links(link, quotes) == "(link removed)"


def test_a_long_word_takes_no_long_time() -> None:
    for word in ("a" * 100_000, "a." * 50_000, "a-" * 50_000, "@" * 100_000, "[" * 20_000, "//" * 50_000):
        without_unquoted_links(word, ())
