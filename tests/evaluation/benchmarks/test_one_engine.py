"""Numbers of citehop come from citehop's engine: no benchmark ranks or answers by code of its own, but for baselines."""

from __future__ import annotations

import ast
from pathlib import Path

import citehop.evaluation

EVALUATION = Path(citehop.evaluation.__file__).parent

# What a second implementation of ranking would be made of.
RANKING = {
    "rank_bm25",
    "citehop.indexes.text",
    "citehop.retrieval.fusion",
    "citehop.indexes.stores",
    "qdrant_client",
    "qdrant_edge",
}
# Modules that name baselines, and offer them under names of their own.
USES_BASELINES = {
    "benchmarks/mmsci/benchmark.py",  # fig2cap without a model
    "benchmarks/retrieval/benchmark.py",  # strategies baseline:...
    "benchmarks/scidqa/benchmark.py",  # passages by --retriever baseline:...
    "benchmarks/scifibench/benchmark.py",  # --baseline
    "benchmarks/spiqa/benchmark.py",  # --picker
}


def imports(path: Path) -> set[str]:
    """Absolute names of the modules that a file of the package imports."""
    package = ["citehop", "evaluation", *path.relative_to(EVALUATION).parts[:-1]]
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return names


def modules() -> dict[str, set[str]]:
    return {path.relative_to(EVALUATION).as_posix(): imports(path) for path in EVALUATION.rglob("*.py")}


def importers(targets: set[str]) -> set[str]:
    return {
        name
        for name, found in modules().items()
        if any(one == target or one.startswith(f"{target}.") for one in found for target in targets)
    }


def test_only_baselines_rank_by_code_of_their_own() -> None:
    assert {name.rpartition("/")[0] for name in importers(RANKING)} == {"benchmarks/baselines"}


def test_only_named_options_lead_to_a_baseline() -> None:
    outside = {
        name for name in importers({"citehop.evaluation.benchmarks.baselines"}) if "/baselines/" not in name
    }
    assert outside == USES_BASELINES


def test_citehops_strategies_are_searched_by_its_engine() -> None:
    assert importers({"citehop.retrieval.search.search_chunks"}) == {"benchmarks/retrieval/engine.py"}
    assert importers({"citehop.retrieval.linking.rank"}) == {"benchmarks/m3sciqa/rank.py"}
