"""Answers made of quotes: located on the page, one for each part of a question, the closest where none answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.quotes import (
    choose_quotes,
    cite_part,
    judge_question,
    scope_subjects,
)
from citehop.agent.ask import ask
from citehop.agent.relevance.features import NAMES
from citehop.agent.relevance.gate import GateVerdict
from citehop.agent.session import Session
from citehop.agent.types import Citation
from citehop.agent.verification.sentences import Prover, Sentence
from citehop.indexes.types import Chunk
from citehop.papers.parsing.pdf.pages import page_text
from citehop.papers.types import BBox


def test_the_papers_of_a_scope_are_subjects_by_their_weight() -> None:
    subjects = {s.paper_id: s for s in scope_subjects({"a": 1.0, "b": 0.5})}
    assert {i: s.probability for i, s in subjects.items()} == pytest.approx({"a": 2 / 3, "b": 1 / 3})
    assert {i: s.named for i, s in subjects.items()} == {"a": 1.0, "b": 0.5}
    assert scope_subjects({}) == ()
    assert [s.probability for s in scope_subjects({"a": 0.0})] == [0.0]


def test_every_quote_occurs_word_for_word_on_its_page(by_words: Session) -> None:
    answer = ask(
        by_words, "What happens to the timing error of RillNet if all delays are fixed at one day per edge?"
    )
    assert answer.status == "answered"
    assert "13.1 hours" in answer.text
    for number, citation in enumerate(answer.citations, 1):
        source = by_words.cluster.source_path(citation.paper_id)
        assert source is not None
        assert citation.quote in page_text(source, citation.page)
        ends = (
            f"{citation.quote} [{number}]",
            f"“{citation.quote}”) [{number}]",
        )  # a sentence, the row of a table
        assert any(end in answer.text for end in ends)


def test_an_abstention_has_the_closest_passage_and_no_citation(by_words: Session) -> None:
    answer = ask(by_words, "What is the highest mountain in Europe?")
    assert (answer.status, answer.citations) == ("abstained", ())
    assert answer.closest is not None
    assert answer.closest.quote not in answer.text


def test_nothing_is_close_to_a_question_that_shares_no_word_with_the_papers(by_words: Session) -> None:
    answer = ask(by_words, "Why do sourdough loaves taste of sugar and yeast?")
    assert (answer.status, answer.closest) == ("abstained", None)


@pytest.mark.parametrize(
    ("question", "scores", "quotes"),
    [
        ("Why does RillNet delay the runoff?", (0.0, 0.0, 0.0, 0.0, 0.0), 3),  # of equal shares, .2 each
        ("Why does RillNet delay the runoff?", (1.0, 1.0, -0.6, -0.6, -0.6), 2),  # the third has .08
        ("Why does RillNet delay the runoff?", (4.0, 0.0, 0.0, 0.0, 0.0), 1),
        ("What does RillNet delay?", (0.0, 0.0, 0.0, 0.0, 0.0), 2),
    ],
)
def test_a_reason_has_up_to_three_quotes_of_enough_probability(
    by_words: Session, question: str, scores: tuple[float, ...], quotes: int
) -> None:
    found = judge_question(by_words, "Why are delays of the runoff used?", {}, ())
    short = [each for each in found.ranked if len(each.sentence.text.split()) < 25]
    reasons = [each for each in short if each.row[NAMES.index("type")] >= 1.0]
    verdict = GateVerdict(tuple(reasons[: len(scores)]), scores, 0.9)
    assert len(choose_quotes(by_words, question, verdict)) == quotes


@pytest.mark.parametrize(
    ("question", "words"),
    [("List the corpora that are used.", 58), ("In which season were the 57 programmes shown?", 19)],
)
def test_a_long_sentence_is_not_cut_where_several_things_are_asked_for(
    by_words: Session, monkeypatch: pytest.MonkeyPatch, question: str, words: int
) -> None:
    first = "The first one, a news corpus, is made up of 57 programmes of the spring by day and night"
    long = f"{first}, and the second one is a corpus of {'long ' * 30}reports."
    found = judge_question(by_words, "Why are delays of the runoff used?", {}, ())
    candidate = replace(found.ranked[0], sentence=replace(found.ranked[0].sentence, text=long, before=""))
    monkeypatch.setattr(Prover, "cite", lambda _, s: Citation("p", 1, BBox(0, 0, 1, 1), s.text))
    (quote,) = choose_quotes(by_words, question, GateVerdict((candidate,), (1.0,), 0.9))
    assert len(long.split()) == 58
    assert len(quote.quote.split()) == words


def test_a_quote_does_not_end_in_a_comma() -> None:
    class Printed(Prover):
        def __init__(self) -> None: ...

        def cite(self, sentence: Sentence) -> Citation | None:
            return Citation("p", 1, BBox(0, 0, 1, 1), sentence.text)

    box = BBox(0, 0, 1, 1)
    sentence = Sentence("We use pooling, and sum.", Chunk("p:1", "p", "text", "", "", 1, box), 0)
    assert [c.quote for c in cite_part(Printed(), sentence, "We use pooling,")] == ["We use pooling"]


class Pages(Prover):
    """Finds what is in the texts of two pages."""

    def __init__(self, *pages: str) -> None:
        self._texts = dict(enumerate(pages, 1))

    def cite(self, sentence: Sentence) -> Citation | None:
        found = (self.find(sentence.chunk.paper_id, page, sentence.text) for page in self._texts)
        return next((citation for citation in found if citation), None)

    def find(self, paper_id: str, page: int, text: str) -> Citation | None:
        return Citation(paper_id, page, BOX, text) if text in self._texts[page] else None


BOX = BBox(0, 0, 1, 1)


@pytest.mark.parametrize(
    ("pages", "quotes"),
    [
        (
            ("Long ago. We trained all of", "our fourteen new models. It was late."),
            ["We trained all of", "our fourteen new models."],
        ),
        (
            ("Long ago. We", "trained all of our fourteen new models. It was late."),
            ["trained all of our fourteen new models."],
        ),
        (("We trained all of our fourteen new models.", ""), ["We trained all of our fourteen new models."]),
        (("We trained all of", "a page break later"), []),
    ],
)
def test_a_sentence_that_a_page_break_divides_is_quoted_in_two_parts(
    pages: tuple[str, str], quotes: list[str]
) -> None:
    chunk = Chunk("p:1", "p", "text", "", "", 1, BOX, ((1, BOX), (2, BOX)))
    sentence = Sentence("We trained all of our fourteen new models.", chunk, 0)
    assert [c.quote for c in cite_part(Pages(*pages), sentence, sentence.text)] == quotes
