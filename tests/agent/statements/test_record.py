"""Statements of the record of a sample paper, with a record that it has not."""

from dataclasses import replace
from itertools import chain

import pytest

from citehop.agent.query.types import RecordField
from citehop.agent.session import Session
from citehop.agent.statements.record import describe_unknown, state_fields
from citehop.agent.statements.types import Statement
from citehop.papers.boxes import BBox
from citehop.papers.record import (
    Affiliation,
    DatedEvent,
    EmailAddress,
    OwnIdentifier,
    OwnLink,
    Printed,
    Record,
)

RILLNET, TITLE = "castellanos-2021-rillnet", '"RillNet: Message Passing along Drainage Lines"'
EKBY, UCO = "University of Ekby", "University of California Oslo"


def printed(text: str) -> Printed:
    return Printed(text, text, 1, BBox(0, 0, 9, 9))


RECORD = Record(
    title=printed("RillNet"),
    authors=(printed("Ignacio Castellanos"),),
    byline=(printed("Ignacio Castellanos ¹ Núria Pla ² Deborah Amankwah ²"), printed(f"¹ {EKBY} ² {UCO}")),
    affiliations=(
        Affiliation("Ignacio Castellanos", printed(EKBY)),
        Affiliation("Núria Pla", printed(UCO)),
        Affiliation("Deborah Amankwah", printed(UCO)),
    ),
    whereabouts=(printed("The work was done while Pla was an intern at Foo Labs"),),
    emails=(
        EmailAddress(printed("ic@ekby.org"), "Ignacio Castellanos"),
        EmailAddress(printed("amankwah@uco.edu"), "Deborah Amankwah"),
    ),
    corresponding="Deborah Amankwah",
    venue=printed("Rain Letters, 4:17-39, 2021"),
    dates=(
        DatedEvent("received", "4/02", printed("Submitted 4/02")),
        DatedEvent("published", "2/03", printed("Published 2/03")),
    ),
    identifiers=(OwnIdentifier("ISBN", printed("978-1")), OwnIdentifier("article number", printed("111"))),
    links=(
        OwnLink("code", printed("http://a.org/code"), "Our code is at http://a.org/code."),
        OwnLink("demo", printed("http://a.org/demo"), "http://a.org/demo"),
    ),
    acknowledgments=(
        printed("We thank Ada Falk for the name."),
        printed("We also thank Bo Ek for comments."),
    ),
)


@pytest.fixture
def session(by_words: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    paper = replace(by_words.cluster.paper(RILLNET), record=RECORD)
    monkeypatch.setitem(by_words.cluster._papers, RILLNET, paper)
    return by_words


def state(session: Session, *fields: RecordField, about: str = "") -> tuple[Statement, ...]:
    stated = state_fields(session, RILLNET, fields, about)
    return tuple(dict.fromkeys(chain.from_iterable(stated.values())))


@pytest.mark.parametrize(
    ("fields", "about", "text"),
    [
        (("first_author",), "", f"The first author of {TITLE} is Ignacio Castellanos."),
        (("last_author",), "", f"The last author of {TITLE} is Deborah Amankwah."),
        (("corresponding_author",), "", f"The corresponding author of {TITLE} is Deborah Amankwah."),
        (("emails",), "", f"E-mail in {TITLE}: ic@ekby.org, amankwah@uco.edu"),
        (
            ("emails",),
            "the address of Amankwah",
            "The e-mail address of Deborah Amankwah is amankwah@uco.edu.",
        ),
        (("venue",), "", f"{TITLE} appeared in: Rain Letters, 4:17-39, 2021."),
        (
            ("dates",),
            "",
            f"{TITLE}: Submitted 4/02; Published 2/03; 10 months from the first to the last.",
        ),
        (("identifiers",), "", f"{TITLE} has article number 111 and ISBN 978-1."),
        (
            ("identifiers",),
            "ISSN and article number",
            f"{TITLE} has article number 111 and no ISSN on its first page.",
        ),
        (("links",), "", f"{TITLE} gives the link http://a.org/code: “Our code is at http://a.org/code.”"),
        (("links",), "where is the demo", f"{TITLE} gives the link http://a.org/demo."),
        (("acknowledgments",), "thanked for comments", "We also thank Bo Ek for comments."),
        (
            ("acknowledgments",),
            "",
            "We thank Ada Falk for the name. We also thank Bo Ek for comments.",
        ),
    ],
)
def test_a_field_is_looked_up(
    fields: tuple[RecordField, ...], about: str, text: str, session: Session
) -> None:
    (statement,) = state(session, *fields, about=about)
    assert statement.text == text
    assert statement.citations
    assert {citation.page for citation in statement.citations} == {1}
    assert all(citation.quote in str(RECORD) for citation in statement.citations)


@pytest.mark.parametrize(
    ("fields", "about", "places"),
    [
        (("affiliations",), "", f"Ignacio Castellanos: {EKBY}; Núria Pla and Deborah Amankwah: {UCO}"),
        (("affiliations",), "Where does Núria Pla, author of RillNet, work?", f"Núria Pla: {UCO}"),
        (("affiliations",), "the authors from Oslo", f"Núria Pla and Deborah Amankwah: {UCO}"),
        (("first_author", "affiliations"), "", f"Ignacio Castellanos: {EKBY}"),
    ],
)
def test_affiliations_are_of_whoever_is_meant(
    fields: tuple[RecordField, ...], about: str, places: str, session: Session
) -> None:
    texts = [statement.text for statement in state(session, *fields, about=about)]
    assert f"Affiliation in {TITLE}: {places}." in texts


def test_a_note_on_where_the_work_was_done_comes_first_if_it_is_meant(session: Session) -> None:
    note = RECORD.whereabouts[0].text
    assert state(session, "affiliations", about="where was Pla an intern")[0].text == note
    assert state(session, "affiliations")[-1].text == note


def test_lines_around_the_title_stand_for_affiliations_that_are_not_clear(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = replace(RECORD, affiliations=(), whereabouts=())
    monkeypatch.setitem(
        session.cluster._papers, RILLNET, replace(session.cluster.paper(RILLNET), record=record)
    )
    (statement,) = state(session, "affiliations")
    assert statement.text == f"On the first page of {TITLE}: {'; '.join(line.text for line in RECORD.byline)}"


def test_a_field_that_is_not_known_has_no_statement(session: Session) -> None:
    assert state(session, "keywords", "funding", "publisher") == ()
    assert describe_unknown(session, RILLNET, "keywords") == f"The keywords of {TITLE} are not known."
    assert describe_unknown(session, RILLNET, "doi") == f"The DOI of {TITLE} is not known."
