"""The parts that tables are put together from: rules, lines, spans, dashes, prints, values."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from citehop.figures.table.columns import find_columns
from citehop.figures.table.dashes import dash_finder
from citehop.figures.table.lines import find_lines
from citehop.figures.table.spans import assign_spans
from citehop.figures.table.under_columns import split_titles
from citehop.figures.table.values import is_value
from citehop.papers.types import BBox, Word


def blank(width: int = 400, height: int = 200) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (width, height), "white")
    return image, ImageDraw.Draw(image)


def word(text: str, x: float, y: float, width: float = 40.0, height: float = 16.0) -> Word:
    return Word(text, BBox(x, y, x + width, y + height))


def test_a_raised_mark_is_on_the_line_of_the_word_before_it() -> None:
    words = [word("Ours", 10, 40), word("85.2", 100, 40), word("**", 141, 32, 10, 8), word("Theirs", 10, 10)]
    first, second = find_lines(words, 16)
    assert [segment.text for segment in first.segments] == ["Theirs"]
    assert [segment.text for segment in second.segments] == ["Ours", "85.2 **"]


@given(st.lists(st.floats(0, 10), min_size=1, max_size=6), st.integers(1, 10))
def test_spans_are_in_order_and_disjoint(centers: list[float], count: int) -> None:
    slots = [(float(index), float(index + 1)) for index in range(count)]
    spans = assign_spans(sorted(centers), slots, [True] * count)
    assert len(spans) == len(centers)
    assert all(0 <= first <= last < count for first, last in spans)
    if count >= len(centers):
        assert all(a[1] < b[0] for a, b in pairwise(spans))


def test_lone_dashes_are_found_and_texts_are_not() -> None:
    image, draw = blank()
    draw.line((60, 50, 68, 50), fill="black", width=2)
    draw.text((160, 40), "81.2", fill="black", font=ImageFont.load_default(16))
    find = dash_finder(image, 16)
    box = find(50, (40, 90))
    assert box is not None
    assert (round(box.x0), round(box.x1)) == (60, 69)
    assert find(50, (150, 200)) is None
    assert find(120, (40, 90)) is None


@pytest.mark.parametrize(
    "text", ["84.2", "-", "84.2 ± 0.3", "1,024", "76.8k", "12%", "3 hours", "(1.2)", "N/A", "<0.01", "24.5†"]
)
def test_values(text: str) -> None:
    assert is_value(text)


@pytest.mark.parametrize(
    "text", ["GPT-4", "T5-large", "BERT (2018)", "ours", "Llama 2 7B chat", "", "4-gram model"]
)
def test_names_are_no_values(text: str) -> None:
    assert not is_value(text)


def test_deviations_and_arrows_stay_with_what_is_before_them() -> None:
    words = [word("81.2", 50, 10), word("±", 104, 10, width=8), word("0.3", 126, 10, width=24)]
    words += [word("MRR", 200, 10), word("↑", 254, 10, width=8), word("Hits", 275, 10)]
    (line,) = find_lines(words, 16)
    assert [segment.text for segment in line.segments] == ["81.2 ± 0.3", "MRR ↑", "Hits"]


def test_a_long_name_does_not_join_its_column_to_the_values() -> None:
    names = (("Longformer", 93), ("GraphSAGE", 97), ("BERT-large", 94))
    words = [word(name, 10, 40 * i, width) for i, (name, width) in enumerate(names)]
    words += [word(value, 109, 40 * i, 30) for i, value in enumerate(("31.5", "27.0", "44.9"))]
    words += [word(str(i), 200, 40 * i, 10) for i in range(3)]
    columns = find_columns(find_lines(words, 16), (), 16)
    assert [(round(x0), round(x1)) for x0, x1 in columns] == [(10, 107), (109, 140), (200, 211)]


@pytest.mark.parametrize("names", [["Office"] * 3, ["Office", "Branch", "Headquarters"]])
def test_a_number_behind_a_name_belongs_to_it(names: list[str]) -> None:
    words = [word(name, 10, 40 * i, 8 * len(name)) for i, name in enumerate(names)]
    words += [word(str(i), 16 + 8 * len(name), 40 * i, 8) for i, name in enumerate(names)]
    words += [word("31.5", 200, 40 * i, 30) for i in range(3)]
    columns = find_columns(find_lines(words, 16), (), 16)
    assert [round(x0) for x0, _ in columns] == [10, 200]


def test_glued_titles_are_cut_where_their_sides_are_those_of_the_columns() -> None:
    titles = [word("AUC", 312, 0, 30), word("Params", 348, 0, 60), word("(M)", 412, 0, 54)]
    [line] = find_lines(titles, 16)
    [segment] = line.segments
    cut = split_titles(segment, [(310.0, 354.0), (438.0, 468.0)])
    assert [part.text for part in cut] == ["AUC", "Params (M)"]
