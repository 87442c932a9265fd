"""Pieces of an answer's text, and words about equal probabilities."""

import pytest

from citehop.agent.types import Answer, Citation
from citehop.figures.types import Entity, Reading
from citehop.papers.types import BBox
from citehop.web.turn_views import explain_names, split_text

ROW = Citation("a", 1, BBox(0, 0, 1, 1), "RillNet 0.713 0.698")
SENTENCE = Citation("a", 1, BBox(0, 0, 1, 1), "Each cell has 64 units [3].")


@pytest.mark.parametrize(
    ("text", "label", "pieces"),
    [
        ("0.713 (RillNet, NSE) (Table I: “RillNet 0.713 0.698”) [1]", "Table I",
         ["value 0.713", "text  RillNet, NSE · ", "figure Table I", "text  ", "marker [1]"]),
        ("2.10 (KarstMix, Params (M)) (Table 1: “RillNet 0.713 0.698”) [1]", "Table 1",
         ["value 2.10", "text  KarstMix, Params (M) · ", "figure Table 1", "text  ", "marker [1]"]),
        ("BraidNet (ours) (NSE 0.758) (Table 1)", "Table 1",
         ["value BraidNet (ours)", "text  NSE 0.758 · ", "figure Table 1"]),
        ("0.487 (Figure 1)", "Figure 1", ["value 0.487", "text  · ", "figure Figure 1"]),
        ("It is RillNet. Each cell has 64 units [3]. [2]", "",
         ["text It is RillNet. ", "quote Each cell has 64 units [3].", "text  ", "marker [2]"]),
        ("See [7] (Table 9)", "", ["text See [7] (Table 9)"]),
    ],
)  # fmt: skip
def test_the_value_comes_first_then_row_and_column_then_the_table(
    text: str, label: str, pieces: list[str]
) -> None:
    answer = Answer(text, (ROW, SENTENCE), reading=Reading(), status="answered")
    assert [f"{each.kind} {each.text}" for each in split_text(answer, label) if each.text] == pieces
    cited = [each.cited for each in split_text(answer, label) if each.kind in ("marker", "quote")]
    assert all(1 <= number <= 2 for number in cited)


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ((0.98,), ""),
        ((0.5, 0.3), ""),
        ((0.22, 0.22, 0.22), "does not decide between these 3"),
        ((0.9, 0.9), "together"),
    ],
)
def test_equal_probabilities_are_explained(shares: tuple[float, ...], words: str) -> None:
    note = explain_names([Entity(str(number), share) for number, share in enumerate(shares)])
    assert words in note
    assert bool(note) is bool(words)
