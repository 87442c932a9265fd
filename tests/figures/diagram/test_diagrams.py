"""Trees and labeled boxes drawn here; words come from the drawing, so that no OCR is needed."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.execute import answer_question
from citehop.figures.diagram.nodes import split_items
from citehop.figures.diagram.read import build_diagram_data, read_diagram
from citehop.figures.diagram.types import Diagram
from citehop.figures.read import read_data
from citehop.figures.types import FigureImage
from citehop.papers.types import BBox, Word

TREE = {
    "Neural": ["SumCoder (Fu et al., 2021)", "MolGPT", "Seq2Seq"],
    "Rule-based": ["FAT2 (Li, 2015)"],
    "Graph methods": ["BiFuse", "DocFlow"],
}
FONT = ImageFont.load_default(18)


class Sheet:
    """A white page that remembers where its words were written."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (900, 420), "white")
        self.draw = ImageDraw.Draw(self.image)
        self.words: list[Word] = []

    def label(
        self, text: str, x: float, y: float, outline: str, fill: str
    ) -> tuple[float, float, float, float]:
        """A text in a rounded box whose left middle is (x, y); returns the box."""
        left, _, right, _ = self.draw.textbbox((0, 0), text, font=FONT)
        box = (x, y - 16, x + right - left + 20, y + 16)
        self.draw.rounded_rectangle(box, 6, fill=fill, outline=outline, width=2)
        self.write(text, x + 10, y)
        return box

    def write(self, text: str, x: float, y: float) -> None:
        """A text whose left middle is (x, y)."""
        left, top, _, bottom = self.draw.textbbox((0, 0), text, font=FONT)
        start = (x - left, y - (top + bottom) / 2)
        self.draw.text(start, text, font=FONT, fill="black")
        at = start[0]
        for word in text.split():
            width = self.draw.textlength(word, font=FONT)
            self.words.append(Word(word, BBox(at, start[1] + top, at + width, start[1] + bottom)))
            at += self.draw.textlength(word + " ", font=FONT)

    def join(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """An arrow that ends at `end`, level or upright."""
        across = (7, 0) if start[0] == end[0] else (0, 7)
        back = (end[0], end[1] - 14) if start[0] == end[0] else (end[0] - 14, end[1])
        self.draw.line([start, back], "black", 2)
        sides = [(back[0] + k * across[0], back[1] + k * across[1]) for k in (1, -1)]
        self.draw.polygon([end, *sides], "black")

    def read(self) -> Diagram:
        diagram = read_diagram(self.image, self.words)
        assert diagram is not None
        return diagram


def children_of(diagram: Diagram, name: str) -> list[str]:
    return [diagram.nodes[i].text for node in diagram.nodes if node.text == name for i in node.children]


def arrows_of(diagram: Diagram) -> set[tuple[str, str]]:
    return {(diagram.nodes[a].text, diagram.nodes[b].text) for a, b in diagram.arrows}


def drawn_tree(colors: tuple[str, ...] = ("steelblue", "darkorange", "seagreen")) -> Diagram:
    sheet = Sheet()
    root = sheet.label("Survey", 20, 200, "black", "white")
    y = 40
    for (group, leaves), color in zip(TREE.items(), colors, strict=True):
        middle = y + 25 * (len(leaves) - 1)
        branch = sheet.label(group, 220, middle, color, "mistyrose")
        sheet.draw.line([(root[2], 200), (170, 200), (170, middle), (branch[0], middle)], "dimgray", 2)
        for leaf in leaves:
            box = sheet.label(leaf, 520, y, color, "white")
            sheet.draw.line([(branch[2], middle), (470, middle), (470, y), (box[0], y)], "dimgray", 2)
            y += 50
        y += 20
    return sheet.read()


def top(diagram: Diagram, question: str) -> str:
    reading = answer_question(build_diagram_data(diagram), parse_question(question))
    assert not reading.abstained
    assert sum(e.probability for e in reading.entities) == pytest.approx(1.0, abs=1e-3)
    return reading.entities[0].text


def test_a_tree_is_read_as_nested_labels() -> None:
    diagram = drawn_tree()
    texts = [node.text for node in diagram.nodes]
    assert sorted(texts) == sorted(["Survey", *TREE, *(leaf for leaves in TREE.values() for leaf in leaves)])
    below = {node.text: [texts[i] for i in node.children] for node in diagram.nodes}
    assert {group: below[group] for group in TREE} == TREE
    assert sorted(below["Survey"]) == sorted(TREE)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which method is listed under Rule-based?", "FAT2"),
        ("Which method is listed first under Neural?", "SumCoder"),
        ("What method is at the bottom of the Neural branch?", "Seq2Seq"),
        ("Which method is in the same category as BiFuse?", "DocFlow"),
        ("Besides BiFuse, which method is listed under Graph methods?", "DocFlow"),
    ],
)
def test_questions_over_a_tree(question: str, answer: str) -> None:
    assert top(drawn_tree(), question) == answer


