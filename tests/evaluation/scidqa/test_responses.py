"""SciDQA response files: ROUGE as printed, columns, faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.metrics.overlap import KINDS, mean_rouge, rouge
from citehop.evaluation.scidqa.data import load_responses

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
    for kind, score in rouge(text, reference, KINDS, stem=stem).items():
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
