"""Services' answers of any shape: what can be read is read, nothing raises but FetchError."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citehop.acquisition.http.errors import FetchError, TransientFetchError
from citehop.acquisition.providers import Providers
from citehop.acquisition.services import Service, all_services
from citehop.acquisition.services.arxiv import Arxiv, arxiv_copies
from citehop.acquisition.services.crossref import Crossref
from citehop.acquisition.services.json_access import as_text, normalize_ids, parse_year
from citehop.acquisition.services.openalex import OpenAlex
from citehop.acquisition.services.semantic_scholar import SemanticScholar
from citehop.papers.records import PaperRecord
from citehop.settings import Settings

KNOWN = PaperRecord(
    "A Net of Nets", ("Ann Lee",), 2019,
    ids=(("arxiv", "1901.00001"), ("doi", "10.5555/1"), ("acl", "P19-1001"), ("s2", "a" * 40), ("openalex", "W1234")),
)  # fmt: skip


class Said:
    """In place of the network: every question gets the same answer."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.settings = Settings(email="reader@example.org")

    def get_json(self, *_: object) -> Any:
        return self.answer

    def get_parsed(self, _: str, __: Mapping[str, str], parse: Callable[[str], Any]) -> Any:
        try:
            return parse(self.answer if isinstance(self.answer, str) else json.dumps(self.answer))
        except ValueError as error:
            raise TransientFetchError(str(error)) from error


def services(answer: Any) -> tuple[Service, ...]:
    return all_services(Said(answer))  # type: ignore[arg-type]


FIELDS = [
    "data", "citedPaper", "contexts", "externalIds", "ArXiv", "DOI", "title", "year", "authors", "name", "paperId",
    "openAccessPdf", "url", "next", "results", "message", "reference", "items", "author", "given", "issued", "date-parts",
    "referenced_works", "id", "doi", "abstract_inverted_index", "best_oa_location", "pdf_url", "authorships", "open_access",
    "is_oa", "oa_locations", "url_for_pdf", "unstructured", "article-title", "location",
    "is_retracted", "updated-by", "type", "updated",
]  # fmt: skip
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=20)
    | st.just("10.5555/1")
    | st.just("1901.00001"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=6),
    max_leaves=25,
)


@given(ANYTHING)
@settings(max_examples=300, deadline=None)
def test_no_answer_breaks_anything(answer: Any) -> None:
    for service in services(answer):
        asked: list[Callable[[], object]] = [
            partial(service.resolve, [KNOWN, PaperRecord()]),
            partial(service.references, KNOWN),
            partial(service.search, KNOWN),
        ]
        for ask in asked:
            try:
                ask()
            except FetchError:
                assert service.name == "arXiv"  # which must send Atom


def test_semantic_scholars_references_with_nulls() -> None:
    answer = {
        "offset": 0,
        "data": [
            {"contexts": ["As nets [3] do."], "citedPaper": {
                "paperId": "b" * 40, "externalIds": {"ArXiv": "cs.CL/0112017", "DOI": "10.5555/X", "ACL": "../x"},
                "title": "Old <i>Nets</i>", "abstract": None, "year": None, "authors": [{"name": None}, {"name": "Bo Kim"}],
                "openAccessPdf": {"url": "https://example.org/x.pdf", "status": "GREEN"}}},
            {"contexts": None, "citedPaper": {"paperId": None, "externalIds": None, "title": None}},
            {"contexts": [], "citedPaper": None},
            None,
        ],
    }  # fmt: skip
    found = services(answer)[0].references(KNOWN)
    assert found is not None
    (old,) = found
    assert (old.title, old.authors, old.year, old.contexts) == (
        "Old Nets",
        ("Bo Kim",),
        None,
        ("As nets [3] do.",),
    )
    assert old.ids == (("arxiv", "cs/0112017"), ("doi", "10.5555/x"), ("s2", "b" * 40))
    assert [place.url for place in old.places] == ["https://example.org/x.pdf"]


def test_a_withheld_list_is_not_an_empty_one() -> None:
    for answer in ({"data": None}, {}, {"error": "elided by the publisher"}):
        assert SemanticScholar(Said(answer)).references(KNOWN) is None  # type: ignore[arg-type]
    assert SemanticScholar(Said({"data": []})).references(KNOWN) == []  # type: ignore[arg-type]
    assert OpenAlex(Said({"referenced_works": []})).references(KNOWN) is None  # type: ignore[arg-type]


