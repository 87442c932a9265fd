"""Every file of questions is described, with its use."""

from __future__ import annotations

from citehop.training.recipes.questions import FITTED, QUESTIONS


def test_the_readme_names_every_file_and_its_use() -> None:
    rows = (QUESTIONS / "README.md").read_text("utf-8").splitlines()
    described = {row.split("`")[1] for row in rows if row.startswith("| `")}
    assert described == {path.stem for path in QUESTIONS.glob("*.jsonl")}


def test_no_model_is_fitted_on_a_spent_file() -> None:
    rows = (QUESTIONS / "README.md").read_text("utf-8").splitlines()
    spent = {row.split("`")[1] for row in rows if row.startswith("| `") and "| **spent**" in row}
    assert spent.isdisjoint(FITTED)
