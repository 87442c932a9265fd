"""Crystal structures as text, by hand, and the task that generates them."""

import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.evaluation.mmsci.materials import (
    WEIGHTS,
    density,
    formula,
    is_valid,
    parse_crystal,
    same_formula,
    shortest_distance,
    volume,
)
from citehop.testing import ModelServer

UNIT_CELL = "5.64 5.64 5.64\n90 90 90\n"
SALT = UNIT_CELL + "".join(
    f"{element}\n{x} {y} {z}\n"
    for element, places in (
        ("Na", ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5))),
        ("Cl", ((0.5, 0, 0), (0, 0.5, 0), (0, 0, 0.5), (0.5, 0.5, 0.5))),
    )
    for x, y, z in places
)


def test_rock_salt() -> None:
    salt = parse_crystal(f"Here it is:\n```\n{SALT}```\nDone.")
    assert salt is not None
    assert (formula(salt), len(salt.elements)) == ("NaCl", 8)
    assert shortest_distance(salt) == pytest.approx(2.82)  # half of the lattice constant
    assert is_valid(salt)
    assert density(salt) == pytest.approx(2.16, abs=0.01)  # g / cm3
    half = parse_crystal("4 4 4\n90 90 90\nNa\n0 0 0\nCl\n0.5 0.5 0.5")
    assert half is not None
    assert same_formula(salt, half)
    assert shortest_distance(half) == pytest.approx(4 * 0.75**0.5)


def test_neighboring_cells_count() -> None:
    near = parse_crystal("4 4 4\n90 90 90\nNa\n0.01 0 0\nCl\n0.97 0 0")
    assert near is not None
    assert shortest_distance(near) == pytest.approx(0.16)
    assert not is_valid(near)
    alone = parse_crystal("0.4 4 4\n90 90 90\nNa\n0 0 0")
    assert alone is not None
    assert shortest_distance(alone) == pytest.approx(0.4)  # from its own image


def test_a_hexagonal_cell() -> None:
    cell = parse_crystal("2 2 5\n90 90 120\nC\n0 0 0")
    assert cell is not None
    assert volume(cell) == pytest.approx(2 * 2 * 5 * 3**0.5 / 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no crystal",
        UNIT_CELL,  # no atoms
        UNIT_CELL + "Xx\n0 0 0",
        "5 5 5\n10 20 150\nNa\n0 0 0",  # such angles meet in no corner
        "0 5 5\n90 90 90\nNa\n0 0 0",
        UNIT_CELL + "Na\n0 0 0\n" * 201,
    ],
)
def test_what_is_no_crystal(text: str) -> None:
    assert parse_crystal(text) is None


def test_weights_rise_but_for_the_known_exceptions() -> None:
    symbols = list(WEIGHTS)
    falls = {(a, b) for a, b in pairwise(symbols) if WEIGHTS[a] > WEIGHTS[b]}
    assert falls == {("Ar", "K"), ("Co", "Ni"), ("Te", "I"), ("Th", "Pa"), ("U", "Np")}
    assert len(WEIGHTS) == 94 - 5  # none of polonium to radium


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
    assert "materials.jsonl line 1" in capsys.readouterr().err
