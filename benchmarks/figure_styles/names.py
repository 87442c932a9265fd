"""Names that a figure shows: methods, datasets, citations. All drawn by a seeded generator from word parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

CONSONANTS, VOWELS = "BCDFGKLMNPRSTVZ", "AEIOU"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Parts that names are made of; held-out figures use another one than development figures."""

    stems: tuple[str, ...]
    cores: tuple[str, ...]
    plain: tuple[str, ...]
    suffixes: tuple[str, ...]
    datasets: tuple[str, ...]
    surnames: tuple[str, ...]
    groups: tuple[str, ...]

    def method(self, rng: Random) -> str:
        form = rng.random()
        if form < 0.40:
            return rng.choice(self.stems) + rng.choice(self.cores)
        if form < 0.55:
            return f"{rng.choice(self.stems)}-{rng.choice(self.cores)}"
        if form < 0.75:
            return acronym(rng)
        if form < 0.83:
            return rng.choice(self.plain)
        return rng.choice(self.stems) + rng.choice(self.cores) + rng.choice(self.suffixes)

    def dataset(self, rng: Random) -> str:
        return rng.choice(self.datasets)

    def group(self, rng: Random) -> str:
        return rng.choice(self.groups)

    def citation(self, rng: Random) -> str:
        """ "(Orrin et al., 2020)" and the like."""
        year = rng.randint(2012, 2023)
        letter = rng.choice(["", "", "", "", "a", "b"])
        first, second = rng.sample(self.surnames, 2)
        form = rng.random()
        who = f"{first} et al." if form < 0.7 else f"{first} and {second}" if form < 0.9 else first
        return f"({who}, {year}{letter})"


def acronym(rng: Random) -> str:
    """Two to five capitals, speakable more often than not: "DSM", "TACO", "QG2"."""
    length = rng.choice([3, 3, 4, 4, 5])
    letters = [rng.choice(VOWELS if at % 2 and rng.random() < 0.7 else CONSONANTS) for at in range(length)]
    return "".join(letters) + rng.choice(["", "", "", "", "2", "-Q"])


def uncited(name: str) -> str:
    """The name without a trailing "(Author et al., year)" or "[12]"."""
    return re.sub(r"\s*(?:\([^()]*\d{4}[a-z]?\)|\[\d+\])$", "", name)


def fold(name: str) -> str:
    """Names that differ less than this are not put into one figure."""
    return "".join(ch for ch in name.lower() if ch.isalnum())


def distinct(rng: Random, draw: Callable[[Random], str], count: int) -> list[str]:
    """`count` different names, none a prefix of another unless a hyphen, plus or blank sets it apart."""
    found: dict[str, str] = {}
    while len(found) < count:
        name = draw(rng)
        found.setdefault(fold(name), name)
    return list(found.values())


DEV = Lexicon(
    stems=(
        "Mol", "Graph", "Sim", "Doc", "Aero", "Pro", "Hyper", "Ret", "Dial", "Sum", "Ada", "Uni", "Co", "Meta",
        "Neo", "Cross", "Dual", "Multi", "Lex", "Geo", "Bi", "Tri", "Quanta", "Eco", "Span", "Topic",
    ),
    cores=(
        "Former", "BERT", "Net", "CTG", "GPT", "LM", "Prompt", "Decoder", "RE", "CL", "MRC", "Rank", "Fuse", "Tune",
        "Mix", "Flow", "Parser", "Gen", "T5", "RNN", "Coder", "QA",
    ),
    plain=(
        "Random", "Majority", "Nearest Neighbor", "Vanilla Transformer", "Fine-tuning", "Self-Training",
        "Composition", "Seq2Seq", "Bi-LSTM", "Pointer Network", "Base model", "No Graph", "Naive Retrieval",
    ),
    suffixes=("-Large", "-Base", "-7B", "-13B", "-XL", "+NTM", "++", " (Base)", " (Large)", "-v2", "-Small"),
    datasets=(
        "WQ", "NewsSum", "TriQA", "PubSum", "GeoTail", "BoolX", "MOZ", "CamRes", "SciTab", "KG15k", "YAGO4", "WikiD",
        "Test2015", "CoSent", "MRP", "StoryQ", "Law2019", "OpenMath", "ToxMol", "FewRelX", "City", "Disease",
    ),
    surnames=(
        "Abel", "Berger", "Chowdhri", "Dang", "Eriksen", "Fu", "Garzia", "Hwang", "Ivanov", "Jang", "Kumari", "Li",
        "Meyer-Lund", "Nguyen", "Okoye", "Park", "Quint", "Rossi", "Shen", "Tanaka", "Usman", "Vogel", "Wan", "Zhao",
    ),
    groups=(
        "Supervised", "Few-shot", "Zero-shot", "Fine-tuned Baselines", "LLMs", "Retrieval-based", "Graph methods",
        "Pre-trained Models", "Full Training", "Rule-based", "Neural", "Seq2Tree", "Embedding methods",
    ),
)  # fmt: skip
