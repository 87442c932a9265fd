"""Made-up data sets in the layouts of other people's benchmarks: figures drawn here, captions written here."""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

CAPTIONS = [
    "Loss against epochs for the small encoder.",
    "Accuracy of the parser by sentence length.",
    "Map of rainfall stations in the valley.",
    "Energy levels of the trapped atoms.",
    "Architecture of the dialogue system.",
    "Histogram of word frequencies in the corpus.",
]
WORDS = [
    "loss epochs encoder",
    "accuracy parser sentence length",
    "rainfall stations valley",
    "energy levels atoms",
]
WORDS += ["dialogue system architecture", "word frequencies corpus histogram"]


def figure(text: str) -> bytes:
    """A PNG with a frame and its words, one a line."""
    image = Image.new("RGB", (260, 190), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((10, 10, 250, 180), outline="black")
    for line, word in enumerate(text.split()):
        draw.text((24, 20 + 36 * line), word, "black", ImageFont.load_default(24))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def scifibench(folder: Path) -> Path:
    """Two splits of six rows each, as the release has them; the right option of row n is letter n modulo 5."""
    import pyarrow
    from pyarrow import parquet

    data = folder / "data"
    data.mkdir(parents=True)
    pictures = [figure(words) for words in WORDS]

    def others(n: int) -> list[int]:
        order = [other for other in range(6) if other != n][:4]
        return [*order[: n % 5], n, *order[n % 5 :]]

    def image(n: int) -> dict[str, Any]:
        return {"bytes": pictures[n], "path": None}

    to_captions = [
        {
            "ID": n,
            "Question": "Which caption best matches the image?",
            "Options": [f"{letter})  {CAPTIONS[o]}" for letter, o in zip("ABCDE", others(n), strict=True)],
            "Answer": "ABCDE"[n % 5],
            "Category": "cs.LG" if n < 3 else "other cs",
            "Images": [image(n)],
        }
        for n in range(6)
    ]
    to_figures = [
        {
            "ID": 10 + n,
            "Question": f"Caption: {CAPTIONS[n]} Which image best matches the caption?",
            "Options": [f"{letter}) image{place}" for place, letter in enumerate("ABCDE")],
            "Answer": "ABCDE"[n % 5],
            "Category": "cs.CV",
            "Images": [image(o) for o in others(n)],
        }
        for n in range(6)
    ]
    for name, rows in (("Figure2Caption", to_captions), ("Caption2Figure", to_figures)):
        table = pyarrow.Table.from_pylist(rows)
        parquet.write_table(table, data / f"CS_{name}-00000-of-00001.parquet")
    return folder


def write_lines(path: Path, rows: Sequence[Any]) -> None:
    """`rows` as JSON, one a line."""
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")


def spiqa(folder: Path) -> Path:
    """All sets as downloaded and unpacked: a paper each, those of A, val and train with ten figures."""
    for letter, make in (("A", _spiqa_a), ("B", _spiqa_b), ("C", _spiqa_c)):
        images = folder / f"test-{letter}" / f"SPIQA_test{letter}_Images"
        images.mkdir(parents=True)
        (folder / f"test-{letter}" / f"SPIQA_test{letter}.json").write_text(json.dumps(make(images)))
    images = folder / "train_val" / "SPIQA_train_val_Images"
    texts = folder / "SPIQA_train_val_test-A_extracted_paragraphs"
    texts.mkdir()
    (texts / "1801.00001v2.txt").write_text("Model B converges after ten epochs.")
    for name, key in (("val", "1801.00004v1"), ("train", "1801.00005v1")):
        images.mkdir(parents=True, exist_ok=True)
        (folder / "train_val" / f"SPIQA_{name}.json").write_text(json.dumps(_spiqa_a(images, key)))
        (texts / f"{key}.txt").write_text(f"Text of {name}.")
    return folder


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(figure(text))


def _spiqa_a(images: Path, key: str = "1801.00001v2") -> dict[str, Any]:
    figures = {}
    for n in range(10):
        name = f"{key}-Figure{n}-1.png"
        _put(images / key / name, WORDS[n % 6])
        kind = (
            {"content_type": "figure", "figure_type": "plot"}
            if n
            else {"content_type": "table", "figure_type": ""}
        )
        figures[name] = {"caption": f"Figure {n}: {CAPTIONS[n % 6]} Part {n}.", **kind}
    asked = [
        ("Which model has the lowest loss after ten epochs?", "Model B.", 0),
        ("How does the accuracy of the parser change?", "It falls with sentence length.", 1),
        ("Where are the rainfall stations?", "In the valley.", 2),
    ]
    qa = [
        {"question": q, "answer": a, "explanation": "", "reference": f"{key}-Figure{n}-1.png"}
        for q, a, n in asked
    ]
    return {key: {"paper_id": key, "all_figures": figures, "qa": qa}}


def _spiqa_b(images: Path) -> dict[str, Any]:
    names = ["1801.00002/2-Table1-1.png", "1801.00002/3-Figure2-1.png"]
    for name, words in zip(names, WORDS, strict=False):
        _put(images / name, words)
    return {
        "1801.00002": {
            "question": ["What do both show?"],
            "question_key": ["3"],
            "composition": ["Loss and accuracy."],
            "referred_figures_tables": [names],
            "all_figures_tables": dict(zip(names, ("Table 1: Loss.", "Figure 2: Accuracy."), strict=True)),
            "passages": ["First paragraph.", "Second paragraph."],
        }
    }


def _spiqa_c(images: Path) -> dict[str, Any]:
    _put(images / "1801.00003" / "3-Table1-1.png", WORDS[4])
    answers = [
        {"free_form_answer": "The system.", "yes_no": None},
        {"free_form_answer": "", "yes_no": False},
        {"free_form_answer": "", "yes_no": None, "extractive_spans": ["x"]},
    ]
    return {
        "1801.00003": {
            "arxiv_id": "1801.00003",
            "question": ["What is drawn?", "Is it large?", "Unanswerable?"],
            "question_key": ["a", "b", "c"],
            "answer": answers,
            "figures_and_tables": [{"file": "3-Table1-1.png", "caption": "Table 1: Parts."}],
            "referred_figures_tables": [["3-Table1-1.png"]] * 3,
            "full_text": [
                {"section_name": "Introduction", "paragraphs": ["One.", "Two."]},
                {"section_name": "End", "paragraphs": ["Three."]},
            ],
        }
    }


def mmsci(folder: Path) -> Path:
    """dev, train and, with its answers blank, test: two captions, and matching rows, (2, 1, 1) in the three settings.

    The articles of train are others than those of dev.
    """
    for split in ("dev", "test", "train"):
        blank = split == "test"
        target = folder / "benchmark" / split
        names = [f"ncomms0000{n}_figure_1.png" for n in ((5, 6) if split == "train" else (1, 2))]
        for name, words in zip(names, WORDS, strict=False):
            _put(target / "images" / name, words)
        about = [
            {"uid": name[:11], "category": "Physical sciences", "subject": subject, "image": name}
            for name, subject in zip(names, ("Materials science", "Optics"), strict=True)
        ]
        captions = [
            "Figure 1: Loss of the encoder. (a) Training loss. (b) Test loss at $$10^{-3}$$.",
            "Figure 1: Accuracy of the parser. (a) Short sentences. (b) Long sentences.",
        ]
        written = [
            {**row, "abstract": "We train an encoder.", "content": "Title\n" + "We train an encoder. " * 400}
            | {"caption": "" if blank else caption}
            for row, caption in zip(about, captions, strict=True)
        ]
        fig2cap = [
            {**row, "question": _asked("which caption best describes the figure?", CAPTIONS[:4])}
            | {"answer": "" if blank else "AB"[n]}
            for n, row in enumerate(about)
        ]
        panel = "which of the following options best describes the content in sub-figure (b)?"
        options = ["Training loss.", "Noise.", "Test loss.", "Speed."]
        subfig2cap = [{**about[0], "question": _asked(panel, options), "answer": "" if blank else "C"}]
        which = "which sub-figure matches: Test loss.?"
        subcap2fig = [{**about[0], "question": _asked(which, ["sub-figure (a)", "sub-figure (b)"])}]
        subcap2fig[0]["answer"] = "" if blank else "B"
        for name, rows in (("generation", written), ("matching", [fig2cap, subfig2cap, subcap2fig])):
            (target / f"image_caption_{name}_data.json").write_text(json.dumps(rows))
    return folder


def _asked(question: str, options: Sequence[str]) -> str:
    return "\n".join(
        [question, *(f"{label}: {text}" for label, text in zip("ABCDEFGH", options, strict=False))]
    )


def scidqa(folder: Path) -> Path:
    """Four questions about two papers: the table, and the pickles with abstracts and full texts."""
    import pickle

    from openpyxl import Workbook

    folder.mkdir(parents=True, exist_ok=True)
    book = Workbook()
    book.active.append(["id", "year", "venue", "rid", "pid", "decision", "que", "ans", "version"])
    asked = [
        ("p1", "How is the threshold chosen?", "A: By cross-validation on the training set.", "Initial"),
        ("p1", "How is the threshold chosen now?", "A: By Bayesian search.", "Revised"),
        ("p2", "Which corpus is used?", "A: The valley corpus.", "Initial"),
        ("p3", "Is the code public?", "A: Yes.", "Initial"),
    ]
    for number, (pid, question, answer, version) in enumerate(asked, 1):
        book.active.append([number, 2022, "NeurIPS", "aBcDeF12345", pid, "Accept", question, answer, version])
    book.save(folder / "scidqa.xlsx")
    first = "# Methods\n\n## Threshold\n\nThe threshold is chosen by {}. It is fixed afterwards."
    first += "\n\n## Data\n\nWe use trees."
    filler = " ".join(f"Sentence number {n} is about other things." for n in range(30))
    texts = {
        "p1": {"initial": first.format("cross-validation"), "final": first.format("Bayesian search")},
        "p2": {"initial": f"{filler}\n\nThe valley corpus is used.\n\n{filler}", "final": ""},
    }
    abstracts = {pid: {"title": f"Paper {pid}", "abs": f"On {pid}."} for pid in ("p1", "p2")}
    (folder / "relevant_ptabs.pkl").write_bytes(pickle.dumps(abstracts))
    (folder / "papers_fulltext_nougat.pkl").write_bytes(pickle.dumps(texts))
    return folder
