"""The paper's protocol: prompts of one's own, and what is read in chunks."""

import json
from itertools import pairwise
from pathlib import Path
from string import Template

import pytest

from citehop.errors import UsageError
from citehop.evaluation.baselines.paper_protocol import CHUNK, OVERLAP, read_papers, split_chunks
from citehop.evaluation.baselines.protocol_prompts import load_prompts, our_prompts
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


def test_our_prompts_take_their_placeholders_and_fence_what_they_hold() -> None:
    ours = load_prompts()
    for name, own in our_prompts().items():
        placeholders = Template(own).get_identifiers()
        text = ours.fill(name, **{key: f"({key})" for key in placeholders})
        assert all(f"({key})\n" in text for key in placeholders)
        assert "$" not in text
        assert ("<<material" in text) == bool(placeholders)


def test_files_of_a_user_replace_ours_and_are_filled_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "rank.txt").write_text("Q: $question\nList: ${papers}\nIt costs $$5.")
    prompts = load_prompts(str(tmp_path))
    assert prompts.fill("rank", question="why?", papers="$none") == "Q: why?\nList: $none\nIt costs $5."
    assert prompts.fill("recall", question="why?") == load_prompts().fill("recall", question="why?")
    assert prompts.version != load_prompts().version
    assert prompts.label("rank") != load_prompts().label("rank")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("rank.txt", "$question only", "rank.txt lacks the placeholder $papers; it takes $question, $papers"),
        ("read.txt", "$question $material $papers", "read.txt has the unknown placeholder $papers"),
        (
            "caption.txt",
            "A $caption",
            "caption.txt has the unknown placeholder $caption; it takes no placeholders",
        ),
        ("recall.txt", "$question costs 5$", "recall.txt has a lone dollar sign"),
        ("ranking.txt", "$question", "ranking.txt is no prompt of M3SciQA; known: caption.txt, extract.txt"),
    ],
)
def test_a_faulty_file_is_named_with_the_fix(tmp_path: Path, name: str, text: str, told: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(UsageError) as caught:
        load_prompts(str(tmp_path))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_without_prompts_and_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no prompt files; it may hold caption"):
        load_prompts(str(tmp_path))
    (tmp_path / "rank.txt").write_bytes(b"\xff\xfe$question")
    with pytest.raises(UsageError, match="cannot be read as UTF-8"):
        load_prompts(str(tmp_path))