def test_boxes_inside_boxes_are_a_tree_without_lines() -> None:
    sheet = Sheet()
    for index, (group, leaves) in enumerate(TREE.items()):
        x = 10 + 295 * index
        sheet.draw.rectangle((x, 20, x + 285, 380), outline="black", width=2)
        for row, text in enumerate([group, *leaves]):
            if row:
                sheet.label(text, x + 12, 60 + 60 * row, "gray", "aliceblue")
            else:
                at = (x + 12, 40)
                box = sheet.draw.textbbox(at, text, font=FONT)
                sheet.draw.text(at, text, font=FONT, fill="black")
                sheet.words.append(Word(text, BBox(*box)))
    assert top(sheet.read(), "Which method belongs to the Rule-based category?") == "FAT2"


def test_a_label_that_lists_names_is_several_names() -> None:
    assert split_items("BERT (Devlin et al., 2019), GPT-2; T5") == (
        "BERT (Devlin et al., 2019)",
        "GPT-2",
        "T5",
    )
    assert split_items("Li et al., 2015b") == ("Li et al., 2015b",)


def test_loose_texts_are_no_diagram() -> None:
    words = [Word(text, BBox(20, y, 120, y + 16)) for text, y in (("one", 20), ("two", 90), ("three", 160))]
    assert read_diagram(Image.new("RGB", (300, 200), "white"), words) is None


def test_lines_of_a_tree_that_grows_downwards_run_from_the_upper_box() -> None:
    sheet = Sheet()
    root = sheet.label("Survey", 400, 40, "black", "white")
    for x, text in ((40, "Dense"), (420, "Sparse"), (740, "Hybrid")):
        child = sheet.label(text, x, 200, "black", "white")
        sheet.draw.line(
            [((root[0] + root[2]) / 2, root[3]), ((child[0] + child[2]) / 2, child[1])], "gray", 2
        )
        leaf = sheet.label(f"{text} one", x - 20, 340, "black", "white")
        sheet.draw.line(
            [((child[0] + child[2]) / 2, child[3]), ((leaf[0] + leaf[2]) / 2, leaf[1])], "gray", 2
        )
    diagram = sheet.read()
    assert set(children_of(diagram, "Survey")) == {"Dense", "Sparse", "Hybrid"}
    assert children_of(diagram, "Dense") == ["Dense one"]


def test_labels_of_arrows_are_no_nodes_and_dashed_frames_hold_their_boxes() -> None:
    sheet = Sheet()
    boxes = [
        sheet.label(text, x, 200, "black", "white")
        for x, text in ((40, "Corpus"), (300, "Index"), (620, "Search"))
    ]
    for before, after in pairwise(boxes):
        sheet.join((before[2], 200), (after[0], 200))
    sheet.write("vectors", 470, 176)
    sheet.write("Offline stage", 60, 130)
    for x in range(20, 420, 14):
        sheet.draw.line([(x, 110), (x + 8, 110)], "gray", 2)
        sheet.draw.line([(x, 260), (x + 8, 260)], "gray", 2)
    for y in range(110, 260, 14):
        sheet.draw.line([(20, y), (20, y + 8)], "gray", 2)
        sheet.draw.line([(424, y), (424, y + 8)], "gray", 2)
    diagram = sheet.read()
    assert arrows_of(diagram) == {("Corpus", "Index"), ("Index", "Search")}
    assert set(children_of(diagram, "Offline stage")) == {"Corpus", "Index"}
    assert "vectors" not in {node.text for node in diagram.nodes}


