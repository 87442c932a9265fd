"""Options of the comparison of retrieval strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..options import option


@dataclass(frozen=True, slots=True)
class RetrievalOptions:
    """Those from `units` on are comma-separated and multiply; an option that a strategy does not have is left out for it."""

    strategies: str = option(
        "bm25,dense,hybrid",
        "Comma-separated: those of citehop search (bm25, dense, hybrid, ...), baseline:bm25, baseline:bm25-stems, "
        "baseline:dense, baseline:hybrid[unit=50,k=20], MODULE:NAME.",
    )
    cluster: str = option("", "Instead of --data: a cluster of your own, with --questions.", decides=False)
    questions: str = option(
        "",
        'JSONL of {"question", "gold_papers": [id]} or {"question", "gold_pages": ["id:page"]}, with --cluster.',
        decides=False,
    )
    units: str = option("", "What gets a vector: sentence, passage, words per chunk.")
    contexts: str = option("", "Put before each text: heading, title, both, none.")
    models: str = option("", "Embedding models, by name or folder.")
    fusions: str = option("", "rrf, rrf:K, sum:W (W the weight of dense).")
    ks: str = option("", "Length of the ranking that is kept.")
    rerankers: str = option("", "none, sentences, or cross-encoders by name or folder.")


_GRID = {
    "units": "unit", "contexts": "context", "models": "model", "fusions": "fusion", "ks": "k", "rerankers": "rerank",
}  # fmt: skip


def one_per_strategy(options: RetrievalOptions) -> Sequence[tuple[str, RetrievalOptions]]:
    """Every strategy with every combination of the grid's options: (how it prints, options that hold it alone)."""
    from .strategy_spec import grid, split_names

    values = {name: split_names(getattr(options, field)) for field, name in _GRID.items()}
    specs = grid(split_names(options.strategies), values)
    plain = dict.fromkeys(_GRID, "")
    return [(str(spec), replace(options, strategies=str(spec), **plain)) for spec in specs]
