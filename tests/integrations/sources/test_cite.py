"""Sources of an answer: other programs read them, and the readers of this one give the papers back."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import citehop
from citehop.acquisition.paper_lists import read_paper_list
from citehop.agent.session import Session
from citehop.agent.types import Answer, Citation
from citehop.errors import UsageError
from citehop.integrations.sources.csl import build_item, split_name
from citehop.integrations.sources.quotes import find_context, find_paragraph
from citehop.papers.boxes import NOWHERE
from citehop.papers.parsing.printed_pages import find_printed_page
from citehop.papers.record import Printed, Record
from citehop.papers.types import Paper, PublicationPlace


@pytest.fixture(scope="module")
def biology(real_session: Callable[..., Session]) -> Session:
    """One real review of nine pages, printed as pages 116 to 124 of its journal."""
    return real_session("biology", "Bintu2005*models")


@pytest.fixture(scope="module")
def answer(biology: Session) -> Answer:
    """An answer that quotes the third page twice."""
    paper = biology.cluster.papers()[0]
    sentence = re.compile(r"(?<=\. )[A-Z][^.\[\]&<>]{40,}\.(?= [A-Z])")
    quotes = [found for block in paper.blocks if block.page == 3 for found in sentence.findall(block.text)][
        :2
    ]
    return Answer("", tuple(Citation(paper.id, 3, NOWHERE, quote) for quote in quotes), status="answered")


@pytest.mark.parametrize(("form", "suffix"), [("bibtex", "bib"), ("csl", "json")])
def test_what_is_written_is_read_again(
    form: str, suffix: str, biology: Session, answer: Answer, tmp_path: Path
) -> None:
    file = tmp_path / f"sources.{suffix}"
    file.write_text(citehop.cite(biology, answer, form))
    ((record, _),) = read_paper_list(file)
    paper = biology.cluster.papers()[0]
    assert (record.title, record.authors, record.year) == (paper.title, paper.authors, paper.year)
    assert record.venue == "Current Opinion in Genetics & Development"
    assert dict(record.ids)["doi"] == "10.1016/j.gde.2005.02.007"


def test_ris_has_one_record_with_both_quotes(biology: Session, answer: Answer) -> None:
    lines = citehop.cite(biology, answer, "ris").splitlines()
    assert lines[0] == "TY  - JOUR"
    assert lines[-1] == "ER  - "
    assert {"VL  - 15", "SP  - 116", "EP  - 124", "PY  - 2005"} <= set(lines)
    (note,) = (line for line in lines if line.startswith("N1"))
    assert all(f"p. 118 (page 3 of the file): “{each.quote}”" in note for each in answer.citations)


def test_csl_has_parts_of_names(biology: Session, answer: Answer) -> None:
    (item,) = json.loads(citehop.cite(biology, answer, "csl"))
    assert item["author"][0] == {"family": "Bintu", "given": "Lacramioara"}
    assert item["issued"] == {"date-parts": [[2005]]}


def test_markdown_shows_each_quote_in_its_sentences(biology: Session, answer: Answer) -> None:
    text = citehop.cite(biology, answer, "markdown")
    first, second = (each.quote for each in answer.citations)
    assert text.count("p. 118 (page 3 of the file)") == 2
    assert re.search(rf"> .*[.?!] \*\*{re.escape(first)}\*\* [A-Z]", text)
    assert f"**{second}**" in text


def test_an_answer_without_sources_has_none(by_words: Session) -> None:
    assert citehop.cite(by_words, Answer("No."), "ris") == ""


def test_an_unknown_format_is_named_with_the_others(by_words: Session) -> None:
    with pytest.raises(UsageError, match="no citation format 'endnote'; choose one of bibtex, ris, csl"):
        citehop.cite(by_words, Answer("No."), "endnote")


@pytest.mark.parametrize(
    ("name", "family", "given"),
    [("Selma E. de Mink", "de Mink", "Selma E."), ("PAUL GOLDSMITH-PINKHAM", "Goldsmith-Pinkham", "Paul")],
)
def test_names_are_divided(name: str, family: str, given: str) -> None:
    assert split_name(name) == {"family": family, "given": given}


def test_a_group_has_one_name() -> None:
    assert split_name("OpenAI") == {"literal": "OpenAI"}


@pytest.mark.parametrize(
    ("printed", "venue", "kind"),
    [
        ("JAMA Network Open. 2021;4(4):e218418", "JAMA Network Open", "article-journal"),
        (
            "Articles Lancet Diabetes Endocrinol 2018; 6: 464–75",
            "Lancet Diabetes Endocrinol",
            "article-journal",
        ),
        ("Proceedings of EMNLP 2020", "Proceedings of EMNLP 2020", "paper-conference"),
        ("", None, "article"),
    ],
)
def test_the_venue_is_its_name_alone(printed: str, venue: str | None, kind: str) -> None:
    paper = Paper("a-2020", "A", record=Record(venue=Printed(printed) if printed else None))
    item = build_item(paper, [])
    assert (item.get("container-title"), item["type"]) == (venue, kind)


@pytest.mark.parametrize(
    ("span", "pages", "printed"),
    [("464–75", 12, 466), ("116–124", 9, 118), ("116–124", 10, None), ("k1479", 9, None)],
)
def test_the_printed_page_needs_as_many_pages_as_the_journal_has(
    span: str, pages: int, printed: int | None
) -> None:
    paper = Paper("a-2020", "A", pages=pages, place=PublicationPlace(pages=span))
    assert find_printed_page(paper, 3) == printed


def test_a_quote_that_no_paragraph_has_is_its_own_context(biology: Session, answer: Answer) -> None:
    paper = biology.cluster.papers()[0]
    lost = replace(answer.citations[0], quote="nowhere to be found")
    assert find_paragraph(lost, paper) == "nowhere to be found"
    assert find_context(lost, paper) == ("", "")