def _chain(sheet: Sheet, draw: Callable[[tuple[float, float], tuple[float, float]], None]) -> Diagram:
    """Three boxes under one another with an arrow drawn from each to the next."""
    boxes = [
        sheet.label(text, 100, y, "black", "white")
        for text, y in (("Reader", 40), ("Ranker", 160), ("Writer", 280))
    ]
    for one, other in pairwise(boxes):
        draw((140, one[3]), (140, other[1]))
    return sheet.read()


def test_arrows_of_dashes_with_open_heads_join_their_boxes() -> None:
    sheet = Sheet()

    def dashed(start: tuple[float, float], end: tuple[float, float]) -> None:
        for y in range(int(start[1]), int(end[1]) - 2, 10):
            sheet.draw.line([(start[0], y), (start[0], y + 5)], "black", 2)
        sheet.draw.line(
            [(end[0] - 8, end[1] - 12), (end[0], end[1] - 2), (end[0] + 8, end[1] - 12)], "black", 2
        )

    assert _chain(sheet, dashed).arrows == ((0, 1), (1, 2))


def test_crossing_arrows_are_told_apart() -> None:
    sheet = Sheet()
    places = {"North": (40, 60), "South": (40, 300), "Upper": (600, 60), "Lower": (600, 300)}
    boxes = {text: sheet.label(text, x, y, "black", "white") for text, (x, y) in places.items()}
    for one, other in (("North", "Lower"), ("South", "Upper")):
        (_, y0, x0, y1), (x2, y2, _, y3) = boxes[one], boxes[other]
        start, end = (x0, (y0 + y1) / 2), (x2, (y2 + y3) / 2)
        sheet.draw.line([start, end], "black", 2)
        slope = (end[1] - start[1]) / (end[0] - start[0])
        base = (end[0] - 16, end[1] - 16 * slope)
        sheet.draw.polygon(
            [end, (base[0] - 4 * slope, base[1] + 7), (base[0] + 4 * slope, base[1] - 7)], "black"
        )
    assert arrows_of(sheet.read()) == {("North", "Lower"), ("South", "Upper")}


def test_shaded_groups_hold_their_boxes_and_their_arrows() -> None:
    sheet = Sheet()
    sheet.draw.rectangle((60, 4, 420, 320), fill="#dde6f5")
    sheet.write("Online stage", 240, 24)
    diagram = _chain(sheet, sheet.join)
    assert arrows_of(diagram) == {("Reader", "Ranker"), ("Ranker", "Writer")}
    assert set(children_of(diagram, "Online stage")) == {"Reader", "Ranker", "Writer"}


def test_frames_keep_their_title_and_leave_the_labels_of_arrows() -> None:
    sheet = Sheet()
    sheet.draw.rectangle((30, 20, 520, 120), fill="#dde6f5", outline="slategray")
    sheet.write("Offline", 240, 34)
    left, right = (
        sheet.label(name, x, 85, "black", "white") for name, x in (("Reader", 60), ("Writer", 330))
    )
    sheet.join((left[2], 85), (right[0], 85))
    sheet.write("text", 220, 68)
    outer = sheet.label("Ranker", 650, 85, "black", "white")
    sheet.join((right[2], 85), (outer[0], 85))
    diagram = sheet.read()
    assert sorted(node.text for node in diagram.nodes) == ["Offline", "Ranker", "Reader", "Writer"]
    assert children_of(diagram, "Offline") == ["Reader", "Writer"]
    assert arrows_of(diagram) == {("Reader", "Writer"), ("Writer", "Ranker")}
    assert diagram.labels == ("text",)


