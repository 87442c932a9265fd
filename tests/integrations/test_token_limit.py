"""Results are cut to a number of tokens, and tell what is missing."""

import json
from typing import Any

import pytest

from citehop.errors import UsageError
from citehop.integrations.token_limit import check_limit, limit_tokens


def hits(count: int, characters: int) -> list[dict[str, Any]]:
    return [{"rank": number, "text": "x" * characters} for number in range(count)]


def test_a_short_result_stays_as_it_is() -> None:
    fields = {"query": "q", "hits": hits(3, 100)}
    assert limit_tokens(fields, 1000) is fields


def test_a_long_list_loses_its_last_items() -> None:
    fields = {"query": "q", "hits": hits(50, 400), "notes": ["a", "b"]}
    limited = limit_tokens(fields, 1000)
    assert len(json.dumps(limited)) <= 3000
    assert [hit["rank"] for hit in limited["hits"]] == list(range(len(limited["hits"])))
    assert limited["omitted"] == {"hits": 50 - len(limited["hits"])}
    assert limited["notes"] == ["a", "b"]
    assert len(fields["hits"]) == 50, "the original is not changed"


def test_the_longest_list_is_cut_first_and_nested_ones_count() -> None:
    fields = {"reading": {"entities": hits(200, 50)}, "hits": hits(5, 50)}
    limited = limit_tokens(fields, 1000)
    assert limited["hits"] == fields["hits"]
    assert limited["omitted"] == {"reading.entities": 200 - len(limited["reading"]["entities"])}


def test_a_long_text_loses_its_end() -> None:
    limited = limit_tokens({"page": 3, "text": "word " * 4000, "hits": hits(1, 20)}, 1000)
    assert len(json.dumps(limited)) <= 3000
    assert limited["text"].startswith("word word")
    assert limited["text"].endswith(" ...")
    assert limited["omitted"]["text"] > 15_000
    assert limited["hits"] == hits(1, 20)


def test_a_limit_without_room_is_refused() -> None:
    assert check_limit(500) == 500
    with pytest.raises(UsageError, match="at least 500"):
        check_limit(10)
