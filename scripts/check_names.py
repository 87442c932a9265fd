"""Check the naming rules of CONTRIBUTING.md: unique class names, no abandoned module names, tests that mirror the tree.

python scripts/check_names.py
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (
    "acquisition", "agent", "cli", "evaluation", "figures", "indexes", "integrations", "papers", "retrieval", "testing",
)  # fmt: skip

# Metaphors and private words, each replaced by a term of the field.
GIVEN_UP = frozenset(
    """
    shelf known company doubt pick hops asking nouns wording plot plotted panel panels sides ground grounds paint palette
    colours places placing looks lookup hub wheel radars crowded families unframed cutting joining lettering phrase prints
    by_place growth furniture zones prose melt plainly wishes crew wire web pace guard faults shapes ink belonging
    codec naming filling storing artefacts run stage tidy extract composed compose loose desk talk advice job own arms flow
    letters spread pair_rater setups fields render listing contact coverage
    """.split()
)
# A word that is a term of the field inside its own package.
ALLOWED = frozenset(
    {
        "evaluation/benchmarks/retrieval/run.py",
        "figures/vector/shapes/shape.py",
        "papers/parsing/latex/render.py",
        "papers/parsing/pdf/figures/extract.py",
        "papers/parsing/references/fields.py",
    }
)


def duplicate_classes(modules: dict[Path, ast.Module]) -> list[str]:
    """One line for each class name that is defined more than once, sorted by name."""
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
    """One line for each module or package whose name was given up."""
    names = {path.relative_to(ROOT).as_posix(): path.stem for path in paths if path.name != "__init__.py"}
    return [f"{path}: {name!r} is on the list of names that were given up" for path, name in names.items()
            if name in GIVEN_UP and path not in ALLOWED]  # fmt: skip


def tests_without_package(tests: Path) -> list[str]:
    """One line for each folder of tests that no folder of the repository corresponds to."""
    folders = sorted(path.relative_to(tests) for path in tests.rglob("*") if any(path.glob("test_*.py")))
    return [
        f"tests/{folder.as_posix()}: there is no folder {folder.as_posix()} that it could test"
        for folder in folders
        if not (ROOT / folder).is_dir()
    ]


def main() -> int:
    """Print the violations; 1 if there are any."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    modules = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    problems = [
        *duplicate_classes(modules),
        *modules_with_old_names(paths),
        *tests_without_package(ROOT / "tests"),
    ]
    print(
        "\n".join(problems) or f"names: {len(paths)} modules, no class name twice, no name that was given up"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
