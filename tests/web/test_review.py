"""Review of generated questions on the page."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from citehop.errors import UsageError
from citehop.evaluation.question_generation.release import EVIDENCE, image_file
from citehop.evaluation.question_generation.review import ReviewDecision, read_decisions
from citehop.evaluation.question_generation.types import QuestionPair, ReferenceQuestion, VisualQuestion
from citehop.papers.serialization import to_json
from citehop.papers.types import BBox
from citehop.settings import Settings
from citehop.web.server import serve

EVIL = "<script>alert(1)</script>"


def write_questions(folder: Path, count: int) -> list[QuestionPair]:
    """`count` pairs with the image of their figure."""
    pairs = []
    for n in range(count):
        box = BBox(120.0, 220.0, 150.0, 230.0)
        visual = VisualQuestion(
            "Which?", "method", "leads", f"Name {n}", "extreme", "table", "cited", "marker", (box,)
        )
        reference = ReferenceQuestion(
            "How many layers?", f"{n} layers", f"It has {n} layers {EVIL}.", 2, "value"
        )
        area = BBox(100.0, 200.0, 300.0, 300.0)
        pairs.append(
            QuestionPair(
                f"q{n}",
                "sample",
                "anchor",
                "p1:table1",
                "Table 1",
                "table",
                1,
                area,
                visual,
                reference,
                f"Q {n} {EVIL}?",
            )
        )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / EVIDENCE).write_text("".join(f"{to_json(pair)}\n" for pair in pairs), "utf-8")
    image = image_file(folder, pairs[0])
    image.parent.mkdir(parents=True)
    Image.new("RGB", (400, 200), "white").save(image)
    return pairs


@pytest.fixture
def review(tmp_path: Path, start: Any) -> Iterator[tuple[Any, Path]]:
    folder = tmp_path / "made"
    write_questions(folder, 3)
    with start(Settings(home=str(tmp_path / "home")), reviews=[folder]) as site:
        yield site, folder


def decide(site: Any, pair: str, decision: str, question: str, answer: str) -> int:
    fields = {"pair": pair, "decision": decision, "question": question, "answer": answer}
    return int(site.post("/review/1", {"form_token": site.form_token(""), **fields}).status)


def test_questions_are_accepted_edited_and_rejected_in_turn(review: tuple[Any, Path]) -> None:
    site, folder = review
    page = site.get("/review/1").text
    assert "0 of 3 questions are decided" in page
    assert 'value="q0"' in page
    assert EVIL not in page
    assert decide(site, "q0", "accept", f"Q 0 {EVIL}?", "0 layers") == 303
    assert decide(site, "q1", "accept", "A better question?", "1 layers") == 303
    assert decide(site, "q2", "reject", f"Q 2 {EVIL}?", "2 layers") == 303
    assert read_decisions(folder) == {
        "q0": ReviewDecision("q0", "accept"),
        "q1": ReviewDecision("q1", "edit", "A better question?", "1 layers"),
        "q2": ReviewDecision("q2", "reject"),
    }
    assert "Every question is decided" in site.get("/review/1").text
    again = site.get("/review/1?pair=q1").text
    assert "Decided before: edit" in again
    assert "A better question?" in again


def test_a_skipped_question_comes_last(review: tuple[Any, Path]) -> None:
    site, _ = review
    assert 'value="q1"' in site.get("/review/1?after=q0").text
    assert 'value="q0"' in site.get("/review/1?after=q2").text


def test_the_cells_of_the_answer_are_outlined(review: tuple[Any, Path]) -> None:
    site, _ = review
    with Image.open(io.BytesIO(site.get("/review/1/figure.png?pair=q0").body)) as image:
        red = (np.asarray(image.convert("RGB")) == (214, 40, 40)).all(axis=-1)
    rows, columns = np.nonzero(red)
    assert 30 < columns.min() < 45  # 20 points from the left, at two pixels per point
    assert 30 < rows.min() < 45


def test_only_folders_and_questions_of_the_review_are_opened(review: tuple[Any, Path]) -> None:
    site, folder = review
    for path in (
        "/review/0",
        "/review/2",
        "/review/x",
        "/review/1?pair=..",
        "/review/1/figure.png?pair=../q0",
    ):
        assert site.get(path).status == 404
    assert decide(site, "../q0", "accept", "q", "a") == 404
    assert decide(site, "q0", "delete", "q", "a") == 400
    assert decide(site, "q0", "accept", "", "a") == 400
    lines = (folder / EVIDENCE).read_text("utf-8").replace('"p1:table1"', '"../../../../../secret"')
    (folder / EVIDENCE).write_text(lines, "utf-8")
    Image.new("RGB", (9, 9)).save(folder.parent / "secret.png")
    assert site.get("/review/1/figure.png?pair=q0").status == 404


def test_a_folder_without_questions_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="make questions"):
        serve(Settings(home=str(tmp_path)), "127.0.0.1", 0, lambda _: None, [tmp_path])
