"""Options of SciDQA."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..options import option

_RAG = ("rag",)
_SCORED = ("closed-book", "title-abs", "rag", "full-text", "ask", "responses", "preference")
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
        "Words of a passage of the baseline; 0: the passages share the context of --model, as in the paper.",
        tasks=_RAG,
        condition=lambda options: options.retriever == BASELINE,
        condition_text=f"--retriever {BASELINE}",
    )
    window: int = option(
        0, "Tokens of a window; 0: the model's context.", tasks=("full-text",), needs="model"
    )
    selection_model: str = option(
        "", "The model that chooses among the answers of several windows; default: --model.",
        tasks=("full-text",), needs="model",
    )  # fmt: skip
    cited: str = option(
        "",
        "Papers as JSON lines; those in the bibliography of a question are read as well.",
        tasks=("title-abs", "rag", "full-text", "ask"),
        decides=False,
    )
    bleurt: str = option("", "Local BLEURT model; published: BLEURT-20.", tasks=_SCORED)
    bertscore: str = option(
        "", "Local model for BERTScore; published: microsoft/deberta-xlarge-mnli.", tasks=_SCORED
    )
    column: str = option(
        "", "Column of the answers; default: the one that ends in _ans_single or _ans.", tasks=("responses",)
    )
