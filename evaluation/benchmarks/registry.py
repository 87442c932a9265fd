"""The benchmarks that there are, one line each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ...errors import UsageError


@dataclass(frozen=True, slots=True)
class Entry:
    """A benchmark: what can be run, what is measured, what the user downloads and under which licence.

    `module` is the file below this folder with `Options` and `prepare`; "" for those with a command of their own.
    """

    name: str
    paper: str
    tasks: tuple[str, ...]
    metrics: tuple[str, ...]
    download: str
    licence: str
    module: str = ""

    def prepare(self) -> Callable[..., Any]:
        """Its `prepare(data, task, given, settings, model)`."""
        function: Callable[..., Any] = self._module().prepare
        return function

    def options(self) -> type[Any]:
        """Its dataclass of options."""
        cls: type[Any] = self._module().Options
        return cls

    def _module(self) -> Any:
        return import_module(f".{self.module}", __package__)


TABLE = (
    Entry(
        "m3sciqa",
        "Li et al., 2024, arXiv 2411.04075",
        ("rank", "answer", "end-to-end"),
        ("MRR", "recall@k", "nDCG@k", "judge", "ROUGE"),
        "github.com/yale-nlp/M3SciQA, folder data and the JSON files beside it",
        "CC BY 4.0",
    ),
    Entry(
        "scifibench",
        "Roberts et al., 2024, arXiv 2405.08807",
        ("figure2caption", "caption2figure"),
        ("accuracy",),
        "hf download --repo-type dataset jonathan-roberts1/SciFIBench --local-dir DIR",
        "MIT (code); the figures belong to their papers",
        "scifibench.benchmark",
    ),
    Entry(
        "spiqa",
        "Pramanick et al., 2024, arXiv 2407.09413",
        ("direct", "full-paper", "reasoned", "pick"),
        ("ROUGE-L[coco]", "METEOR", "BLEU", "CIDEr-D", "BERTScore", "L3Score", "figure top-1"),
        "hf download --repo-type dataset google/spiqa --local-dir DIR; unpack the pictures of the sets",
        "CC BY 4.0",
        "spiqa.benchmark",
    ),
    Entry(
        "scidqa",
        "Singh et al., 2024, arXiv 2411.05338",
        ("closed-book", "title-abs", "rag", "full-text", "responses"),
        ("ROUGE", "BLEURT", "BERTScore", "judge[1-10]", "ALS", "Avg"),
        "github.com/yale-nlp/SciDQA (src/data, src/data_resp); texts of the papers: osf.io/3g2hn",
        "ODC-By",
        "scidqa.benchmark",
    ),
    Entry(
        "mmsci",
        "Li et al., 2024, arXiv 2407.04903",
        ("matching", "fig2cap", "subfig2cap", "subcap2fig", "caption"),
        ("accuracy", "ROUGE-1, -2, -L", "METEOR", "BERTScore", "FActScore*", "G-Eval", "L3Score"),
        "benchmark.zip from mmsci.s3.amazonaws.com, unpacked; its test set has no answers, dev has",
        "CC BY 4.0",
        "mmsci.benchmark",
    ),
)


def find_benchmark(name: str) -> Entry:
    """The entry called `name`. Raises UsageError, listing the names, for others."""
    for entry in TABLE:
        if entry.name == name:
            return entry
    raise UsageError(f"no benchmark {name!r}; there are {', '.join(entry.name for entry in TABLE)}")
