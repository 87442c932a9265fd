"""Questions about drawn trees and flow diagrams."""

from __future__ import annotations

import random

from diagram_specs import Diagram  # type: ignore[import-not-found]  # found beside this script
from drawn_questions import Answers, Operation, ask_at_random  # type: ignore[import-not-found]
from specs import Asked  # type: ignore[import-not-found]


def ask(diagram: Diagram) -> list[Asked]:
    """Return questions about a diagram."""
    names = [name for i, name in enumerate(diagram.names) if not diagram.items or not diagram.items[i]]
    names += [item for listed in diagram.items for item in listed]
    names += [title for title, _ in diagram.groups]
    draw = random.Random(f"ask {diagram.kind} {diagram.seed}")
    operations = TREE_QUESTIONS if diagram.is_tree else FLOW_QUESTIONS
    return ask_at_random(diagram, draw, operations, WORDINGS, names)  # type: ignore[no-any-return]


def _leaf_parents(tree: Diagram) -> list[int]:
    return sorted({tree.sources(node)[0] for node, listed in enumerate(tree.items) if listed})


def _listed(tree: Diagram, node: int) -> list[str]:
    return [item for child in tree.targets(node) for item in tree.items[child]]


def _siblings(tree: Diagram, node: int) -> list[int]:
    return [child for parent in tree.sources(node) for child in tree.targets(parent)]


def _parent(tree: Diagram, draw: random.Random) -> Answers:
    node = draw.choice(_leaf_parents(tree))
    return [tree.names[node]], {"x": draw.choice(_listed(tree, node))}


def _item(place: int) -> Operation[Diagram]:
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


def _neighbors(tree: Diagram, draw: random.Random) -> Answers:
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


def _colored(flow: Diagram, draw: random.Random) -> Answers:
    if not flow.colors:
        return [], {}
    node, color = draw.choice(flow.colors)
    return [flow.names[node]], {"k": color}


def _input_count(flow: Diagram, draw: random.Random) -> Answers:
    node = draw.randrange(len(flow.names))
    return [str(len(flow.sources(node)))] if flow.sources(node) else [], {"x": flow.names[node]}


TREE_QUESTIONS: dict[str, Operation[Diagram]] = {
    "parent": _parent, "first": _item(0), "second": _item(1), "last": _item(-1), "children": _children,
    "child count": _child_count, "item count": _item_count, "sibling": _sibling, "neighbor": _neighbors,
    "is under": _is_under, "root": _root, "level": _level,
}  # fmt: skip
FLOW_QUESTIONS: dict[str, Operation[Diagram]] = {
    "next": _next, "previous": _previous, "start": _start, "end": _end, "between": _between, "join": _join,
    "is linked": _is_linked, "member": _member, "group": _group, "coloured": _colored, "input count": _input_count,
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
    "neighbor": ("Which method is in the same category as {x}?", "What else is listed alongside {x}?"),
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
