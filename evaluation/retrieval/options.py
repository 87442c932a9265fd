"""Retrieval strategies with their options: values that compare by content and print in the form that is parsed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from ...errors import UsageError
from ...retrieval.types import Strategy
from ..benchmarks.options import option, parse_system, print_system, split_names

DEPTH = 100  # number of ranked ids that are kept
CONTEXTS = ("heading", "title", "both", "none")
_FUSION = re.compile(r"rrf(?::[1-9]\d*)?|sum:(?:0|1|0?\.\d+)")
_UNIT = re.compile(r"sentence|passage|[1-9]\d*")

PRODUCT: tuple[str, ...] = get_args(Strategy)  # strategies of `citehop search`
# The options that each strategy uses; all other options keep their defaults.
_OPTIONS = {
    **dict.fromkeys(PRODUCT, ("k", "rerank")),
    "baseline:bm25": ("k", "rerank"),
    "baseline:bm25-stems": ("context", "k", "rerank"),
    "baseline:dense": ("unit", "context", "model", "k", "rerank"),
    "baseline:hybrid": ("unit", "context", "model", "fusion", "k", "rerank"),
}
_OWN_OPTIONS = ("k", "rerank")  # options of MODULE:NAME, a user's own strategy
STRATEGIES = tuple(_OPTIONS)
BASELINES = tuple(name for name in STRATEGIES if name not in PRODUCT)


@dataclass(frozen=True, slots=True)
class StrategySpec:
    """A strategy with its options. Options at their defaults are not printed: "hybrid[unit=50,fusion=sum:.7]".

    `unit` is the text that gets a vector: "sentence", "passage", or a number of words; the closest unit decides how
    close a passage is. `context` is put before each searched text: the "heading" above it, the "title" of its paper,
    "both" or "none". `fusion` is "rrf", "rrf:K", or "sum:W", where W is the weight (0..1) of the standardized dense
    scores. `k` is the number of ranked ids to keep. `rerank` reorders these k: "none", "sentences" (by the closest
    sentence), or a cross-encoder by name or folder. `model` is the embedding model; "" is that of the settings.
    """

    strategy: str
    unit: str = "sentence"
    context: str = "heading"
    model: str = ""
    fusion: str = "rrf"
    k: int = DEPTH
    rerank: str = "none"

    def __str__(self) -> str:
        return print_system(self, _options(self.strategy))

    @property
    def needs_vectors(self) -> bool:
        """True if the baseline needs an embedding model."""
        return self.strategy in ("baseline:dense", "baseline:hybrid") or self.rerank == "sentences"

    @property
    def is_product(self) -> bool:
        """True for citehop's own search."""
        return self.strategy in PRODUCT

    @property
    def is_plugin(self) -> bool:
        """True for a plugin, written MODULE:NAME."""
        return self.strategy not in _OPTIONS


def _options(strategy: str) -> tuple[str, ...]:
    """Return the options of a strategy; () for an unknown strategy."""
    if strategy in _OPTIONS:
        return _OPTIONS[strategy]
    return _OWN_OPTIONS if ":" in strategy and not strategy.startswith("baseline:") else ()


def parse_strategy(text: str) -> StrategySpec:
    """Return the strategy that prints as `text`. Raises UsageError, listing the known names, for other texts."""
    names = f"{', '.join(_OPTIONS)} and MODULE:NAME, each with [option=value,...]"
    name, values = parse_system(text, lambda name: _options(name) or None, "strategy", names)
    return _checked(StrategySpec(name), values)


def _checked(base: StrategySpec, values: dict[str, str]) -> StrategySpec:
    valid: dict[str, tuple[Callable[[str], object], str]] = {
        "unit": (_UNIT.fullmatch, "sentence, passage or a number of words"),
        "context": (CONTEXTS.__contains__, ", ".join(CONTEXTS)),
        "fusion": (_FUSION.fullmatch, "rrf, rrf:K or sum:W with W in 0..1"),
        "k": (re.compile(r"[1-9]\d*").fullmatch, "a number from 1"),
        "rerank": (bool, "none, sentences or the name of a cross-encoder"),
        "model": (bool, "the name or folder of an embedding model"),
    }
    if base.strategy in PRODUCT and values.get("rerank") == "sentences":
        raise UsageError(f"{base.strategy}: rerank=sentences is for baselines; name a cross-encoder")
    for name, value in values.items():
        test, wanted = valid[name]
        if not test(value):
            raise UsageError(f"{base.strategy}: {name} must be {wanted}, not {value!r}")
    typed: dict[str, str | int] = dict(values)
    if "k" in values:
        typed["k"] = int(values["k"])
    return replace(base, **typed)  # type: ignore[arg-type]  # held by the checks above


@dataclass(frozen=True, slots=True)
class RetrievalOptions:
    strategies: str = option(
        "bm25,dense,hybrid",
        "Comma-separated: those of citehop search (bm25, dense, hybrid, ...), baseline:bm25, baseline:bm25-stems, "
        "baseline:dense, baseline:hybrid[unit=50,context=none,fusion=sum:.5,model=NAME,k=20,rerank=NAME], MODULE:NAME.",
    )
    cluster: str = option("", "Instead of --data: a cluster of your own, with --questions.", decides=False)
    questions: str = option(
        "",
        'JSONL of {"question", "gold_papers": [id]} or {"question", "gold_pages": ["id:page"]}, with --cluster.',
        decides=False,
    )


def one_per_strategy(options: RetrievalOptions) -> Sequence[tuple[str, RetrievalOptions]]:
    """Return (printed strategy, options with that strategy alone) for every strategy, each once."""
    specs = dict.fromkeys(map(parse_strategy, split_names(options.strategies)))
    return [(str(spec), replace(options, strategies=str(spec))) for spec in specs]
