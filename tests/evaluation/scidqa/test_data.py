"""SciDQA's files: response tables, bibliographies of questions."""

import json
import os
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.metrics.overlap import KINDS, mean_rouge, rouge
from citehop.evaluation.runs.run_folder import RunFolder
from citehop.evaluation.scidqa.benchmark import prepare
from citehop.evaluation.scidqa.data import (
    find_cited,
    load_cited,
    load_questions,
    load_responses,
    split_bibliography,
)
from citehop.settings import Settings

LETTERS = st.text("abcdefgs nigly-.2\u00e9\n", max_size=60)


def write(path: Path, header: list[str], *rows: list[str | None]) -> Path:
    book = Workbook()
    for row in (header, *rows):
        book.active.append(row)
    book.save(path)
    return path


def test_rouge_by_hand() -> None:
    scores = rouge("the cats sat", "a cat sat down")  # stems: cat; common: cat, sat; bigram cat sat
    assert (scores["1"].precision, scores["1"].recall) == (2 / 3, 2 / 4)
    assert (scores["2"].precision, scores["2"].recall) == (1 / 2, 1 / 3)
    assert scores["L"].f1 == pytest.approx(2 * (2 / 3) * (1 / 2) / (2 / 3 + 1 / 2))
    assert mean_rouge("the cats sat", "a cat sat down").precision == pytest.approx(
        (2 / 3 + 1 / 2 + 2 / 3) / 3
    )
    assert mean_rouge("", "anything").f1 == 0


@settings(max_examples=1000, deadline=None)
@given(LETTERS, LETTERS, st.booleans())
def test_rouge_equals_the_package_with_its_own_tokens(text: str, reference: str, stem: bool) -> None:
    from rouge_score.rouge_scorer import RougeScorer

    expected = RougeScorer([f"rouge{kind}" for kind in KINDS], use_stemmer=stem).score(reference, text)
    for kind, score in rouge(text, reference, stem=stem).items():
        assert (score.precision, score.recall, score.f1) == tuple(expected[f"rouge{kind}"])


def test_a_single_answer_column_goes_first_and_empty_cells_are_the_text_nan(tmp_path: Path) -> None:
    path = write(
        tmp_path / "r.xlsx",
        ["que", "ans", "m_ans", "m_ans_single"],
        ["q", "A: nan", "[]", None],
        ["q", "A: yes", "[]", " yes "],
    )
    responses = load_responses(path)
    assert responses.column == "m_ans_single"
    assert responses.pairs == (("nan", "A: nan"), ("yes", "A: yes"))
    assert responses.empty == 1
    assert load_responses(path, "m_ans").column == "m_ans"


@pytest.mark.parametrize(
    ("header", "column", "told"),
    [
        (["que", "ans"], None, "--column"),
        (["ans", "a_ans", "b_ans"], None, "a_ans, b_ans"),
        (["ans", "a_ans"], "c", "no column 'c'"),
        (["a_ans"], None, "no column 'ans'"),
    ],
)
def test_columns_that_are_not_there_are_told(
    tmp_path: Path, header: list[str], column: str | None, told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        load_responses(write(tmp_path / "r.xlsx", header), column)


def test_a_file_that_is_no_workbook_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "r.xlsx"
    broken.write_bytes(b"not a zip")
    for path in (broken, tmp_path / "absent.xlsx", tmp_path):
        with pytest.raises(UsageError, match="xlsx"):
            load_responses(path)


def test_the_command_prints_one_object(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(
        tmp_path / "r.xlsx", ["ans", "m_ans", "n_ans"], ["A: nan", None, "x"], ["A: b c", "b c", "x"]
    )
    command = ["bench", "scidqa", "--task", "responses", "--data", str(path), "--column"]
    assert main([*command, "m_ans", "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert fields["schema"] == 1
    assert fields["overall"]["ROUGE"] == pytest.approx((2 / 3 + 1) / 2)  # "nan" has no bigram
    assert fields["overall"]["ROUGE F1"] < fields["overall"]["ROUGE"]
    assert main([*command, "n_ans"]) == 0
    assert "2 answers in column n_ans, 0 of them empty" in capsys.readouterr().out


def test_a_published_value_is_reproduced(shared: Path) -> None:
    responses = load_responses(shared / "scidqa" / "data_resp" / "rag" / "gpt-4o_rag.xlsx")
    assert len(responses.pairs) == 2937
    precisions = [mean_rouge(answer, gold).precision for answer, gold in responses.pairs]
    assert 100 * sum(precisions) / len(precisions) == pytest.approx(28.5, abs=0.05)


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
    assert (found, len(works)) == (bare, len(markers))


def test_papers_are_found_by_their_titles() -> None:
    assert find_cited(f"{ASKED}\n{ENTRY}", [OTHER, TREES]) == (TREES,)
    assert find_cited(f"{ASKED}\n{ENTRY}\n{ENTRY}", [TREES]) == (TREES,)
    assert find_cited(f"{ASKED}\n[1] Trees.", [{"id": "x", "title": "Trees"}]) == ()  # too short to be sure
    assert find_cited("Growing trees by hand, is it slow?", [TREES]) == ()  # no bibliography


def test_a_file_of_no_papers_is_refused_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cited.jsonl"
    path.write_text(json.dumps(TREES) + "\n\n{broken")
    with pytest.raises(UsageError, match=r"cited\.jsonl line 3: not valid JSON"):
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
