"""citehop figures --correct."""

import json
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings

FIGURES = ("figures", "sample", "braidnet")


@pytest.fixture
def citehop(own_settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Any:
    monkeypatch.setenv("CITEHOP_HOME", own_settings.home)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main([*arguments])
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


def test_a_correction_is_used_by_later_questions_until_it_is_deleted(citehop: Any) -> None:
    correct = (*FIGURES, "--correct", "Table 1")
    assert citehop(*correct)[1].strip() == "no corrections of Table 1"
    code, out, _ = citehop(*correct, "--question", QUESTION, "--answer", "SnowLedger", "--cites", "duvaleix")
    assert code == 0
    assert "SnowLedger refers to duvaleix-2018" in out
    answer = json.loads(citehop("ask", "sample", QUESTION, "--json")[1])
    assert answer["reading"]["entities"][0]["text"] == "SnowLedger"
    assert answer["ranking"][0]["paper_id"].startswith("duvaleix-2018")
    assert json.loads(citehop(*correct, "--json")[1])["readings"][0]["name"] == "SnowLedger"
    assert citehop(*correct, "--forget")[2].strip() == "2 corrections of Table 1 deleted"
    assert citehop(*correct, "--forget")[2].strip() == "no corrections of Table 1"
    answer = json.loads(citehop("ask", "sample", QUESTION, "--json")[1])
    assert answer["reading"]["entities"][0]["text"] == "RillNet"


def test_a_label_that_the_figure_does_not_print_is_kept_with_a_warning(citehop: Any) -> None:
    correct = (*FIGURES, "--correct", "Table 1", "--question", "Which is best?", "--answer")
    code, out, warned = citehop(*correct, "Rillnet 2")
    assert (code, out.strip()) == (0, "Which is best?: Rillnet 2")
    assert "'Rillnet 2' is no label that was read in Table 1" in warned
    assert "no label" not in citehop(*correct, "rillnet")[2]
    citehop(*FIGURES, "--correct", "Table 1", "--forget")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--answer", "x"), "need --correct"),
        (("--correct", "Table 1", "--answer", "x"), "--answer needs"),
        (("--correct", "Table 1", "--question", "x"), "these need --answer"),
        (("--correct", "Table 9", "--question", "x", "--answer", "y"), "its figures: Table 1"),
        (("--correct", "Table 1", "--cites", "nobody", "--answer", "y"), "nobody"),
    ],
)
def test_an_incomplete_correction_is_one_line(citehop: Any, options: tuple[str, ...], message: str) -> None:
    code, _, err = citehop(*FIGURES, *options)
    assert code == 2
    assert message in err


def test_an_export_names_its_page_and_lists_nothing_else(citehop: Any, tmp_path: Path) -> None:
    code, out, err = citehop(*FIGURES, "--export", str(tmp_path / "crops"))
    assert code == 0
    assert out == ""
    assert "images written to" in err
