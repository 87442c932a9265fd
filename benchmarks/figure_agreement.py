"""Agreement of the two readings of a paper's figures: from the PDF's own paths and from the pixels of the same region.

    python benchmarks/figure_agreement.py DATA [--home HOME] [--cluster NAME ...] [--limit N] [--show] [--json FILE]

DATA and the clusters are those of answers.py: papers without gold data for their figures. Of every figure (no table) that has
paths on its page both readings are made, and for each kind, as read from paths, the script prints

figures     figures that were read from paths
both        of them, those that are read from pixels as a chart or a diagram as well
kind        share of `both` with the same kind
names       mean F1 of the two sets of names
values      share of the values with equal names that differ by less than 2% of the range of the figure's values
seconds     median seconds of the reading from paths, without opening the PDF and without OCR

Kind "none" counts figures with paths that only the pixels, or neither, gave data for.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from answers import FOLDERS  # type: ignore[import-not-found]  # found beside this script

from citehop.agent.figures.paper_figures import open_paper_figure
from citehop.agent.session import Session, open_session
from citehop.errors import CitehopError
from citehop.figures.image import open_figure
from citehop.figures.read import read_data
from citehop.figures.types import Entries, FigureData
from citehop.indexes.build.build import build
from citehop.settings import Settings, load_settings

CLOSE = 0.02  # of the range of values


@dataclass(frozen=True, slots=True)
class Pair:
    """Both readings of one figure; `raster` is "" where the pixels gave no chart or diagram."""

    paper: str
    figure: str
    vector: str
    raster: str
    names: float
    values: int
    close: int
    seconds: float
    crashed: str = ""


def main() -> None:
    options = _options()
    settings = load_settings()
    if options.home:
        settings = replace(settings, home=options.home)
    pairs: list[Pair] = []
    for name in options.cluster or FOLDERS:
        build(options.data / FOLDERS[name], name, None, settings)
        with open_session(name, settings) as session:
            pairs += pairs_of(session, settings, options.limit, options.show)
    report(pairs)
    if options.json:
        options.json.write_text("".join(json.dumps(asdict(pair)) + "\n" for pair in pairs))


def pairs_of(session: Session, settings: Settings, limit: int, show: bool) -> Iterator[Pair]:
    """Read every figure of the cluster twice, at most `limit` of each paper (0: all)."""
    for paper in session.cluster.papers():
        figures = [figure for figure in paper.figures if figure.kind == "figure"]
        for figure in figures[: limit or None]:
            try:
                image = open_paper_figure(session.cluster, paper.id, figure)
                if image is None or image.drawing is None:
                    continue
                image = open_figure(image, settings=settings)
                started = time.perf_counter()
                vector = read_data(image)
                seconds = time.perf_counter() - started
                exact = vector if vector is not None and vector.exact else None
                raster = read_data(replace(image, drawing=None))
            except CitehopError as error:
                print(f"{paper.id} {figure.label}: {error}")
                continue
            except Exception as error:  # a crash is counted; the run goes on
                pair = Pair(paper.id, figure.label, "none", "", 0.0, 0, 0, 0.0, repr(error))
            else:
                pair = compare(paper.id, figure.label, exact, raster, seconds)
            if show or pair.crashed:
                print(pair, flush=True)
            yield pair


def compare(
    paper: str, label: str, vector: FigureData | None, raster: FigureData | None, seconds: float
) -> Pair:
    """Compare the kinds, names and values of two readings."""
    kinds = vector.kind if vector else "none", raster.kind if raster else ""
    if vector is None or raster is None:
        return Pair(paper, label, *kinds, 0.0, 0, 0, seconds)
    one, other = _names(vector), _names(raster)
    f1 = 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0
    values, others = _values(vector), _values(raster)
    spread = max(values.values(), default=0.0) - min(values.values(), default=0.0)
    shared = [key for key in values if key in others]
    close = sum(abs(values[key] - others[key]) <= CLOSE * spread + 1e-12 for key in shared)
    return Pair(paper, label, *kinds, f1, len(shared), close, seconds)


def _names(data: FigureData) -> set[str]:
    sides = data.rows, data.columns
    names = {_plain(name.text) for side in sides for a in side.attributes for name in a.names}
    return names - {""}


def _values(data: FigureData) -> dict[tuple[str, str], float]:
    """Values by the names of their row and column; without those that several marks share."""
    rows, columns = _labels(data.rows), _labels(data.columns)
    found: dict[tuple[str, str], list[float]] = {}
    for fact in data.facts:
        if fact.value is not None and rows[fact.row] + columns[fact.column]:
            found.setdefault((rows[fact.row], columns[fact.column]), []).append(fact.value)
    return {key: values[0] for key, values in found.items() if len(values) == 1}


def _labels(entries: Entries) -> list[str]:
    return [" ".join(_plain(a.names[i].text) for a in entries.attributes) for i in range(entries.count)]


def _plain(text: str) -> str:
    """Letters and digits in lower case, those that OCR confuses taken for one."""
    return "".join(c for c in text.lower() if c.isalnum()).translate(str.maketrans("01|i", "olll"))


def report(pairs: list[Pair]) -> None:
    """Print a line for each kind, as read from paths."""
    print(
        f"{'kind':10} {'figures':>7} {'both':>5} {'kind':>6} {'names':>6} {'values':>13} {'seconds':>8} {'crashed':>8}"
    )
    for kind in [*sorted({pair.vector for pair in pairs} - {"none"}), "none", "all"]:
        rows = [p for p in pairs if kind in (p.vector, "all") and (kind != "all" or p.vector != "none")]
        both = [p for p in rows if p.raster not in ("", "table")] if kind != "none" else []
        same = sum(p.vector == p.raster for p in both) / max(1, len(both))
        names = sum(p.names for p in both) / max(1, len(both))
        values, close = sum(p.values for p in both), sum(p.close for p in both)
        seconds = statistics.median([p.seconds for p in rows]) if rows else 0.0
        crashed = sum(bool(p.crashed) for p in rows)
        shares = f"{close / values:6.2f} of {values:4}" if values else f"{'-':>13}"
        print(
            f"{kind:10} {len(rows):7} {len(both):5} {same:6.2f} {names:6.2f} {shares} {seconds:8.3f} {crashed:8}"
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", default="")
    parser.add_argument("--cluster", nargs="*", default=[], choices=sorted(FOLDERS))
    parser.add_argument("--limit", type=int, default=0, help="figures per paper; 0: all")
    parser.add_argument("--show", action="store_true", help="print each figure")
    parser.add_argument("--json", type=Path, help="write every figure to this file")
    return parser.parse_args()


if __name__ == "__main__":
    main()
