"""Made-up data sets in the layouts of other people's benchmarks: figures drawn here, captions written here."""

from __future__ import annotations

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
