from __future__ import annotations

import json
from itertools import pairwise

from citehop.evaluation.baselines.paper_protocol import CHUNK, OVERLAP, read_papers, split_chunks
from citehop.evaluation.baselines.protocol_prompts import load_prompts
from citehop.evaluation.types import AnswerQuote, Document, Example, Prediction
from citehop.testing import QueueLLM


def said(answer: str, quote: str = "") -> str:
    return f"Let me think. {json.dumps({'answer': answer, 'quote': quote})}"


def read(llm: QueueLLM, *documents: Document) -> Prediction:
    return read_papers(llm, load_prompts(), Example("1", "Which colour?"), documents)


def test_chunks_overlap_and_their_answers_are_put_together() -> None:
    text = "".join(f"{n:06d}\n" for n in range(3 * CHUNK // 7))
    chunks = split_chunks([Document("a", "", text)])
    assert len(chunks) == 4
    assert all(before[-OVERLAP:] == after[:OVERLAP] for before, after in pairwise(chunks))
    assert "".join([chunks[0], *(chunk[OVERLAP:] for chunk in chunks[1:])]) == text
    assert split_chunks([Document("a"), Document("b", "Title")]) == ["Title: Title"]
    llm = QueueLLM(
        [
            said("I don't know."),
            said("Red.", "000001\n000002"),
            said("Blue.", "made up"),
            "no JSON here",
            said("Both."),
        ]
    )
    found = read(llm, Document("a", "", text), Document("b"))
    assert (found.answer, found.shown) == ("Both.", ("a",))
    assert found.quotes == (AnswerQuote("a", "000001\n000002"),)  # the other quote is made up
    joining = llm.requests[-1].messages[-1].text
    assert "1. Red." in joining
    assert "3. no JSON here" in joining
    assert "know" not in joining.split("<<material")[-1]


def test_one_answer_needs_no_joining_and_none_is_ignorance() -> None:
    paper = Document("a", "T", "x" * (2 * CHUNK))
    assert (
        read(QueueLLM([said("I do not know"), said("Red."), said("i don't know!")]), paper).answer == "Red."
    )
    assert read(QueueLLM([said("I don't know")] * 3), paper).answer == "I don't know"
    closed = QueueLLM(['{"answer": "From memory"}'])
    assert read(closed).answer == "From memory"
    assert "No documents available" in closed.requests[0].messages[-1].text
