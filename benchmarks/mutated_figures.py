"""Figures damaged at random: none may crash the reader.

    python benchmarks/mutated_figures.py FOLDER [--count 2000] [--start 0] [--seed 18]

FOLDER holds PDFs of one figure each (the PDFs of charts_dev, for example). Mutation N is the same in every run with the same
seed. A quarter each:

file      bytes of the PDF overwritten, deleted, doubled or cut off; refusing it with a UsageError is as good as reading it
drawing   paths, texts, clips and colours of the page changed, dropped, shuffled, scaled or set to extreme values
pixels    the picture cropped, turned, scaled, inverted, blurred, noised or compressed, with its words where they were
words     words dropped, doubled, moved, joined, cut or replaced by odd texts over the unchanged picture

Prints how many were read, abstained, lost all their text, were refused and crashed, and the slowest.
"""

from __future__ import annotations

import argparse
import io
import random
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageFilter, ImageOps

from citehop.agent.figures.read_figure import read_figure
from citehop.errors import UsageError
from citehop.figures.types import FigureImage
from citehop.figures.vector.load import open_pdf_figure
from citehop.figures.vector.types import VectorFigure
from citehop.papers.types import BBox, Word

QUESTIONS = (
    "Which method has the highest score?",
    "Which model is the second lowest at 10?",
    "What is the value of the first method?",
    "Which line is dashed?",
    "How many methods are above 20?",
    "Which is left of the red one?",
    "What does the second box lead to?",
    "At how many steps does the first line peak?",
)
TEXTS = (
    "",
    "0",
    "-",
    "1e309",
    "NaN",
    "10^400",
    "١٢٣",
    "é́",
    "\ufffe",
    "x" * 500,
    "12%%",
    "1.2.3",
    "(2,3)",
    "½",
    "−5",
)


def mutated_file(path: Path, rng: random.Random) -> bytes:
    """The bytes of the file with one to twenty places damaged."""
    data = bytearray(path.read_bytes())
    for _ in range(rng.randint(1, 20)):
        at = rng.randrange(max(1, len(data)))
        kind = rng.randrange(4)
        if kind == 0:
            data[at : at + rng.randint(1, 8)] = rng.randbytes(rng.randint(1, 8))
        elif kind == 1:
            del data[at : at + rng.randint(1, 200)]
        elif kind == 2:
            data[at:at] = data[at : at + rng.randint(1, 200)]
        elif rng.random() < 0.2:
            del data[at:]
    return bytes(data)


def mutated_drawing(figure: FigureImage, rng: random.Random) -> FigureImage:
    """The figure with its paths and texts changed."""
    drawing = figure.drawing
    assert drawing is not None
    paths, texts = list(drawing.paths), list(drawing.texts)
    for _ in range(rng.randint(1, 12)):
        kind = rng.randrange(6)
        if kind == 0 and paths:
            del paths[rng.randrange(len(paths))]
        elif kind == 1 and paths:
            paths.append(rng.choice(paths))
        elif kind == 2 and paths:
            at = rng.randrange(len(paths))
            colour = rng.choice((None, (0, 0, 0), (255, 255, 255), (200, 10, 10)))
            paths[at] = replace(paths[at], fill=colour, stroke=rng.choice((None, colour)))
        elif kind == 3 and paths:
            at = rng.randrange(len(paths))
            paths[at] = replace(paths[at], box=_box(rng, drawing), width=rng.choice((0.0, 1e-9, 1e6)))
        elif kind == 4 and texts:
            at = rng.randrange(len(texts))
            texts[at] = replace(texts[at], text=rng.choice(TEXTS), angle=rng.uniform(-180, 180))
        elif texts:
            at = rng.randrange(len(texts))
            texts[at] = replace(texts[at], box=_box(rng, drawing), size=rng.choice((0.0, 1e-3, 9.0, 1e4)))
    if rng.random() < 0.3:
        rng.shuffle(paths)
    if rng.random() < 0.1:
        texts = texts[: len(texts) // 2]
    return replace(figure, drawing=replace(drawing, paths=tuple(paths), texts=tuple(texts)))


def _box(rng: random.Random, drawing: VectorFigure) -> BBox:
    x, y = rng.uniform(-50, drawing.box.width + 50), rng.uniform(-50, drawing.box.height + 50)
    return BBox(x, y, x + rng.choice((0.0, 1e-9, 5.0, 1e5)), y + rng.choice((0.0, 1e-9, 5.0, 1e5)))


def mutated_pixels(figure: FigureImage, rng: random.Random) -> FigureImage:
    """The picture changed, without its drawing."""
    image = figure.pixels
    kind = rng.randrange(8)
    if kind == 0:
        x, y = rng.randrange(image.width), rng.randrange(image.height)
        image = image.crop((x, y, rng.randint(x + 1, image.width), rng.randint(y + 1, image.height)))
    elif kind == 1:
        image = image.rotate(rng.choice((90, 180, 270, 3.5)), expand=True, fillcolor="white")
    elif kind == 2:
        scale = rng.choice((0.05, 0.3, 1.7))
        image = image.resize((max(1, int(image.width * scale)), max(1, int(image.height * scale))))
    elif kind == 3:
        image = ImageOps.invert(image)
    elif kind == 4:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 6)))
    elif kind == 5:
        noise = Image.effect_noise(image.size, rng.uniform(20, 200)).convert("RGB")
        image = Image.blend(image, noise, rng.uniform(0.1, 0.7))
    elif kind == 6:
        buffer = io.BytesIO()
        image.save(buffer, "JPEG", quality=rng.randint(1, 40))
        image = Image.open(buffer).convert("RGB")
    else:
        image = ImageOps.posterize(image, rng.randint(1, 3))
    return replace(figure, pixels=image, drawing=None)


