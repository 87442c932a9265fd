"""Bibliographies of questions: the forms that occur in the data set, and papers of the user's found by them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import ModuleType

import pytest

from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.runs.run_folder import RunFolder
from citehop.evaluation.scidqa.benchmark import prepare
from citehop.evaluation.scidqa.data import find_cited, load_cited, load_questions, split_bibliography
from citehop.settings import Settings

TREES = {
    "id": "trees2020",
    "title": "Growing Trees by Hand",
    "abstract": "On trees.",
    "sections": [{"heading": "Method", "paragraphs": ["The baseline threshold of growing trees is seven."]}],
}
OTHER = {"id": "other", "title": "Another Paper Entirely"}
ASKED = "How does it differ from [1]?"
ENTRY = "[1] A. Gardener. Growing trees by hand. In Proc. of Trees, 2020."


@pytest.mark.parametrize(
    ("question", "bare", "markers"),
    [
        (f"{ASKED}\nReferences:\n{ENTRY}\n[r5] B. Other. 2019.", ASKED, ["1", "r5"]),
        (f"{ASKED}\n\n{ENTRY}", ASKED, ["1"]),
        (f"{ASKED} \nReference:\nGardener, A. Growing trees by hand.", ASKED, [""]),
        (f"{ASKED}\nIs it faster?", f"{ASKED}\nIs it faster?", []),
        ("[1] is said to be faster. Why?", "[1] is said to be faster. Why?", []),
        ("", "", []),
    ],
)
def test_forms_of_bibliographies(question: str, bare: str, markers: list[str]) -> None:
    found, works = split_bibliography(question)
    assert (found, [work.marker for work in works]) == (bare, markers)


def test_papers_are_found_by_their_titles() -> None:
    assert find_cited(f"{ASKED}\n{ENTRY}", [OTHER, TREES]) == (TREES,)
    assert find_cited(f"{ASKED}\n{ENTRY}\n{ENTRY}", [TREES]) == (TREES,)
    assert find_cited(f"{ASKED}\n[1] Trees.", [{"id": "x", "title": "Trees"}]) == ()  # too short to be sure
    assert find_cited("Growing trees by hand, is it slow?", [TREES]) == ()  # no bibliography


def test_a_file_of_no_papers_is_refused_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cited.jsonl"
    path.write_text(json.dumps(TREES) + "\n\n{broken")
    with pytest.raises(UsageError, match=r"cited\.jsonl:3: no paper"):
        load_cited(path)
    with pytest.raises(UsageError, match="cannot be read"):
        load_cited(tmp_path / "none.jsonl")


@pytest.fixture
def data(tmp_path: Path, drawn: ModuleType) -> Path:
    """The data set with a question that names another paper, as a JSON lines table."""
    folder: Path = drawn.scidqa(tmp_path / "scidqa")
    question = f"How does the threshold differ from that of [1]?\nReferences:\n{ENTRY}"
    row = {"id": 1, "year": 2022, "venue": "NeurIPS", "rid": "r", "pid": "p1", "decision": "Accept"}
    row |= {"que": question, "ans": "A: The baseline threshold is seven.", "version": "Initial"}
    (folder / "scidqa.xlsx").unlink()
    (folder / "test.jsonl").write_text(json.dumps(row))
    (folder / "cited.jsonl").write_text("\n".join(map(json.dumps, (OTHER, TREES))))
    return folder


def test_cited_papers_are_read_searched_and_asked(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(home=str(home), model="m", embedding_model="none")
    given = {"cited": str(data / "cited.jsonl")}

    def documents(task: str, **more: str) -> list[str]:
        (request,) = task_requests(find_benchmark("scidqa"), str(data), settings, task=task, given=more)
        (example,) = prepare(request).examples
        assert example.tag("papers") == "several papers"
        return [document.id.partition(":")[0] for document in example.documents]

    assert documents("title-abs") == ["p1"]
    assert documents("title-abs", **given) == ["p1", "trees2020"]
    searched = documents("rag", retriever="bm25", passages="3", **given)
    assert searched[:2] == ["p1", "trees2020"]  # title and abstract of each
    assert {"p1", "trees2020"} == set(searched[2:])  # passages of both
    command = ["bench", "scidqa", "--data", str(data), "--task", "ask", "--embedding-model", "none", "--json"]
    assert main([*command, "--cited", str(data / "cited.jsonl")]) == 0
    run = json.loads(capsys.readouterr().out)["run"]
    (prediction,) = RunFolder(home / "runs" / run).predictions.values()
    assert prediction.shown == ("p1", "trees2020")


def test_questions_of_the_data_set_about_several_papers() -> None:
    shared = os.environ.get("CITEHOP_SHARED", "")
    table = Path(shared) / "scidqa"
    if not (table / "scidqa.xlsx").exists():
        pytest.skip("needs the data set")
    _, examples = load_questions(table)
    several = [example for example in examples if example.tag("papers") == "several papers"]
    assert len(several) == 98  # 108 questions hold a line break, ten of them none of these forms
    assert all(split_bibliography(example.question)[0] for example in several)
