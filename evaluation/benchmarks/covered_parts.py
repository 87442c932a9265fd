"""Coverage of each paper by its benchmark: what a command measures whole, in part, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Mark = Literal["●", "◐", "–"]
MEANINGS: Mapping[Mark, str] = {"●": "whole", "◐": "in part", "–": "not"}


@dataclass(frozen=True, slots=True)
class CoveredPart:
    """A part of a paper, whether it is covered, and the command's way to it or what is missing."""

    part: str
    mark: Mark
    how: str


def _part(mark: Mark, part: str, how: str) -> CoveredPart:
    return CoveredPart(part, mark, how)


COVERAGE: Mapping[str, tuple[CoveredPart, ...]] = {
    "m3sciqa": (
        _part("●", "first hop: MRR, recall, nDCG by modality and type", "--task rank"),
        _part(
            "●",
            "lists that do not fit: window, one by one, tournament",
            "--ranking baseline:multimodal[scheme=...]",
        ),
        _part("●", "text baselines with captions as queries", "--ranking baseline:bm25[query=caption]"),
        _part("●", "invalid rankings counted in three ways", "in every report on rank"),
        _part("●", "second hop in chunks, extraction, aggregation", "--protocol paper --extraction model"),
        _part("●", "judge on both scales, kappa with people", "--judge; bench agreement"),
        _part("●", "ROUGE and BERTScore (P, R, F1)", "--bertscore MODEL"),
        _part("◐", "AutoACU", "--acu yes: judged by a language model, not by the trained models"),
        _part("–", "question generation", "the questions are released"),
    ),
    "scifibench": (
        _part("●", "both tasks, adversarial and random negatives", "--task, --negatives"),
        _part("●", "letters read by rule or by a model", "--extract"),
        _part("●", "alignment: a marked option, with and without instruction", "--mark"),
        _part("●", "bootstrap, accuracy by category, balance", "in every report"),
        _part("●", "order of the options", "--orders"),
        _part("●", "share answered from the options alone", "--inputs options"),
        _part(
            "●",
            "difficulty score and sort",
            "--sort difficulty: by joint embeddings of own questions, else of captions",
        ),
        _part(
            "◐",
            "curation of questions",
            "citehop make scifibench: from your own figures, balanced by paper, not by subject",
        ),
        _part("●", "own gold, silver and bronze sets", "citehop make scifibench, make review, make export"),
        _part("–", "the paper's silver and bronze sets", "not released"),
    ),
    "spiqa": (
        _part("●", "direct, full paper and chain of thought", "--task direct, full-paper, reasoned"),
        _part("●", "images or captions alone, 224 pixels", "--inputs, --size"),
        _part("●", "open models: figure by figure, or those that fit", "--task one-figure, --fit yes"),
        _part("●", "training and validation set", "--set train, val"),
        _part(
            "●", "METEOR, ROUGE-L, BLEU, BERTScore, CIDEr by type of figure", "in every report; --meteor 1.5"
        ),
        _part("●", "L3Score by several judges", "--judge-model A,B"),
        _part(
            "◐",
            "question generation and filter",
            "citehop make spiqa: the rules, with a model for the people",
        ),
        _part(
            "–", "fine-tuning", "citehop make training-data writes the data; with a trainer of your choice"
        ),
    ),
    "scidqa": (
        _part("●", "closed-book, title-abs, RAG, full text", "--task"),
        _part("●", "passages by the model's context (Algorithm 1)", "--retriever baseline:bm25 --words 0"),
        _part("●", "choice among answers by another model", "--selection-model"),
        _part(
            "●", "ROUGE, BLEURT, BERTScore, judges, ALS, Avg", "--bleurt, --bertscore, --judge-model A,B,C"
        ),
        _part("●", "released answers scored again", "--task responses"),
        _part("●", "overlap of answers with paragraphs", "--task overlap"),
        _part("●", "preferences between model and people", "--task preference"),
        _part(
            "◐",
            "questions about several papers",
            "--cited: where a bibliography names them and you have them",
        ),
        _part("–", "extraction and rewriting of questions", "the questions are released"),
    ),
    "mmsci": (
        _part("●", "captions, ungrounded and grounded", "--task caption, --grounding"),
        _part("●", "the three matching tasks, overall by size", "--task matching"),
        _part("●", "ROUGE, METEOR, BERTScore, FActScore*, G-Eval, L3Score", "--judge"),
        _part("●", "samples by seed, worked examples", "--sample, --shots"),
        _part("●", "accuracy by subject", "in every report on matching"),
        _part("●", "types of figures, kappa with people", "--task figure-type, --labels; citehop make mmsci"),
        _part(
            "◐", "materials", "--task materials: validity, formula, distributions; no stability, no coverage"
        ),
        _part(
            "●",
            "data for fine-tuning and pre-training",
            "citehop make training-data: conversations, articles with figures",
        ),
        _part("–", "fine-tuning and pre-training", "with a trainer of your choice"),
    ),
}


def coverage_markdown() -> str:
    """The table of docs/benchmarks.md: a row for each part of each paper."""
    lines = ["| benchmark | part of its paper | | how, or what is missing |", "|---|---|---|---|"]
    lines += [
        f"| {name if n == 0 else ''} | {one.part} | {one.mark} | {one.how} |"
        for name, parts in COVERAGE.items()
        for n, one in enumerate(parts)
    ]
    return "\n".join(lines)


def legend() -> str:
    """The meaning of the marks in one line."""
    return ", ".join(f"{mark} {meaning}" for mark, meaning in MEANINGS.items())
