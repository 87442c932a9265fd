"""Random trees and flow diagrams, independent of the program that draws them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from specs import METHODS  # type: ignore[import-not-found]  # found beside this script

KINDS = ("survey", "taxonomy", "flow", "architecture")
ROOTS = (
    "Retrieval-Augmented Generation", "Parameter-Efficient Fine-Tuning", "Hallucination in LLMs",
    "Graph Neural Networks", "Efficient Inference", "Time Series Forecasting", "LLM-based Agents",
)  # fmt: skip
CATEGORIES = """Retrieval Generation Planning Memory Reflection Perception Adapters Detection Mitigation Evaluation Quantization
Pruning Distillation Pre-training Alignment Prompting Decoding Architectures Robustness Security""".split()
KINDS_OF = """Sparse;Dense;Iterative;Adaptive;Single-stage;Multi-stage;Short-term;Long-term;Tool use;Self-correction;
With feedback;Low-rank;Soft prompts;Token-level;Uncertainty-based;Fact checking;Contrastive;Reward modeling;Weight-only;
Structured;Early exit;Speculative;Cross-lingual;Rule-based;Hierarchical;Graph-based;Majority voting;Data filtering""".replace(
    "\n", ""
).split(";")
AUTHORS = "Devlin Liu Raffel Lewis Brown Touvron Bordes Chen Karpukhin Yao Kipf Zhou Nie Haarnoja Müller García".split()
STEPS = (
    "Raw documents;Sentence splitter;Entity linker;Relation extractor;Graph builder;Knowledge base;Path ranker;Answer selector",
    "Input image;Patch embedding;Transformer encoder;Region proposals;Cross attention;Caption decoder;Beam search;Text prompt",
    "User query;Query rewriter;Dense retriever;Reranker;Prompt builder;Language model;Citation checker;Document index",
    "Microphone;Feature extraction;Acoustic model;Beam decoder;Punctuation;Transcript;Diarization;Speaker embedding",
    "Sensor data;Preprocessing;Window slicing;Feature encoder;Anomaly scorer;Threshold;Alert service;Operator review",
    "Corpus;Tokenizer;Pre-training;Instruction tuning;Reward model;PPO trainer;Safety filter;Human preferences",
)
GROUPS = (
    "Offline stage",
    "Online stage",
    "Encoder",
    "Decoder",
    "Training phase",
    "Data layer",
    "Model layer",
)
LABELS = ("text", "features", "top-k", "scores", "logits", "query")
COLORS = {"orange": "#ffd8a8", "blue": "#a5d8ff", "green": "#b2f2bb"}


@dataclass(frozen=True, slots=True)
class Diagram:
    """Nodes and the `links` between them, from parents to children or along arrows.

    `items` are the names listed in each leaf of a tree, () for other nodes. `groups` are frames: a title and the
    nodes inside. `labels` are texts at arrows. `colors` are (node, name of a color) pairs.
    """

    kind: str
    seed: int
    names: tuple[str, ...]
    links: tuple[tuple[int, int], ...]
    items: tuple[tuple[str, ...], ...] = ()
    groups: tuple[tuple[str, tuple[int, ...]], ...] = ()
    labels: tuple[tuple[tuple[int, int], str], ...] = ()
    colors: tuple[tuple[int, str], ...] = ()

    @property
    def is_tree(self) -> bool:
        """True for a tree, False for a flow."""
        return bool(self.items)

    def targets(self, node: int) -> list[int]:
        """Return the children of a node, or the nodes that its arrows lead to."""
        return [b for a, b in self.links if a == node]

    def sources(self, node: int) -> list[int]:
        """Return the parent of a node, or the nodes whose arrows lead to it."""
        return [a for a, b in self.links if b == node]

    def level(self, node: int) -> int:
        """Return the number of links on the longest path that leads to a node."""
        return max((self.level(source) + 1 for source in self.sources(node)), default=0)

    def order(self, node: int = 0) -> Iterator[int]:
        """Yield the nodes of a tree, each before its children."""
        yield node
        for child in self.targets(node):
            yield from self.order(child)


def make_diagram(kind: str, seed: int) -> Diagram:
    """Return the diagram of this kind that the seed determines."""
    draw = random.Random(f"{kind} {seed}")
    return _tree(kind, seed, draw) if kind in ("survey", "taxonomy") else _flow(kind, seed, draw)


def _tree(kind: str, seed: int, draw: random.Random) -> Diagram:
    names, items, links = [draw.choice(ROOTS)], [()], []
    methods, subs = draw.sample(METHODS, len(METHODS)), draw.sample(KINDS_OF, len(KINDS_OF))
    cited = kind == "survey" and draw.random() < 0.6

    def add(name: str, parent: int, listed: tuple[str, ...] = ()) -> int:
        names.append(name)
        items.append(listed)  # type: ignore[arg-type]
        links.append((parent, len(names) - 1))
        return len(names) - 1

    def add_leaves(parent: int) -> None:
        listed = tuple(methods.pop() for _ in range(min(len(methods), draw.randint(2, 4))))
        shown = [
            f"{m} ({draw.choice(AUTHORS)} et al., {draw.randint(2016, 2024)})" if cited else m for m in listed
        ]
        if kind == "survey":
            add(", ".join(shown), parent, listed)
        else:
            for name in listed[:2]:
                add(name, parent, (name,))

    for category in draw.sample(CATEGORIES, draw.choice((2, 3, 3))):
        node = add(category, 0)
        if draw.random() < 0.8:
            for _ in range(draw.choice((2, 2, 3))):
                add_leaves(add(subs.pop(), node))
        else:
            add_leaves(node)
    return Diagram(kind, seed, tuple(names), tuple(links), tuple(items))


def _flow(kind: str, seed: int, draw: random.Random) -> Diagram:
    names = tuple(draw.choice(STEPS).split(";")[: draw.randint(5, 8)])
    last = len(names) - 1
    at = draw.randint(1, last - 2)
    chain = [(i, i + 1) for i in range(last - 1)]
    links = draw.choice(
        (
            [*chain, (last - 1, last)],
            [*chain, (last, at)],  # a second source
            [*chain, (at, last)],  # a second result
            [*chain, (last - 1, last), (at - 1, at + 1)],  # a connection that skips a node
        )
    )
    groups: list[tuple[str, tuple[int, ...]]] = []
    if kind == "architecture":
        half = len(names) // 2
        titles = draw.sample(GROUPS, 2)
        groups = [(titles[0], tuple(range(half))), (titles[1], tuple(range(half, len(names))))]
    labels = [(link, draw.choice(LABELS)) for link in links if draw.random() < 0.2]
    colored = zip(draw.sample(range(len(names)), 3), COLORS, strict=True)
    return Diagram(
        kind,
        seed,
        names,
        tuple(links),
        groups=tuple(groups),
        labels=tuple(labels),
        colors=tuple(colored) if draw.random() < 0.5 else (),
    )