def test_openalex_spells_abstracts_by_their_words() -> None:
    item = {"id": "https://openalex.org/W77", "doi": "https://doi.org/10.5555/1", "title": "T",
            "abstract_inverted_index": {"nets": [1, 3], "Old": [0], "beat": [2]}}  # fmt: skip
    (found,) = OpenAlex(Said({"results": [item]})).resolve([PaperRecord(ids=(("doi", "10.5555/1"),))])  # type: ignore[arg-type]
    assert found is not None
    assert found.abstract == "Old nets beat nets"


def test_what_has_no_doi_is_nobody_elses() -> None:
    item = {"id": "https://openalex.org/W77", "doi": None, "title": "A Net of Nets"}
    asked = [PaperRecord("Another"), PaperRecord(ids=(("openalex", "W77"),))]
    none, found = OpenAlex(Said({"results": [item]})).resolve(asked)  # type: ignore[arg-type]
    assert none is None
    assert found is not None
    assert found.title == "A Net of Nets"


@pytest.mark.parametrize(
    ("updates", "notice"),
    [
        ([], ""),
        ([{"type": "correction", "DOI": "10.5555/2"}], ""),
        (
            [
                {"type": "expression_of_concern", "DOI": "10.5555/2"},
                {"type": "retraction", "DOI": "10.5555/3", "updated": {"date-parts": [[2021, 3, 5]]}},
            ],
            "retraction, 2021-03-05, doi:10.5555/3",
        ),
        ([{"type": "expression_of_concern", "updated": None}, None, "x"], "expression of concern"),
        ({"type": "retraction"}, ""),
    ],
)
def test_a_notice_of_retraction_is_recorded(updates: Any, notice: str) -> None:
    work = {"title": ["A Net of Nets"], "DOI": "10.5555/1", "updated-by": updates}
    (found,) = Crossref(Said({"message": work})).resolve([KNOWN])  # type: ignore[arg-type]
    assert found is not None
    assert found.retracted == notice


def test_arxivs_feed() -> None:
    feed = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:a="http://arxiv.org/schemas/atom">
    <entry><id>http://arxiv.org/abs/1901.00001v3</id><title>A Net
      of Nets</title><summary> Words. </summary><published>2019-01-01T00:00:00Z</published>
      <author><name>Ann Lee</name></author><a:doi>10.5555/1</a:doi></entry>
    <entry><id>http://arxiv.org/api/errors#x</id><title>Error</title></entry></feed>"""
    (found,) = Arxiv(Said(feed)).resolve([KNOWN])  # type: ignore[arg-type]
    assert found == PaperRecord("A Net of Nets", ("Ann Lee",), 2019, abstract="Words.", known=True,
                         ids=(("arxiv", "1901.00001"), ("doi", "10.5555/1")))  # fmt: skip
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><feed xmlns="http://www.w3.org/2005/Atom">&b;</feed>'
    with pytest.raises(TransientFetchError):
        Arxiv(Said(bomb)).resolve([KNOWN])  # type: ignore[arg-type]


def test_places_of_arxiv() -> None:
    base = "https://export.arxiv.org"
    assert [p.url for p in arxiv_copies(base, "1901.00001", 2, tex=True)] == [
        f"{base}/e-print/1901.00001v2", f"{base}/pdf/1901.00001v2",
    ]  # fmt: skip
    assert [p.url for p in arxiv_copies(base, "cs/0112017", 0, tex=False)] == [f"{base}/pdf/cs/0112017"]


class Broken:
    """A service that fails."""

    name = "Broken"

    def __init__(self) -> None:
        self.asked = 0

    def resolve(self, _: object) -> list[PaperRecord | None]:
        self.asked += 1
        raise TransientFetchError("status 500")

    def search(self, _: PaperRecord) -> PaperRecord | None:
        self.asked += 1
        raise TransientFetchError("status 500")

    def references(self, _: PaperRecord) -> list[PaperRecord] | None:
        self.asked += 1
        raise TransientFetchError("status 500")


def test_a_service_that_fails_again_and_again_is_left_alone() -> None:
    broken = Broken()
    panel = Providers(Said({}), [broken])  # type: ignore[arg-type]
    for _ in range(5):
        assert panel.find(KNOWN) is None
    assert broken.asked == 2
    assert panel.troubles == {"Broken": "status 500"}


def test_small_readings() -> None:
    assert as_text([" <jats:p>A &amp; B</jats:p>\n", "C"]) == "A & B"
    assert (parse_year("2019-05"), parse_year(2019), parse_year(None), parse_year(True), parse_year("n.d."), parse_year(12)) == (
        2019, 2019, None, None, None, None,
    )  # fmt: skip
    assert normalize_ids(
        [("doi", "https://doi.org/10.5555/X"), ("arxiv", None), ("doi", "10.5555/Y"), ("acl", 3)]
    ) == (("doi", "10.5555/x"),)
