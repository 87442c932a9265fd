"""Drafts are parsed, proven, mended once, and only what holds is kept."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.agent.answerers.draft import Claim, DraftStream, parse_draft
from citehop.agent.answerers.types import ComposedAnswer, Material
from citehop.agent.answerers.write import compose
from citehop.agent.llm.errors import BudgetError
from citehop.agent.session import Session
from citehop.agent.types import Usage
from citehop.agent.verification.links import without_unquoted_links
from citehop.agent.verification.sentences import Prover
from citehop.indexes.types import Chunk
from citehop.testing import QueueLLM

DRAFT = """The error rises to 13.1 hours. [2]
> [2] "the timing error rises from 9.6 to 13.1 hours"
- **It** started at 9.6 hours.
>3: rises from 9.6

> [1] delays are fixed
"""


def test_a_draft_is_claims_with_their_quotes() -> None:
    assert parse_draft(DRAFT) == (
        Claim("The error rises to 13.1 hours.", ((2, "the timing error rises from 9.6 to 13.1 hours"),)),
        Claim("It started at 9.6 hours.", ((3, "rises from 9.6"), (1, "delays are fixed"))),
    )


@pytest.mark.parametrize(
    "text",
    ["UNKNOWN", " unknown.\n", "**UNKNOWN**", "", "\n\n", "> [1] a quote alone", "UNKNOWN\n> [1] x y z"],
)
def test_a_draft_without_an_answer_has_no_claims(text: str) -> None:
    assert parse_draft(text) == ()


@pytest.mark.parametrize(
    ("line", "quote"),
    [
        ("> [4] “curly quotes”", "curly quotes"),
        ("> 4: bare number", "bare number"),
        (">[4] 'single'", "single"),
        ('> [4] - "dashed" words', '"dashed" words'),
        ("> [ 4 ] 12 percent", "12 percent"),
        ('> [4] he said "so"', 'he said "so"'),
    ],
)
def test_evidence_lines_as_models_write_them(line: str, quote: str) -> None:
    assert parse_draft(f"Claim.\n{line}")[0].quotes == ((4, quote),)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40))
def test_a_stream_shows_claims_and_holds_evidence_back_however_it_is_cut(sizes: list[int]) -> None:
    stream, shown, rest = DraftStream(), "", DRAFT
    for size in itertools.cycle(sizes):
        shown += stream.feed(rest[:size])
        rest = rest[size:]
        if not rest:
            break
    assert stream.end() == ""
    assert shown == "The error rises to 13.1 hours. [2]\n- **It** started at 9.6 hours.\n"


def test_a_stream_shows_words_before_the_line_ends_and_never_the_word_unknown() -> None:
    stream = DraftStream()
    assert stream.feed("The error ri") == "The error "
    assert stream.feed("ses") == ""
    assert stream.end() == "rises"
    for text in ("UNK", "UNKNOWN", "Unknown", "U"):
        stream = DraftStream()
        assert stream.feed(text) + stream.end() == ""
    stream = DraftStream()
    assert stream.feed("Under load") + stream.end() == "Under load"


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40))
def test_a_stream_shows_no_link_however_it_is_cut(sizes: list[int]) -> None:
    stream, shown = DraftStream(), ""
    rest = (
        "See https://evil.example/?q=1 or [this page](http://evil.example) or ![it](https://evil.example/2)"
    )
    for size in itertools.cycle(sizes):
        shown += stream.feed(rest[:size])
        rest = rest[size:]
        if not rest:
            break
    shown += stream.end()
    assert "evil" not in shown
    assert shown.startswith("See (link removed) or ")


def test_links_stand_only_where_a_quote_has_them() -> None:
    text = "See https://evil.example/?q=secret and ![x](http://evil.example/p.png) and www.evil.example now."
    assert without_unquoted_links(text, []) == "See (link removed) and (link removed) and (link removed) now."
    assert without_unquoted_links("Code: https://good.example/x", ["at https://good.example/x"]).endswith(
        "good.example/x"
    )


QUOTE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."


@pytest.fixture
def material(sample: Session) -> Material:
    def passage(paper: str, words: str) -> Chunk:
        return next(chunk for chunk in sample.index.chunks(paper) if words in " ".join(chunk.text.split()))

    passages = (
        passage("thorvik-2023-snowledger", "underestimated by 22 percent"),
        passage("castellanos-2021-rillnet", "rises from 9.6 to 13.1"),
    )
    titles = {paper.id: paper.title for paper in sample.cluster.papers()}
    return Material("How does the timing error change with fixed delays?", "RillNet", passages, titles)


def run(llm: QueueLLM, material: Material, sample: Session) -> ComposedAnswer:
    return compose(llm, material, Prover(sample.cluster))


def test_a_proven_draft_is_the_answer(sample: Session, material: Material) -> None:
    llm = QueueLLM([f"The timing error rises to 13.1 hours.\n> [2] {QUOTE}\n"])
    done = run(llm, material, sample)
    assert done.text == "The timing error rises to 13.1 hours. [1]"
    (citation,) = done.citations
    assert (citation.paper_id, citation.page, citation.quote) == ("castellanos-2021-rillnet", 1, QUOTE)
    assert done.notes == ()


def test_a_wrong_passage_number_is_put_right(sample: Session, material: Material) -> None:
    for number in (1, 0, 99):
        done = run(QueueLLM([f"The timing error rises.\n> [{number}] {QUOTE}\n"]), material, sample)
        assert done.citations[0].paper_id == "castellanos-2021-rillnet"


def test_explanations_follow_and_share_citations(sample: Session, material: Material) -> None:
    peak = "> [1] the peak is underestimated by 22 percent on average"
    rises = f"The timing error rises.\n> [2] {QUOTE}"
    draft = f"{rises}\nDelays were fixed at a day.\n> [2] {QUOTE}\n{peak}\nPeaks are low.\n{peak}"
    done = run(QueueLLM([draft]), material, sample)
    assert done.text == "The timing error rises. [1]\n\nDelays were fixed at a day. [1] Peaks are low. [2]"
    assert len(done.citations) == 2


def test_a_false_quote_is_dropped_and_its_claim_mended_once(sample: Session, material: Material) -> None:
    false = QUOTE.replace("13.1", "31.1")
    llm = QueueLLM(
        [
            f"The timing error rises to 31.1 hours.\n> [2] {false}\n",
            f"(1) The timing error rises to 13.1 hours.\n> [2] {QUOTE}\n",
        ]
    )
    done = run(llm, material, sample)
    assert done.text == "The timing error rises to 13.1 hours. [1]"
    repair = llm.requests[1].messages[-1].text
    assert "rises from 9.6 to 13.1 hours" in repair  # the passage it named
    assert "underestimated by 22 percent" not in repair  # and no other


def test_what_cannot_be_mended_is_removed_and_said(sample: Session, material: Material) -> None:
    draft = f"The timing error rises.\n> [2] {QUOTE}\nIt also doubles.\n> [2] the timing error doubles in every basin\n"
    done = run(QueueLLM([draft, "UNKNOWN"]), material, sample)
    assert done.text == "The timing error rises. [1]"
    assert done.notes == ("removed, since no quote supports it: It also doubles.",)


def test_without_its_short_answer_there_is_no_answer(sample: Session, material: Material) -> None:
    draft = f"It doubles.\n> [2] the timing error doubles in every basin\nThe timing error rises.\n> [2] {QUOTE}\n"
    done = run(QueueLLM([draft, "UNKNOWN"]), material, sample)
    assert (done.text, done.citations) == ("", ())
    assert done.notes == ("removed, since no quote supports it: It doubles.",)


def test_a_mended_claim_takes_the_place_it_carries(sample: Session, material: Material) -> None:
    draft = "Wrong one.\n> [2] not in there at all\nWrong two.\n> [1] not in there either\n"
    mended = (
        "(2) Peaks are low.\n> [1] the peak is underestimated by 22 percent on average\n(1) The timing error rises.\n> [2] "
        + QUOTE
    )
    done = run(QueueLLM([draft, mended]), material, sample)
    assert done.text == "The timing error rises. [1]\n\nPeaks are low. [2]"


@pytest.mark.parametrize(
    "quote",
    [
        "the timing error rises from 9.6 to 31.1 hours",  # a changed number
        "the timing error falls from 9.6 to 13.1 hours",  # a changed word
        "the timing error rises from 13.1 to 9.6 hours",  # swapped
        "the timing error never rises from 9.6 to 13.1 hours",  # negated
        "timing error",  # too short to prove anything
        "",
    ],
)
def test_quotes_that_do_not_hold_prove_nothing(quote: str, sample: Session, material: Material) -> None:
    done = run(QueueLLM([f"The timing error rises.\n> [2] {quote}\n", "UNKNOWN"]), material, sample)
    assert done.text == ""


def test_a_true_quote_about_something_else_proves_nothing(sample: Session, material: Material) -> None:
    done = run(QueueLLM([f"Bananas are yellow.\n> [2] {QUOTE}\n", "UNKNOWN"]), material, sample)
    assert done.text == ""


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (f"It is not true that {QUOTE[0].lower()}{QUOTE[1:]}", "it denies"),
        ("The timing error does not rise to 13.1 hours.", 'does not have the negation "not"'),
        ("The timing error rises by 36 percent to 13.1.", "the number 36 is not in the quote"),
        ("The timing error falls to 13.1 hours.", 'the quote has "rises", the line "falls"'),
        ("The stage error of HydroNet rises to 13.1 hours.", '"HydroNet" is not in the quote'),
    ],
)
def test_a_located_quote_that_does_not_support_its_claim_proves_nothing(
    line: str, fault: str, sample: Session, material: Material
) -> None:
    mended = f"(1) The timing error rises to 13.1 hours.\n> [2] {QUOTE}\n"
    llm = QueueLLM([f"{line}\n> [2] {QUOTE}\n", mended])
    assert run(llm, material, sample).text == "The timing error rises to 13.1 hours. [1]"
    assert fault in llm.requests[1].messages[-1].text

    removed = run(QueueLLM([f"{line}\n> [2] {QUOTE}\n", "UNKNOWN"]), material, sample)
    assert (removed.text, removed.citations) == ("", ())
    assert removed.notes == (f"removed, since no quote supports it: {line}",)


def test_unknown_is_an_abstention_without_a_second_call(sample: Session, material: Material) -> None:
    llm = QueueLLM(["UNKNOWN"])
    assert run(llm, material, sample) == ComposedAnswer(model="queue")
    assert len(llm.requests) == 1


def test_a_budget_that_ends_at_the_mending_keeps_what_was_proven(sample: Session, material: Material) -> None:
    draft = f"The timing error rises.\n> [2] {QUOTE}\nIt doubles.\n> [2] the timing error doubles in every basin\n"
    done = run(QueueLLM([draft, BudgetError("stopped", Usage())]), material, sample)
    assert done.text == "The timing error rises. [1]"
    assert done.notes[0] == "stopped"


def test_the_draft_streams_without_its_evidence(sample: Session, material: Material) -> None:
    shown: list[str] = []
    llm = QueueLLM([f"The timing error rises.\n> [2] {QUOTE}\n"])
    done = compose(llm, material, Prover(sample.cluster), shown.append)
    assert "".join(shown).strip() == "The timing error rises."
    assert len(shown) > 1
    assert done.text == "The timing error rises. [1]"
