"""E-mail addresses: of groups one by one, and whose they are."""

import pytest

from citehop.papers.parsing.record.emails import emails_of, find_addresses

AUTHORS = ("Ada B. Falk", "Sharon Goldwater", "Bo Ek")


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("{falk, sg}@ekby.org", ["falk@ekby.org", "sg@ekby.org"]),
        ("{falk|sg} @ ekby.org", ["falk@ekby.org", "sg@ekby.org"]),
        ("qx,yangl@hlt.ekby.edu", ["qx@hlt.ekby.edu", "yangl@hlt.ekby.edu"]),
        ("Email: a.falk@ekby.org. bo@rain.com", ["a.falk@ekby.org", "bo@rain.com"]),
        ("no address", []),
    ],
)
def test_addresses_in_a_text(text: str, addresses: list[str]) -> None:
    assert [email.address for email in find_addresses(text)] == addresses


@pytest.mark.parametrize(
    ("text", "author", "address"),
    [
        ("abf@ekby.org sgwater@inf.org bo@rain.com", "Sharon Goldwater", "sgwater@inf.org"),
        ("abf@ekby.org sgwater@inf.org bo@rain.com", "Ada B. Falk", "abf@ekby.org"),
        ("falk77@ekby.org sgwater@inf.org x9@rain.com", "Bo Ek", "x9@rain.com"),
        ("{x1,x2,x3}@ekby.org", "Sharon Goldwater", "x2@ekby.org"),
        ("falk@ekby.org", "Bo Ek", ""),
        ("x1@ekby.org x2@ekby.org falk@ekby.org", "Bo Ek", ""),
        ("x1@ekby.org x2@ekby.org falk@ekby.org", "Sharon Goldwater", "x2@ekby.org"),
    ],
)
def test_an_address_is_whose_name_it_is_made_of(text: str, author: str, address: str) -> None:
    own = emails_of(author, AUTHORS, find_addresses(text))
    assert [email.address for email in own] == [address] * bool(address)


def test_a_text_without_an_address_is_read() -> None:
    assert find_addresses("rain" * 20_000 + ", rain" * 20_000) == ()
