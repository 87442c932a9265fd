"""Small inputs that were read wrongly once, each for a kind, with the right values."""

from __future__ import annotations

from pathlib import Path

from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings


def read_case(shared: Path, file: str) -> Paper:
    return read_paper(shared / "cases" / file, Settings())


def test_numbers_of_lines_are_no_text(shared: Path) -> None:
    paper = read_case(shared, "linenumbers/yarrow-2024-kelp.pdf")
    assert "of the ground after six years" in " ".join(block.text for block in paper.blocks)


def test_years_behind_names_are_no_part_of_them(shared: Path) -> None:
    paper = read_case(shared, "wrapped/zander-2022-mesh.pdf")
    assert paper.authors
    assert not any(char.isdecimal() for name in paper.authors for char in name)


def test_text_that_is_drawn_invisibly_is_not_read(shared: Path) -> None:
    paper = read_case(shared, "hidden/marlow-2021-graintrace.pdf")
    assert "learning rate" not in " ".join(block.text for block in paper.blocks)
    assert any("not seen" in warning for warning in paper.warnings)
