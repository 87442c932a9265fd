"""The parts that tables are put together from: rules, lines, spans, dashes, prints, values."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from citehop.figures.table.columns import find_columns
from citehop.figures.table.dashes import dash_finder
from citehop.figures.table.header.size import is_data
from citehop.figures.table.lines import find_lines, split_turned, text_height
from citehop.figures.table.rules import find_rules
from citehop.figures.table.spans import assign_spans
from citehop.figures.table.text_style import detect_styles
from citehop.figures.table.types import Cell
from citehop.figures.table.under_columns import split_titles
from citehop.figures.table.values import is_dash, is_value, numbers_in
from citehop.papers.types import BBox, Word


def blank(width: int = 400, height: int = 200) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (width, height), "white")
    return image, ImageDraw.Draw(image)


def word(text: str, x: float, y: float, width: float = 40.0, height: float = 16.0) -> Word:
    return Word(text, BBox(x, y, x + width, y + height))


def test_rules_solid_dashed_and_on_shade() -> None:
    image, draw = blank()
    draw.line((10, 20, 390, 20), fill="black", width=2)
    draw.rectangle((10, 100, 390, 140), fill=(225, 225, 225))
    draw.line((10, 120, 390, 120), fill="black")
    for x in range(10, 390, 12):
        draw.line((x, 180, x + 6, 180), fill="black")
    draw.line((200, 20, 200, 90), fill="black")
    rules = find_rules(image, (), 16)
    assert [rule.at for rule in rules.horizontal if rule.length > 300] == pytest.approx([20, 120, 180], abs=1)
    assert [rule.at for rule in rules.vertical] == pytest.approx([200], abs=1)


def test_an_underline_is_no_rule() -> None:
    image, draw = blank()
    draw.line((50, 68, 89, 68), fill="black")
    assert find_rules(image, [word("84.25", 50, 50)], 16).horizontal == ()
    assert len(find_rules(image, [], 16).horizontal) == 1


@pytest.mark.parametrize(
    ("texts", "segments"),
    [
        (["5e", "−", "5"], ["5e − 5", "256"]),
        (["1", "×", "10⁻⁶"], ["1 × 10⁻⁶", "256"]),
        (["73.6", "/", "82.7"], ["73.6 / 82.7", "256"]),
        (["81.2", "−", "5"], ["81.2", "−", "5", "256"]),
    ],
)
def test_a_value_of_several_words_is_one_segment(texts: list[str], segments: list[str]) -> None:
    words = [word(text, 10 + 25.0 * i, 10, width=16) for i, text in enumerate(texts)]
    [line] = find_lines([*words, word("256", 200, 10)], 16)
    assert [segment.text for segment in line.segments] == segments


def test_a_raised_mark_is_on_the_line_of_the_word_before_it() -> None:
    words = [word("Ours", 10, 40), word("85.2", 100, 40), word("**", 141, 32, 10, 8), word("Theirs", 10, 10)]
    first, second = find_lines(words, 16)
    assert [segment.text for segment in first.segments] == ["Theirs"]
    assert [segment.text for segment in second.segments] == ["Ours", "85.2 **"]


def test_lines_and_segments() -> None:
    words = [
        word("Deep", 10, 10),
        word("Net", 55, 11),
        word("81.2", 120, 9),
        word("79.5", 166, 10),
        word("Next", 10, 40),
    ]
    first, second = find_lines(words, 16)
    assert [segment.text for segment in first.segments] == ["Deep Net", "81.2", "79.5"]
    assert [segment.text for segment in second.segments] == ["Next"]


def test_turned_labels_are_set_apart() -> None:
    words = [word("Model", 50, 10), word("81.2", 120, 10), word("SQuAD", 10, 20, width=14, height=80)]
    flat, turned = split_turned(words, text_height(words))
    assert [w.text for w in turned] == ["SQuAD"]
    assert len(flat) == 2


@pytest.mark.parametrize(
    ("centres", "open_slots", "expected"),
    [
        ([1.5, 4.5], [True] * 6, [(0, 2), (3, 5)]),  # two headers, each centred over three columns
        (
            [0.5, 3.5],
            [False, True, True, True, True, True],
            [(0, 0), (1, 5)],
        ),  # a closed slot is never spanned
        ([1.5, 2.5], [True] * 4, [(1, 1), (2, 2)]),  # each over its own column
    ],
)
def test_spans_are_centred(
    centres: list[float], open_slots: list[bool], expected: list[tuple[int, int]]
) -> None:
    slots = [(float(index), float(index + 1)) for index in range(len(open_slots))]
    assert assign_spans(centres, slots, open_slots) == expected


@given(st.lists(st.floats(0, 10), min_size=1, max_size=6), st.integers(1, 10))
def test_spans_are_in_order_and_disjoint(centres: list[float], count: int) -> None:
    slots = [(float(index), float(index + 1)) for index in range(count)]
    spans = assign_spans(sorted(centres), slots, [True] * count)
    assert len(spans) == len(centres)
    assert all(0 <= first <= last < count for first, last in spans)
    if count >= len(centres):
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


def test_bold_underlined_and_shaded_cells() -> None:
    image, draw = blank(200, 260)
    font = ImageFont.load_default(24)
    draw.rectangle((0, 155, 200, 200), fill=(220, 230, 245))
    column: list[Cell | None] = []
    for row in range(5):
        at = (50, 10 + 50 * row)
        draw.text(at, "84.25", fill="black", font=font, stroke_width=1 if row == 1 else 0)
        box = BBox(*draw.textbbox(at, "84.25", font=font))
        if row == 2:
            draw.line((box.x0, box.y1 + 2, box.x1, box.y1 + 2), fill="black", width=2)
        column.append(Cell("84.25", box))
    (found,) = detect_styles(image, [column])
    assert [cell.prints for cell in found if cell] == [(), ("bold",), ("underlined",), ("shaded",), ()]


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


def test_numbers_of_cells() -> None:
    def values(text: str) -> list[float]:
        return [number.value for number in numbers_in(text)]

    assert values("84.2 ± 0.3") == [84.2]
    assert values("O.81") == [0.81]
    assert values("72.9 / 81.1") == [72.9, 81.1]
    assert values("10-20") == [10, 20]
    assert values("95.52*") == [95.52]
    assert is_dash("—")
    assert not is_dash("x")
    assert np.isclose(values("1,024")[0], 1024)


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


def test_a_line_of_crosses_is_a_row_of_data() -> None:
    row = [word("Mamba", 10, 0), word("X", 120, 0, 12), word("X", 200, 0, 12), word("5.1", 280, 0, 30)]
    head = [word("Method", 10, 40), word("Images", 120, 40), word("Tools", 200, 40), word("EM", 280, 40)]
    upper, lower = find_lines([*row, *head], 16)
    assert is_data(upper, 60)
    assert not is_data(lower, 60)


def test_words_between_which_a_rule_runs_are_apart() -> None:
    image, draw = blank(300, 120)
    for y in (10, 30, 50, 70, 90):
        draw.line((10, y, 250, y), fill="grey", width=2)
    for x in (10, 90, 170, 250):
        draw.line((x, 10, x, 90), fill="grey", width=1)
    words = [
        word(text, x, y, 76, 18)
        for y in (11, 31, 51, 71)
        for x, text in ((12, "No"), (92, "Yes"), (172, "No"))
    ]
    rules = find_rules(image, words, 18)
    assert [rule.at for rule in rules.vertical] == pytest.approx([10, 90, 170, 250], abs=1)
    assert {len(line.segments) for line in find_lines(words, 18)} == {1}
    assert {len(line.segments) for line in find_lines(words, 18, rules.vertical)} == {3}


def test_glued_titles_are_cut_where_their_sides_are_those_of_the_columns() -> None:
    titles = [word("AUC", 312, 0, 30), word("Params", 348, 0, 60), word("(M)", 412, 0, 54)]
    [line] = find_lines(titles, 16)
    [segment] = line.segments
    cut = split_titles(segment, [(310.0, 354.0), (438.0, 468.0)])
    assert [part.text for part in cut] == ["AUC", "Params (M)"]
