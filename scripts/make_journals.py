"""Make papers/journals/journals.txt.xz from lists of journal names, which the README in that folder names.

python scripts/make_journals.py FOLDER
"""

from __future__ import annotations

import argparse
import csv
import lzma
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from citehop.papers.journals.table import fold_journal

_OUT = Path(__file__).parent.parent / "papers" / "journals" / "journals.txt.xz"
_FEWEST_LISTS = 2  # fewest lists that contain a journal
_SHORTEST = 2  # fewest letters of a spelling


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    parents: dict[str, str] = {}
    lists: dict[str, set[str]] = defaultdict(set)
    for source, names in _list_synonyms(folder):
        folded = [name for name in map(fold_journal, names) if len(name) >= _SHORTEST]
        for name in folded:
            parents[_find_root(parents, folded[0])] = _find_root(parents, name)
            lists[name].add(source)
    groups: dict[str, set[str]] = defaultdict(set)
    for name in parents:
        groups[_find_root(parents, name)].add(name)
    lines = sorted(
        " ".join(sorted(names))
        for names in groups.values()
        if len(set().union(*(lists[name] for name in names))) >= _FEWEST_LISTS
    )
    _OUT.write_bytes(lzma.compress("\n".join(lines).encode(), preset=9))


def _list_synonyms(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield (name of the list, spellings) for each journal. All spellings of an ADS code come together."""
    for path in sorted(folder.glob("jabref_*.csv")):
        with path.open(encoding="utf-8") as file:
            for row in csv.reader(file):
                if len(row) > 1 and all(row[:2]):
                    yield path.name, row[:2]
    codes: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("ads_journals*.dat")):
        for line in path.read_text("utf-8", "replace").splitlines():
            code, _, name = line.partition("\t")
            codes[code.strip(".")].append(name)
    for code, names in sorted(codes.items()):
        yield "ads", [code, *names]


def _find_root(parents: dict[str, str], name: str) -> str:
    while parents.setdefault(name, name) != name:
        name = parents[name]
    return name


if __name__ == "__main__":
    main()
