"""The drawn figures that reading is measured on: deterministic, answerable, and scored as promised."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.calibration import count_ties
from citehop.figures.answer.execute import answer_question
from citehop.figures.chart.data import build_chart_data
from citehop.figures.diagram.read import build_diagram_data, read_diagram
from citehop.figures.raster.read import read_chart
from citehop.figures.types import Entity, Reading
from citehop.papers.types import BBox, Word

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def styles() -> Any:
    """Imports a module of benchmarks/figure_styles by its name."""
    sys.path.insert(0, str(BENCHMARKS))
    yield lambda name: importlib.import_module(f"figure_styles.{name}")
    sys.path.remove(str(BENCHMARKS))


@pytest.fixture(scope="module")
def dev(styles: Any) -> list[Any]:
    return list(styles("cases").dev_cases(per_style=1))


def test_every_style_draws_a_figure_with_questions_about_its_names(dev: list[Any], styles: Any) -> None:
    known = [style.name for style in styles("dev").TABLES + styles("dev").CHARTS]
    assert [case.style for case in dev] == known
    assert len(set(known)) == len(known)
    for case in dev:
        assert len(case.questions) >= 3, case.id
        assert 300 < case.image.width < 2200
        assert {asked.answer for asked in case.questions} <= set(case.names), case.id
        assert all("{" not in asked.text and "  " not in asked.text for asked in case.questions)


def test_same_seed_same_figure(dev: list[Any], styles: Any) -> None:
    for case in dev[:: len(dev) // 6]:
        (again,) = styles("cases").dev_cases(style=case.style, per_style=1)
        assert again.image.tobytes() == case.image.tobytes()
        assert (again.words, again.questions, again.names) == (case.words, case.questions, case.names)


def test_words_of_tables_lie_on_ink(dev: list[Any]) -> None:
    for case in dev:
        for word in case.words:
            box = word.bbox
            assert 0 <= box.x0 < box.x1 <= case.image.width
            assert 0 <= box.y0 < box.y1 <= case.image.height
            crop = case.image.crop((int(box.x0), int(box.y0), int(box.x1) + 1, int(box.y1) + 1)).convert("L")
            low, high = crop.getextrema()
            assert high - low > 60, (case.id, word)


def test_value_questions_have_one_answer(styles: Any) -> None:
    """Recomputed from the table itself: the value asked for stands in the answer's row and nowhere else in a column."""
    model, ask = styles("tables.model"), styles("tables.ask")
    for seed in range(40):
        rng = Random(seed)
        table = model.random_table(rng, model.Shape(form="datasets", leaves=4, groups=2), styles("names").DEV)
        for asked in ask.questions(rng, table, styles("wording").DEV_WORDINGS, 7, transposed=False):
            if asked.operation != "value":
                continue
            tokens = asked.text.rstrip("?").split()
            (value,) = [float(token) for token in tokens if token.replace(".", "").isdigit()]
            (at,) = [
                i
                for i, column in enumerate(table.columns)
                if column.dataset in asked.text.rstrip("?").split()
            ]
            holders = [
                name for name, row in zip(table.names, table.cells, strict=True) if float(row[at]) == value
            ]
            assert holders == [asked.answer]


def test_heldout_figures_share_nothing_with_development(styles: Any) -> None:
    dev, held = styles("dev"), styles("heldout")
    words, named = styles("heldout_words"), styles("names").DEV
    assert not {s.name for s in dev.TABLES + dev.CHARTS} & {s.name for s in held.TABLES + held.CHARTS}
    for part in ("stems", "plain", "datasets", "surnames", "groups"):
        assert not set(getattr(named, part)) & set(getattr(words.HELDOUT, part)), part
    for operation, wordings in styles("wording").DEV_WORDINGS.items():
        assert not set(wordings) & set(words.HELDOUT_WORDINGS[operation]), operation
    charts = styles("heldout_charts").HELDOUT_CHART_WORDINGS
    for operation, wordings in styles("charts.wording").DEV_CHART_WORDINGS.items():
        assert set(wordings) != set(charts[operation]), operation


