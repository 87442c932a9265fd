"""Trees and flow diagrams drawn at random, independent of the program that draws them, and questions about them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from specs import METHODS, Asked  # type: ignore[import-not-found]  # found beside this script

KINDS = ("survey", "taxonomy", "flow", "architecture")
QUESTIONS = 6  # about a diagram
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
COLOURS = {"orange": "#ffd8a8", "blue": "#a5d8ff", "green": "#b2f2bb"}


@dataclass(frozen=True, slots=True)
class Diagram:
    """Nodes with the `links` between them, from parents to children or along arrows.

    `items` are the names that a leaf of a tree lists, () for other nodes. `groups` are titles with the nodes in their frame;
    `labels` are texts at arrows; `colours` are names of colours by node.
    """

    kind: str
    seed: int
    names: tuple[str, ...]
    links: tuple[tuple[int, int], ...]
    items: tuple[tuple[str, ...], ...] = ()
    groups: tuple[tuple[str, tuple[int, ...]], ...] = ()
    labels: tuple[tuple[tuple[int, int], str], ...] = ()
    colours: tuple[tuple[int, str], ...] = ()

    @property
    def is_tree(self) -> bool:
        """True for a tree, False for a flow."""
        return bool(self.items)

    def targets(self, node: int) -> list[int]:
        """The children of a node, or those that its arrows lead to."""
        return [b for a, b in self.links if a == node]

    def sources(self, node: int) -> list[int]:
        """The parent of a node, or those whose arrows lead to it."""
        return [a for a, b in self.links if b == node]

    def level(self, node: int) -> int:
        """Links between a node and the one from which the longest path leads to it."""
        return max((self.level(source) + 1 for source in self.sources(node)), default=0)

    def order(self, node: int = 0) -> Iterator[int]:
        """The nodes of a tree, each before its children."""
        yield node
        for child in self.targets(node):
            yield from self.order(child)


def make_diagram(kind: str, seed: int) -> Diagram:
    """The diagram of a kind that belongs to a seed."""
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
    coloured = zip(draw.sample(range(len(names)), 3), COLOURS, strict=True)
    return Diagram(
        kind,
        seed,
        names,
        tuple(links),
        groups=tuple(groups),
        labels=tuple(labels),
        colours=tuple(coloured) if draw.random() < 0.5 else (),
    )


def ask(diagram: Diagram) -> list[Asked]:
    """Questions about a diagram, as many as QUESTIONS, of operations drawn at random."""
    draw = random.Random(f"ask {diagram.kind} {diagram.seed}")
    operations = TREE_QUESTIONS if diagram.is_tree else FLOW_QUESTIONS
    names = tuple(name for i, name in enumerate(diagram.names) if not diagram.items or not diagram.items[i])
    names += tuple(item for listed in diagram.items for item in listed)
    names += tuple(title for title, _ in diagram.groups)
    found: list[Asked] = []
    for operation in draw.sample(sorted(operations), len(operations)):
        answers, terms = operations[operation](diagram, draw)
        if not answers or len(found) == QUESTIONS:
            continue
        wording = draw.choice(WORDINGS[operation]).format(**terms)
        if answers[0].isdigit():
            found.append(Asked(operation, wording, value=float(answers[0])))
        else:
            found.append(Asked(operation, wording, answers[0], names, others=tuple(answers[1:])))
    return found


Answers = tuple[Sequence[str], dict[str, str]]


def _leaf_parents(tree: Diagram) -> list[int]:
    return sorted({tree.sources(node)[0] for node, listed in enumerate(tree.items) if listed})


def _listed(tree: Diagram, node: int) -> list[str]:
    return [item for child in tree.targets(node) for item in tree.items[child]]


def _siblings(tree: Diagram, node: int) -> list[int]:
    return [child for parent in tree.sources(node) for child in tree.targets(parent)]


def _parent(tree: Diagram, draw: random.Random) -> Answers:
    node = draw.choice(_leaf_parents(tree))
    return [tree.names[node]], {"x": draw.choice(_listed(tree, node))}


def _item(place: int) -> Callable[[Diagram, random.Random], Answers]:
    def ask_item(tree: Diagram, draw: random.Random) -> Answers:
        node = draw.choice(_leaf_parents(tree))
        listed = _listed(tree, node)
        return ([listed[place]] if len(listed) > place else []), {"p": tree.names[node]}

    return ask_item


def _children(tree: Diagram, draw: random.Random) -> Answers:
    node = draw.choice(
        [n for n in range(len(tree.names)) if tree.targets(n) and n not in _leaf_parents(tree)]
    )
    return [tree.names[child] for child in tree.targets(node)], {"p": tree.names[node]}


def _child_count(tree: Diagram, draw: random.Random) -> Answers:
    answers, terms = _children(tree, draw)
    return [str(len(answers))], terms


def _item_count(tree: Diagram, draw: random.Random) -> Answers:
    node = draw.choice(_leaf_parents(tree))
    return [str(len(_listed(tree, node)))], {"p": tree.names[node]}


def _sibling(tree: Diagram, draw: random.Random) -> Answers:
    node = draw.choice([n for n in range(1, len(tree.names)) if not tree.items[n]])
    place = _siblings(tree, node).index(node)
    return ([tree.names[_siblings(tree, node)[place - 1]]] if place else []), {"x": tree.names[node]}


def _neighbours(tree: Diagram, draw: random.Random) -> Answers:
    listed = _listed(tree, draw.choice(_leaf_parents(tree)))
    one = draw.choice(listed)
    return [name for name in listed if name != one], {"x": one}


def _is_under(tree: Diagram, draw: random.Random) -> Answers:
    one, other = draw.choice(_leaf_parents(tree)), draw.choice(_leaf_parents(tree))
    return ["yes" if one == other else "no"], {"x": draw.choice(_listed(tree, one)), "p": tree.names[other]}


def _root(tree: Diagram, draw: random.Random) -> Answers:
    return [tree.names[0]], {}


def _level(tree: Diagram, draw: random.Random) -> Answers:
    node = draw.choice([n for n in range(1, len(tree.names)) if not tree.items[n]])
    return [str(tree.level(node))], {"x": tree.names[node]}


def _next(flow: Diagram, draw: random.Random) -> Answers:
    node = draw.randrange(len(flow.names))
    return [flow.names[i] for i in flow.targets(node)], {"x": flow.names[node]}


def _previous(flow: Diagram, draw: random.Random) -> Answers:
    node = draw.randrange(len(flow.names))
    return [flow.names[i] for i in flow.sources(node)], {"x": flow.names[node]}


def _start(flow: Diagram, draw: random.Random) -> Answers:
    return [name for i, name in enumerate(flow.names) if not flow.sources(i)], {}


def _end(flow: Diagram, draw: random.Random) -> Answers:
    return [name for i, name in enumerate(flow.names) if not flow.targets(i)], {}


def _between(flow: Diagram, draw: random.Random) -> Answers:
    node = draw.randrange(len(flow.names))
    before, after = flow.sources(node), flow.targets(node)
    if not before or not after or (before[0], after[0]) in flow.links:
        return [], {}
    return [flow.names[node]], {"x": flow.names[before[0]], "y": flow.names[after[0]]}


def _join(flow: Diagram, draw: random.Random) -> Answers:
    joins = [node for node in range(len(flow.names)) if len(flow.sources(node)) > 1]
    if not joins:
        return [], {}
    node = draw.choice(joins)
    one, other = flow.sources(node)[:2]
    return [flow.names[node]], {"x": flow.names[one], "y": flow.names[other]}


def _is_linked(flow: Diagram, draw: random.Random) -> Answers:
    one, other = draw.sample(range(len(flow.names)), 2)
    if draw.random() < 0.5:
        one, other = draw.choice(flow.links)
    return ["yes" if (one, other) in flow.links else "no"], {"x": flow.names[one], "y": flow.names[other]}


def _member(flow: Diagram, draw: random.Random) -> Answers:
    if not flow.groups:
        return [], {}
    title, members = draw.choice(flow.groups)
    return [flow.names[i] for i in members], {"c": title}


def _group(flow: Diagram, draw: random.Random) -> Answers:
    if not flow.groups:
        return [], {}
    title, members = draw.choice(flow.groups)
    return [title], {"x": flow.names[draw.choice(members)]}


def _coloured(flow: Diagram, draw: random.Random) -> Answers:
    if not flow.colours:
        return [], {}
    node, colour = draw.choice(flow.colours)
    return [flow.names[node]], {"k": colour}


def _input_count(flow: Diagram, draw: random.Random) -> Answers:
    node = draw.randrange(len(flow.names))
    return [str(len(flow.sources(node)))] if flow.sources(node) else [], {"x": flow.names[node]}


TREE_QUESTIONS: dict[str, Callable[[Diagram, random.Random], Answers]] = {
    "parent": _parent, "first": _item(0), "second": _item(1), "last": _item(-1), "children": _children,
    "child count": _child_count, "item count": _item_count, "sibling": _sibling, "neighbour": _neighbours,
    "is under": _is_under, "root": _root, "level": _level,
}  # fmt: skip
FLOW_QUESTIONS: dict[str, Callable[[Diagram, random.Random], Answers]] = {
    "next": _next, "previous": _previous, "start": _start, "end": _end, "between": _between, "join": _join,
    "is linked": _is_linked, "member": _member, "group": _group, "coloured": _coloured, "input count": _input_count,
}  # fmt: skip
WORDINGS = {
    "parent": (
        "Which category does {x} belong to?",
        "Under which heading is {x} listed?",
        "{x} falls under what?",
    ),
    "first": ("Which method is listed first under {p}?", "What is the first entry for {p}?"),
    "second": ("Which method comes second in {p}?", "What is the second method listed under {p}?"),
    "last": ("Which method is listed last under {p}?", "What is the last method in {p}?"),
    "children": ("What are the children of {p}?", "Name a subcategory of {p}.", "What does {p} split into?"),
    "child count": (
        "How many subcategories does {p} have?",
        "Into how many branches does {p} split?",
        "How many children does {p} have?",
    ),
    "item count": ("How many methods are listed under {p}?", "How many methods does {p} contain?"),
    "sibling": ("Which category is directly above {x}?", "What category comes right before {x}?"),
    "neighbour": ("Which method is in the same category as {x}?", "What else is listed alongside {x}?"),
    "is under": ("Is {x} listed under {p}?", "Does {x} belong to {p}?", "Is {x} a kind of {p}?"),
    "root": ("What is the root of the tree?", "What is the taxonomy about?"),
    "level": ("On which level below the root is {x}?", "How many levels below the root is {x}?"),
    "next": ("What does {x} feed into?", "What follows {x}?", "Where does the arrow from {x} lead?"),
    "previous": (
        "What feeds into {x}?",
        "Which step comes directly before {x}?",
        "From what does {x} receive its input?",
    ),
    "start": ("Which block has no incoming arrow?", "Where does the process start?"),
    "end": ("Which block has no outgoing arrow?", "What is the final output of the diagram?"),
    "between": ("Which block lies between {x} and {y}?", "Through which step does {x} reach {y}?"),
    "join": ("Which block combines {x} and {y}?", "Where do {x} and {y} meet?"),
    "is linked": ("Does {x} feed into {y}?", "Is there an arrow from {x} to {y}?"),
    "member": ("Which component belongs to the {c}?", "Name a block inside {c}."),
    "group": ("Which part does {x} belong to?", "In which group is {x} drawn?", "What contains {x}?"),
    "coloured": ("Which block is drawn in {k}?", "What is the {k} box?"),
    "input count": ("How many blocks feed into {x}?", "How many inputs does {x} have?"),
}
