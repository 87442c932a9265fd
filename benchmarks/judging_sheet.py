"""Questions for a person to judge: a sample of what `citehop make questions` wrote, without a hint on how it was made.

    python benchmarks/judging_sheet.py FOLDER --pdf PDFS --home HOME --out questions.jsonl [--count 100] [--seed 1]
        [--styles two-hop figure]

FOLDER is what `make questions` wrote, HOME holds its cluster, and PDFS the files. Styles of questions (two-hop, figure, text)
are drawn in proportion to their numbers. Each line has the question, its answer, the PDF of the paper asked about, figure and
page, the boxes on the page or the quote that are its evidence, and for a question about a cited paper that paper with page and
quote.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from citehop.evaluation.question_generation.release import read_pairs
from citehop.evaluation.question_generation.single_release import read_singles
from citehop.evaluation.question_generation.types import QuestionPair, SingleQuestion
from citehop.papers.clusters.cluster import Cluster
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.types import BBox
from citehop.settings import Settings


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pdf", type=Path, required=True)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--styles", nargs="+", default=["two-hop", "figure"], choices=["two-hop", "figure", "text"]
    )
    options = parser.parse_args()
    settings = Settings(home=str(options.home), offline=True)
    by_hash = {
        hashlib.sha256(path.read_bytes()).hexdigest(): path for path in sorted(options.pdf.rglob("*.pdf"))
    }
    pairs, singles = read_pairs(options.folder), read_singles(options.folder)
    names = {pair.cluster for pair in pairs} | {one.cluster for one in singles}
    clusters = {name: open_cluster(name, settings) for name in sorted(names)}
    files = {
        (name, paper.id): str(by_hash.get(paper.sha256, ""))
        for name, cluster in clusters.items()
        for paper in cluster.summaries
    }
    by_style = {style: [one for one in singles if one.style == style] for style in ("figure", "text")}
    parts = [pairs if style == "two-hop" else by_style[style] for style in options.styles]
    chosen = draw(parts, options.count, options.seed)
    rows = [
        describe_pair(one, files)
        if isinstance(one, QuestionPair)
        else describe_single(one, files, clusters[one.cluster])
        for one in chosen
    ]
    options.out.write_text(
        "".join(json.dumps({"n": n, **row}, ensure_ascii=False) + "\n" for n, row in enumerate(rows, 1)),
        "utf-8",
    )
    print(f"{len(rows)} of {sum(map(len, parts))} questions: {options.out}")


def draw(parts: Sequence[Sequence[Any]], count: int, seed: int) -> list[Any]:
    """`count` questions of the parts, in proportion to their sizes by largest remainder, in an order decided by `seed`."""
    total = sum(map(len, parts))
    shares = [min(count, total) * len(part) / max(total, 1) for part in parts]
    sizes = [int(share) for share in shares]
    for at in sorted(range(len(parts)), key=lambda n: (sizes[n] - shares[n], n))[
        : min(count, total) - sum(sizes)
    ]:
        sizes[at] += 1
    random = Random(seed)
    chosen = [
        one
        for part, size in zip(parts, sizes, strict=True)
        for one in random.sample(sorted(part, key=lambda q: q.id), size)
    ]
    random.shuffle(chosen)
    return chosen


def describe_pair(pair: QuestionPair, files: dict[tuple[str, str], str]) -> dict[str, Any]:
    """The line of a two-hop question."""
    return {
        "question": pair.question,
        "answer": pair.reference.answer,
        "pdf": files[pair.cluster, pair.anchor],
        "figure": pair.label,
        "page": pair.page,
        "evidence": f"{pair.visual.question} {pair.visual.name}",
        "boxes": list(map(_corners, pair.visual.boxes)),
        "cited_pdf": files[pair.cluster, pair.visual.cited],
        "cited_page": pair.reference.page,
        "quote": pair.reference.quote,
    }


def describe_single(
    question: SingleQuestion, files: dict[tuple[str, str], str], cluster: Cluster
) -> dict[str, Any]:
    """The line of a question about one paper; the quote of a figure are its words at the height of the evidence."""
    figures = (f for f in cluster.paper(question.paper).figures if f.id == question.figure)
    words = [
        word.text
        for figure in figures
        for word in figure.words
        if any(box.y0 <= (word.bbox.y0 + word.bbox.y1) / 2 <= box.y1 for box in question.boxes)
    ]
    return {
        "question": question.question,
        "answer": question.answer,
        "pdf": files[question.cluster, question.paper],
        "figure": question.label,
        "page": question.page,
        "boxes": list(map(_corners, question.boxes)),
        "quote": question.quote or " ".join(words),
    }


def _corners(box: BBox) -> list[float]:
    return [round(side, 1) for side in (box.x0, box.y0, box.x1, box.y1)]


if __name__ == "__main__":
    main()
