"""The task materials: three kinds of request, scored by hand, through the command."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.testing import ModelServer

pytestmark = pytest.mark.usefixtures("one_at_a_time")

CELL = "4 4 4\n90 90 90\n"
TWO = CELL + "Na\n0 0 0\nCl\n0.5 0.5 0.5"
ONE = CELL + "Fe\n0 0 0"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = [{"id": "a", "structure": TWO}, {"id": "b", "structure": ONE}]
    (tmp_path / "materials.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def run(data: Path, script: Any, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    command = ["bench", "mmsci", "--data", str(data), "--task", "materials", "--json", *more]
    with ModelServer(script) as server:
        assert main([*command, "--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_structures_are_parsed_validated_and_compared(
    data: Path, home: Path, one_at_a_time: None, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = CELL + "Fe\n0 0 0\nFe\n0.01 0 0"  # 0.04 angstrom apart
    found = run(data, [broken, "no structure"], capsys)
    assert (found["overall"]["parsed"], found["overall"]["structural validity"]) == (0.5, 0.0)
    distances = dict(found["tables"][0]["rows"])["generated"]
    gram = 1.66053907 / 64
    apart = [abs(2 * 55.845 - mass) * gram for mass in (22.990 + 35.45, 55.845)]
    assert distances == pytest.approx([1, sum(apart) / 2, 0.5])  # one element against two and one
    assert found["tables"][1]["title"].startswith("Published: materials, unconditional (Table 5")


def test_a_formula_is_asked_for_and_checked(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(body: Mapping[str, Any]) -> str:
        text = body["messages"][-1]["content"]
        assert "chemical formula NaCl" in text or "chemical formula Fe" in text
        return TWO

    found = run(data, script, capsys, "--materials", "formula")
    assert found["overall"]["formula"] == 0.5
    assert found["overall"]["structural validity"] == 1.0


def test_a_masked_element_is_restored(data: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def script(body: Mapping[str, Any]) -> str:
        text = body["messages"][-1]["content"]
        assert "[MASK]\n" in text
        assert "Fe" not in text
        return "It is **Fe**." if "Na" not in text and "Cl" not in text else "Fe"

    found = run(data, script, capsys, "--materials", "infill")
    assert found["overall"]["element"] == 0.5


@pytest.mark.usefixtures("provider_key")
def test_what_holds_no_structures_is_refused(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", "mmsci", "--data", str(tmp_path), "--task", "materials", "--model", "openai/x"]
    assert main(command) == 2
    assert "no materials.jsonl" in capsys.readouterr().err
    (tmp_path / "materials.jsonl").write_text('{"id": "a", "structure": "none"}')
    assert main(command) == 2
    assert "materials.jsonl:1" in capsys.readouterr().err
