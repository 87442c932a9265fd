"""Options of SciDQA."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..options import option

_RAG = ("rag",)
BASELINE = "baseline:bm25"


@dataclass(frozen=True, slots=True)
class SciDQAOptions:
    retriever: Literal["hybrid", "bm25", "dense", "baseline:bm25"] = option(
        "hybrid",
        "Search of the passages: a strategy of citehop search, or the paper's rank-bm25.",
        tasks=_RAG,
    )
    passages: int = option(3, "Number of passages that are read.", tasks=_RAG)
    words: int = option(
        150,
        "Words of a passage of the baseline.",
        tasks=_RAG,
        condition=lambda options: options.retriever == BASELINE,
        condition_text=f"--retriever {BASELINE}",
    )
    window: int = option(
        0, "Tokens of a window; 0: the model's context.", tasks=("full-text",), needs="model"
    )
    bleurt: str = option("", "Local BLEURT model; published: BLEURT-20.")
    bertscore: str = option("", "Local model for BERTScore; published: microsoft/deberta-xlarge-mnli.")
    column: str = option(
        "", "Column of the answers; default: the one that ends in _ans_single or _ans.", tasks=("responses",)
    )
