"""Questions written by a model: SPIQA's rules one by one, and the command on a cluster with the scripted model
server.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.evaluation.spiqa.make import (
    MadeQuestion,
    filter_questions,
    find_fault,
    first_passage,
    without_lead,
)
from citehop.indexes.build.build import build
from citehop.papers.types import BBox, Block, Paper
from citehop.settings import Settings
from citehop.testing import ModelServer


@pytest.mark.parametrize(
    ("question", "answer", "fault"),
    [
        ("Which encoder converges first?", "The small one.", ""),
        ("How many rows are in Table 2?", "Five.", "trivial"),
        ("What does the blue line represent?", "The loss.", "trivial"),
        ("How many epochs does the encoder need?", "Ten.", ""),
        (
            "Which is best?",
            "It is hard to answer the question based on the given information.",
            "no clear answer",
        ),
        ("Which is best?", "The answer is not evident from the given passage.", "no clear answer"),
        ("Which is best?", "Not only the small one.", ""),
        ("Which is best?", " ", "no question or no answer"),
        ("Which method has the lowest loss?", "B.", "similar to another"),
    ],
)
def test_rules_by_words(question: str, answer: str, fault: str) -> None:
    assert (
        find_fault(MadeQuestion("p", "f", question, answer), ["Which method has the lowest loss of all?"])
        == fault
    )


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Based on the passage, which is best?", "Which is best?"),
        ("According to the given text, it falls.", "It falls."),
        ("Which is best, based on the passage?", "Which is best, based on the passage?"),
        ("Based on the figure, which is best?", "Based on the figure, which is best?"),
    ],
)
def test_the_passage_is_not_mentioned(text: str, bare: str) -> None:
    assert without_lead(text) == bare


def test_similar_questions_of_one_paper_are_kept_once() -> None:
    made = [MadeQuestion(paper, "f", "Which method is best?", "B.") for paper in ("p", "p", "q")]
    filtered = filter_questions(
        [*made, MadeQuestion("q", "f", "Why?", "So.")], lambda one: "no" * (one.question == "Why?")
    )
    assert [one.paper for one in filtered.kept] == ["p", "q"]
    assert filtered.dropped == {"similar to another": 1, "no": 1}


def test_the_passage_is_the_first_that_names_the_figure() -> None:
    box = BBox(0, 0, 1, 1)
    texts = ("Table 12 has all.", "See Fig. 1 and table 1.", "Table 1 again.")
    paper = Paper("p", "T", blocks=tuple(Block(text, 1, box) for text in texts))
    assert first_passage(paper, "Table 1") == texts[1]
    assert first_passage(paper, "Figure 1") == texts[1]
    assert first_passage(paper, "Figure 2") == first_passage(paper, "") == ""


def test_a_cluster_is_asked_about_and_answered(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], one_at_a_time: None
) -> None:
    build(FOLDER, "own", ANCHOR_FILE, Settings(home=str(home), embedding_model="none"), None)
    count = 0

    def script(body: Mapping[str, Any]) -> str:
        nonlocal count
        text = body["messages"][-1]["content"][0]["text"]
        if "Judge from the figure" in text:
            assert "The paper says of it" not in text
            return json.dumps({"from_figure": "Question: Q3" not in text, "correct": True, "trivial": False})
        count += 1
        made = {"question": f"Q{count} asks number {count}?", "answer": "It is B.", "figure_type": "plot"}
        return "no JSON" if count == 2 else json.dumps(made)

    made = tmp_path / "made"
    with ModelServer(script) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
        assert main(["make", "spiqa", "own", "--out", str(made), "--limit", "4", *model]) == 0
    assert "2 questions; dropped: 1 not from the figure" in capsys.readouterr().out
    with ModelServer(lambda _: "{'Answer': 'It is B.'}") as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache", "--json"]
        assert main(["bench", "spiqa", "--data", str(made), "--task", "full-paper", *model]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n"] == 2
    assert found["overall"]["ROUGE-L[coco]"] == 1.0
    assert main(["make", "spiqa", "own", "--out", str(tmp_path / "none")]) == 3
    assert "needs a model" in capsys.readouterr().err
