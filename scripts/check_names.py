"""Check the rules of CONTRIBUTING.md for names and docstrings, and that the tests mirror the tree.

Class names are unique, no module has an abandoned name, no folder has too many modules, and no docstring begins with a
relative clause.

python scripts/check_names.py
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (
    "acquisition", "agent", "cli", "evaluation", "figures", "indexes", "integrations", "papers", "retrieval", "testing",
)  # fmt: skip

# Metaphors and private words, which were replaced by standard terms.
GIVEN_UP = frozenset(
    """
    shelf known company doubt pick hops asking nouns wording plot plotted panel panels sides ground grounds paint palette
    colours places placing looks lookup hub wheel radars crowded families unframed cutting joining lettering phrase prints
    by_place growth furniture zones prose melt plainly wishes crew wire web pace guard faults shapes ink belonging
    codec naming filling storing artefacts run stage tidy extract composed compose loose desk talk advice job own arms flow
    letters spread pair_rater setups fields render listing contact coverage
    """.split()
)
MOST_SIBLINGS = 22
RELATIVE = re.compile(r"(?:What|Whether|Where|Which|Who|How|Why)\b")

# Modules in whose package the word is a standard term.
ALLOWED = frozenset(
    {
        "evaluation/benchmarks/retrieval/run.py",
        "figures/shapes/shape.py",
        "papers/parsing/latex/render.py",
        "papers/parsing/pdf/figures/extract.py",
        "papers/parsing/references/fields.py",
    }
)


def duplicate_classes(modules: dict[Path, ast.Module]) -> list[str]:
    """Return one line for each class name that is defined more than once, sorted by name."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path, tree in modules.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(ROOT).as_posix())
    return [
        f"class {name} is defined {len(files)} times: {', '.join(files)}"
        for name, files in sorted(places.items())
        if len(files) > 1
    ]


def modules_with_old_names(paths: list[Path]) -> list[str]:
    """Return one line for each module or package with an abandoned name."""
    names = {path.relative_to(ROOT).as_posix(): path.stem for path in paths if path.name != "__init__.py"}
    return [f"{path}: {name!r} is on the list of names that were given up" for path, name in names.items()
            if name in GIVEN_UP and path not in ALLOWED]  # fmt: skip


def relative_clauses(modules: dict[Path, ast.Module]) -> list[str]:
    """Return one line for each docstring that begins with "What ...", "Whether ..." or another relative clause."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    found = []
    for path, tree in modules.items():
        for node in ast.walk(tree):
            text = ast.get_docstring(node) if isinstance(node, documented) else None
            if text and RELATIVE.match(text):
                line = text.partition("\n")[0]
                found.append(
                    f"{path.relative_to(ROOT).as_posix()}: a docstring begins with a relative clause: {line}"
                )
    return found


def crowded_folders(paths: list[Path]) -> list[str]:
    """Return one line for each folder with more than MOST_SIBLINGS modules and packages."""
    names = {path.parent if path.name == "__init__.py" else path for path in paths}
    siblings = Counter(path.parent for path in names)
    return [
        f"{folder.relative_to(ROOT).as_posix()} has {count} modules and packages; at most {MOST_SIBLINGS}"
        for folder, count in sorted(siblings.items())
        if count > MOST_SIBLINGS
    ]


def tests_without_package(tests: Path) -> list[str]:
    """Return one line for each folder of tests without a corresponding folder in the repository."""
    folders = sorted(path.relative_to(tests) for path in tests.rglob("*") if any(path.glob("test_*.py")))
    return [
        f"tests/{folder.as_posix()}: there is no folder {folder.as_posix()} that it could test"
        for folder in folders
        if not (ROOT / folder).is_dir()
    ]


def main() -> int:
    """Print the violations. Return 1 if there are any, else 0."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    modules = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    problems = [
        *duplicate_classes(modules),
        *modules_with_old_names(paths),
        *crowded_folders(paths),
        *relative_clauses(modules),
        *tests_without_package(ROOT / "tests"),
    ]
    print("\n".join(problems) or f"names: {len(paths)} modules, names, folders and docstrings as agreed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