def mutated_words(figure: FigureImage, rng: random.Random) -> FigureImage:
    """The words changed over the unchanged picture, without its drawing."""
    words = list(figure.words) or [Word("x", BBox(0, 0, 5, 5))]
    for _ in range(rng.randint(1, 15)):
        at = rng.randrange(len(words))
        word, kind = words[at], rng.randrange(5)
        if kind == 0 and len(words) > 1:
            del words[at]
        elif kind == 1:
            words.append(word)
        elif kind == 2:
            words[at] = replace(word, text=rng.choice(TEXTS[1:]))
        elif kind == 3:
            dx, dy = rng.uniform(-200, 200), rng.uniform(-200, 200)
            b = word.bbox
            words[at] = replace(word, bbox=BBox(b.x0 + dx, b.y0 + dy, b.x1 + dx, b.y1 + dy))
        else:
            other = rng.choice(words)
            words[at] = Word(f"{word.text} {other.text}", word.bbox.union(other.bbox))
    return replace(figure, words=tuple(words), drawing=None)


IN_MEMORY: dict[str, Callable[[FigureImage, random.Random], FigureImage]] = {
    "drawing": mutated_drawing,
    "pixels": mutated_pixels,
    "words": mutated_words,
}


def read_mutation(number: int, files: list[Path], seed: int, scratch: Path) -> tuple[str, str]:
    """The part that mutation `number` damages, and "read", "abstained", "no text", "refused" or the crash."""
    rng = random.Random(f"{seed}:{number}")
    part = ("file", *IN_MEMORY)[number % 4]
    path, question = rng.choice(files), rng.choice(QUESTIONS)
    try:
        if part == "file":
            damaged = scratch / "damaged.pdf"
            damaged.write_bytes(mutated_file(path, rng))
            figure = open_pdf_figure(damaged)
        else:
            figure = IN_MEMORY[part](open_pdf_figure(path), rng)
        if not figure.words:
            return part, "no text"  # OCR would be asked, which is no part of this
        reading = read_figure(figure, question)
    except UsageError:
        return part, "refused"
    except Exception as error:  # what this program looks for
        return part, f"crashed: {error!r} ({path.name}, mutation {number})"
    return part, "abstained" if reading.abstained else "read"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--seed", type=int, default=18)
    options = parser.parse_args()
    files = sorted(options.folder.glob("*.pdf"))
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    slowest = (0.0, 0)
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(options.start, options.start + options.count):
            started = time.perf_counter()
            part, outcome = read_mutation(number, files, options.seed, Path(scratch))
            slowest = max(slowest, (time.perf_counter() - started, number))
            counts[part][outcome.partition(":")[0]] += 1
            if outcome.startswith("crashed"):
                print(outcome, flush=True)
    columns = ("read", "abstained", "no text", "refused", "crashed")
    print(f"{'':10}" + "".join(f"{column:>10}" for column in columns))
    for part, found in counts.items():
        print(f"{part:10}" + "".join(f"{found[column]:10}" for column in columns))
    print(f"slowest: {slowest[0]:.2f} s (mutation {slowest[1]})")


if __name__ == "__main__":
    main()
