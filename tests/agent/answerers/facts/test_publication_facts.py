"""When a paper was accepted, and who paid for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.facts import publication_facts
from citehop.agent.answerers.facts.publication_facts import describe_dates, describe_funding
from citehop.agent.plan import Plan
from citehop.agent.query.grammar.parser import parse_question
from citehop.agent.relevance.subject import find_subjects
from citehop.agent.request_context import Focus, RequestContext
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.agent.types import Citation
from citehop.papers.types import BBox, Block, BlockKind

DATES = "Submission received: October 1, 2011; revised submission received: June 16, 2012; accepted: August 3, 2012"


def block(text: str, section: str = "", kind: BlockKind = "paragraph") -> Block:
    return Block(text, 2, BBox(0, 0, 9, 9), kind, section)


@pytest.fixture
def context(by_words: Session) -> RequestContext:
    return asking("RillNet", by_words)


def asking(question: str, session: Session) -> RequestContext:
    return RequestContext(session, parse_question(question), Focus(), Plan(), Trace(None), None, None)


@pytest.mark.parametrize(
    ("page", "dates"),
    [
        (f"Rain on Mars. {DATES}. © 2013", DATES),
        ("Submitted 4/02; Published 2/03 Rain on Mars", "Submitted 4/02; Published 2/03"),
        ("Rain on Mars. The messages were received in 2012.", ""),
    ],
)
def test_the_dates_of_the_first_page(
    page: str, dates: str, context: RequestContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publication_facts, "read_page", lambda *_: page)
    part = describe_dates(context, find_subjects("RillNet", context.session.subjects))
    assert (part is not None and part[0].endswith(f": {dates}.")) == bool(dates)


@pytest.mark.parametrize(
    ("blocks", "text"),
    [
        (
            (
                block("We thank Bo. Ada holds an Ekby grant.", "Acknowledgements"),
                block("We support rain.", "Rain"),
            ),
            "Ada holds an Ekby grant.",
        ),
        ((block("This work was supported by Ekby.", "Introduction"),), "This work was supported by Ekby."),
        ((block("Vectors that are supported by rain.", "Method"),), None),
    ],
)
def test_who_paid_for_the_work(
    blocks: tuple[Block, ...], text: str | None, context: RequestContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = replace(context.session.cluster.paper("castellanos-2021-rillnet"), blocks=blocks)
    monkeypatch.setattr(publication_facts, "asked_paper", lambda *_: paper)
    part = describe_funding(context, ())
    assert (part[0] if part else None) == text


@pytest.mark.parametrize(
    ("question", "page", "line"),
    [
        ("When was RillNet accepted?", "Rain fell here. Received 3 May 2012", None),
        (
            "How long from submission to publication of RillNet?",
            "Submitted 4/02; Published 2/03",
            "Submitted 4/02; Published 2/03; 10 months from the first to the last",
        ),
        ("When was RillNet accepted?", "Bo Ek Oslo accepted 3 May 2012", "accepted 3 May 2012"),
        (
            "When was RillNet submitted?",
            "Available online 1 May 2011. Received 3 May 2012",
            "Received 3 May 2012",
        ),
        (
            "What is the acceptance date of RillNet?",
            "Published 2/03 in Rain. Manuscript accepted: 1/03",
            "Manuscript accepted: 1/03",
        ),
    ],
)
def test_the_line_has_what_is_asked_for(
    question: str, page: str, line: str | None, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publication_facts, "read_page", lambda *_: page)
    part = describe_dates(asking(question, by_words), find_subjects("RillNet", by_words.subjects))
    assert (part[0].partition('": ')[2] if part else None) == (line and f"{line}.")


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        (("Ek paid a grant. Falk paid a grant.", "Ek paid a grant."), "Ek paid a grant. Falk paid a grant."),
        (("Ek paid a grant.",), "Ek paid a grant."),
    ],
)
def test_all_of_the_sentences_on_who_paid_are_cited(
    printed: tuple[str, ...], text: str, context: RequestContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    thanks = block("We thank Bo. Ek paid a grant. Falk paid a grant. Bo sang. Lind gave funds.", "Funding")
    paper = replace(context.session.cluster.paper("castellanos-2021-rillnet"), blocks=(thanks,))
    monkeypatch.setattr(publication_facts, "asked_paper", lambda *_: paper)
    quoted = {each: Citation(paper.id, 2, thanks.bbox, each) for each in printed}
    monkeypatch.setattr(publication_facts, "locate", lambda *args: quoted.get(args[-1]))
    assert describe_funding(context, ()) == (text, quoted[text])
