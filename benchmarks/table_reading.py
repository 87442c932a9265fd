"""Share of the tables of clusters that are read with signs of mistakes. Needs no gold, so it runs on any papers.

    python benchmarks/table_reading.py CLUSTER... [--list FLAG] [--save FILE] [--compare FILE]

A table is flagged where no columns are found; a column of values has no title or that of another one, or a value in its title;
two rows have the same names; a name repeats a word; a cell of a column of values is none, or holds two numbers; or a row
has no name. Flags are signs, not errors: some tables are printed so. --save writes what is read as JSON, --compare counts
the tables that are read otherwise than in such a file. The home is that of the settings (CITEHOP_HOME).
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from citehop.agent.figures.paper_figures import open_paper_figure
from citehop.figures.read import read_data
from citehop.figures.table.values import is_value
from citehop.figures.types import Entries, FigureData
from citehop.papers.clusters.locate import open_cluster
from citehop.settings import load_settings

_TWO_NUMBERS = re.compile(r"(?<![\w.,(])[-+−–]?\d*\.\d+%?\s+[-+−–]?\d*\.\d+%?(?![\w.)])")
_LONG_WORD = re.compile(r"[^\W\d_]{3,}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clusters", nargs="+")
    parser.add_argument("--list", default="", help="print the tables with this flag")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    options = parser.parse_args()
    flags: Counter[str] = Counter()
    read: dict[str, str] = {}
    for cluster in options.clusters:
        for key, data in _read_tables(cluster):
            found = set(flag_table(data))
            flags.update(found)
            flags["any"] += bool(found)
            read[key] = json.dumps(_texts(data), ensure_ascii=False)
            if options.list in found:
                print(key)
    for flag, count in flags.most_common():
        print(f"{flag:24} {count:5} {count / max(1, len(read)):.3f}")
    print(f"{'tables':24} {len(read):5}")
    if options.compare:
        before = json.loads(options.compare.read_text("utf-8"))
        print(f"{'read otherwise':24} {sum(before.get(key) != text for key, text in read.items()):5}")
    if options.save:
        options.save.write_text(json.dumps(read, ensure_ascii=False), "utf-8")


def _read_tables(name: str) -> Iterator[tuple[str, FigureData | None]]:
    """The tables of all papers of a cluster whose words the PDF has, with paper, id and label."""
    cluster = open_cluster(name, load_settings())
    for paper in cluster.iterate_papers():
        for figure in paper.figures:
            image = open_paper_figure(cluster, paper.id, figure) if figure.kind == "table" else None
            if image is not None and image.words:
                yield f"{name} {paper.id} {figure.id} ({figure.label})", read_data(image)


def flag_table(data: FigureData | None) -> Iterator[str]:
    """Flags of a table as it was read, in any order and repeated."""
    if data is None:
        yield "no columns"
        return
    titles, names = _paths(data.columns), _paths(data.rows)
    yield from ("no title" for title in titles if not any(title))
    yield from (
        "value in a title" for title in titles if any("." in text and is_value(text) for text in title)
    )
    if len(set(titles)) < len(titles):
        yield "title repeated"
    if len(set(names)) < len(names):
        yield "names repeated"
    yield from ("no name" for name in names if not any(name))
    for text in (text for path in (*names, *titles) for text in path):
        words = _LONG_WORD.findall(text.lower())
        if len(set(words)) < len(words):
            yield "word repeated"
    yield from ("no value" for fact in data.facts if not is_value(fact.text))
    yield from ("two numbers" for fact in data.facts if _TWO_NUMBERS.search(fact.text))


def _paths(entries: Entries) -> list[tuple[str, ...]]:
    """The names of each entry, one of each attribute."""
    return [
        tuple(attribute.names[index].text for attribute in entries.attributes)
        for index in range(entries.count)
    ]


def _texts(data: FigureData | None) -> Sequence[object]:
    if data is None:
        return ()
    return _paths(data.rows), _paths(data.columns), [(f.row, f.column, f.text) for f in data.facts]


if __name__ == "__main__":
    main()