def test_a_dashed_line_may_end_before_its_arrow_head() -> None:
    sheet = Sheet()
    boxes = [
        sheet.label(name, 100, y, "black", "white")
        for name, y in (("Reader", 40), ("Ranker", 200), ("Writer", 360))
    ]
    for upper, lower in pairwise(boxes):
        for y in range(round(upper[3]) + 3, round(lower[1]) - 36, 22):
            sheet.draw.line([(140, y), (140, y + 11)], "black", 2)
        sheet.draw.polygon([(140, lower[1]), (132, lower[1] - 20), (148, lower[1] - 20)], "black")
    assert arrows_of(sheet.read()) == {("Reader", "Ranker"), ("Ranker", "Writer")}


def test_lines_that_begin_at_a_hollow_dot_belong_to_its_name() -> None:
    sheet = Sheet()
    sheet.write("Survey", 40, 100)
    sheet.draw.ellipse((112, 94, 124, 106), outline="dimgray", width=2)
    for name, y in (("Sparse", 60), ("Dense", 140)):
        sheet.draw.line([(122, 100), (180, 100), (300, y)], "dimgray", 2)
        sheet.write(name, 305, y)
    assert children_of(sheet.read(), "Survey") == ["Sparse", "Dense"]


def test_boxes_whose_outline_ocr_took_for_text_stay_apart() -> None:
    sheet = Sheet()
    root = sheet.label("Survey", 20, 100, "black", "moccasin")
    for name, y in (("Sparse", 80), ("Dense", 120)):
        box = sheet.label(name, 260, y, "black", "moccasin")
        sheet.words[-1] = Word(name, BBox(*box))
        sheet.draw.line([(root[2], 100), (box[0], y)], "dimgray", 2)
    assert children_of(sheet.read(), "Survey") == ["Sparse", "Dense"]


def test_a_tree_of_texts_without_boxes_is_no_table() -> None:
    sheet = Sheet()
    sheet.image = sheet.image.crop((0, 0, 620, 130))
    sheet.draw = ImageDraw.Draw(sheet.image)
    sheet.write("Document Understanding", 6, 60)
    for y, name, listed in (
        (20, "Adapters", "RETRO, UDOP, Alpaca"),
        (60, "Reflection", "KG-BERT, Wanda, TD3"),
        (100, "Detection", "GraphMAE, DINO, BERT"),
    ):
        sheet.draw.line([(222, 60), (270, y)], "gray", 2)
        sheet.write(name, 275, y)
        sheet.draw.line([(372, y), (410, y)], "gray", 2)
        sheet.write(listed, 415, y)
    data = read_data(FigureImage(sheet.image, tuple(sheet.words)))
    assert data is not None
    assert data.kind == "diagram"


def test_noise_is_no_diagram_and_takes_little_time() -> None:
    noise = np.random.default_rng(7).integers(0, 256, (500, 700, 3), dtype=np.uint8)
    words = [Word(text, BBox(20, y, 120, y + 16)) for text, y in (("one", 20), ("two", 90), ("three", 160))]
    read_diagram(Image.fromarray(noise), words)


def test_boxes_that_lines_of_their_own_color_join_are_apart() -> None:
    sheet = Sheet()
    at = {
        "Retrieval": (350, 200),
        "Sparse": (80, 80),
        "Dense": (640, 90),
        "Hybrid": (90, 330),
        "Late fusion": (620, 340),
    }
    for name, (x, y) in at.items():
        if name != "Retrieval":
            sheet.draw.line((400, 200, x + 30, y), fill="#8fb8ff", width=9)
    boxes = {name: sheet.label(name, x, y, "#8fb8ff", "#8fb8ff") for name, (x, y) in at.items()}
    diagram = sheet.read()
    assert {node.text for node in diagram.nodes} == set(boxes)
    assert set(children_of(diagram, "Retrieval")) == set(at) - {"Retrieval"}