@pytest.mark.parametrize(
    ("read", "answer", "right"),
    [
        ("T5-Large (Raffel et al., 2020)", "T5-Large", True),
        ("T5 Large†", "T5-Large", True),
        ("CoParser [43]", "CoParser", True),
        ("G0D", "GOD", True),
        ("GraphNot", "GraphNet", True),
        ("BERA", "BERT", False),
        ("LexRank", "LexRanl", False),
        ("", "BERT", False),
    ],
)
def test_scoring(styles: Any, read: str, answer: str, right: bool) -> None:
    reading = Reading((Entity(read, 0.9),), "max", abstained=False)
    assert styles("score").correct(reading, answer, (answer, "LexRank", "BERTA")) is right


def test_abstaining_is_wrong(styles: Any) -> None:
    reading = Reading((Entity("BERT", 1.0),), "max", abstained=True)
    assert not styles("score").correct(reading, "BERT", ("BERT",))


def test_the_benchmark_prints_accuracy_by_style_operation_and_kind() -> None:
    script = BENCHMARKS / "figures.py"
    arguments = ["--style", "zebra", "--words", "pdf", "--per-style", "1", "--threads", "1"]
    done = subprocess.run(
        [sys.executable, str(script), *arguments], capture_output=True, text=True, check=True
    )
    rows = {line[:28].strip(): line[28:].split() for line in done.stdout.splitlines() if line}
    assert {"style", "operation", "kind"} <= set(rows)
    assert int(rows["table: zebra"][0]) == int(rows["table"][0]) == 7
    assert 0.5 < float(rows["table"][1]) <= 1.0
    assert float(rows["table"][3]) == 0.0  # crashed


def _made_up_words(rng: Random, width: int, height: int) -> tuple[Word, ...]:
    """Ticks along two sides, names anywhere, some of them off the image, one on its head, one without extent."""
    ticks = [(f"{10 * k}", 4.0, height * (0.9 - 0.1 * k), 22.0) for k in range(7)]
    ticks += [(f"{2 * k}", width * (0.1 + 0.12 * k), height * 0.95, 14.0) for k in range(6)]
    texts = ["BERT", "GPT-4", "12.5", "(Lee et al., 2019)", "王", "10^3", "∎", "Accuracy", "a", "0.5%"]
    free = [
        (rng.choice(texts), rng.uniform(-0.1, 1.1) * width, rng.uniform(-0.1, 1.1) * height, 60.0)
        for _ in range(14)
    ]
    words = [Word(text, BBox(x, y, x + wide, y + 12.0)) for text, x, y, wide in ticks + free]
    return (*words, Word("tall", BBox(8, height / 3, 20, height / 2)), Word("nothing", BBox(5, 5, 5, 5)))


def test_no_image_and_no_words_make_the_readers_of_drawings_fail(dev: list[Any]) -> None:
    rng = Random(7)
    asked = [parse_question(case.questions[0].text) for case in dev[:: len(dev) // 8]]
    for case in dev[len(dev) // 2 :]:
        left, top = rng.randrange(case.image.width), rng.randrange(case.image.height)
        whole, corner = case.image, case.image.crop((left, top, case.image.width, case.image.height))
        for image in (whole, corner, case.image.resize((rng.choice((1, 3, 40)), rng.choice((1, 2, 30))))):
            words = _made_up_words(rng, whole.width, whole.height)
            chart, diagram = read_chart(image, words), read_diagram(image, words)
            for question in asked:
                readings = [answer_question(build_chart_data(chart), question)] if chart else []
                readings += [answer_question(build_diagram_data(diagram), question)] if diagram else []
                for reading in readings:
                    others = reading.entities[
                        max(0, count_ties(reading.entities) - 1) :
                    ]  # ties answer together
                    assert sum(entity.probability for entity in others) <= 1 + 1e-4
