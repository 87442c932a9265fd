"""Questions about drawn tables."""

from __future__ import annotations

import random

from drawn_questions import Answers, Operation, ask_at_random  # type: ignore[import-not-found]  # found beside this script
from specs import Asked  # type: ignore[import-not-found]
from table_specs import Table  # type: ignore[import-not-found]


def ask(table: Table) -> list[Asked]:
    """Return questions about a table."""
    names = (*table.methods, *dict.fromkeys(g for g in table.groups if g), *table.columns, *table.features)
    draw = random.Random(f"ask {table.kind} {table.seed}")
    return ask_at_random(table, draw, OPERATIONS, WORDINGS, names)  # type: ignore[no-any-return]


def _column(table: Table, draw: random.Random) -> tuple[int, list[tuple[float, str]]]:
    """Choose a column; return its index and its (value, method) pairs, highest first."""
    number = draw.randrange(len(table.columns))
    pairs = zip((row[number] for row in table.values), table.methods, strict=True)
    return number, sorted(((value, name) for value, name in pairs if value is not None), reverse=True)


def _extreme(at: int) -> Operation[Table]:
    def ask_extreme(table: Table, draw: random.Random) -> Answers:
        number, ranked = _column(table, draw)
        if len(ranked) < 3:
            return [], {}
        same = [name for value, name in ranked if value == ranked[at][0]]
        return same, {"c": table.columns[number]}

    return ask_extreme


def _look_up(table: Table, draw: random.Random) -> Answers:
    number, ranked = _column(table, draw)
    value, name = draw.choice(ranked)
    return [f"{value:.{table.digits[number]}f}"], {"c": table.columns[number], "x": name}


def _by_value(table: Table, draw: random.Random) -> Answers:
    number, ranked = _column(table, draw)
    value, _ = draw.choice(ranked)
    return [n for v, n in ranked if v == value], {
        "c": table.columns[number],
        "v": f"{value:.{table.digits[number]}f}",
    }


def _difference(table: Table, draw: random.Random) -> Answers:
    number, ranked = _column(table, draw)
    (a, one), (b, other) = sorted(draw.sample(ranked, 2), reverse=True)
    answer = f"{a - b:.{table.digits[number]}f}"
    return [answer] if a != b else [], {"c": table.columns[number], "x": one, "y": other}


def _is_higher(table: Table, draw: random.Random) -> Answers:
    number, ranked = _column(table, draw)
    (a, one), (b, other) = draw.sample(ranked, 2)
    return ["yes" if a > b else "no"] if a != b else [], {"c": table.columns[number], "x": one, "y": other}


def _above(table: Table, draw: random.Random) -> Answers:
    number, ranked = _column(table, draw)
    limit = (ranked[0][0] + ranked[1][0]) / 2
    text = f"{limit:.{table.digits[number]}f}"
    above = [name for value, name in ranked if value > float(text)]
    return above, {"c": table.columns[number], "v": text}


def _count(table: Table, draw: random.Random) -> Answers:
    answers, terms = _above(table, draw)
    return [str(len(answers))] if answers else [], terms


def _except(table: Table, draw: random.Random) -> Answers:
    number, ranked = _column(table, draw)
    if len(ranked) < 3 or ranked[0][0] == ranked[1][0]:
        return [], {}
    return [n for v, n in ranked if v == ranked[1][0]], {"c": table.columns[number], "x": ranked[0][1]}


def _missing(table: Table, draw: random.Random) -> Answers:
    number, ranked = _column(table, draw)
    present = {name for _, name in ranked}
    return [name for name in table.methods if name not in present], {"c": table.columns[number]}


def _has_feature(wanted: bool) -> Operation[Table]:
    def ask_feature(table: Table, draw: random.Random) -> Answers:
        if not table.features:
            return [], {}
        number = draw.randrange(len(table.features))
        pairs = zip(table.methods, table.marks, strict=True)
        return [name for name, marks in pairs if marks[number] is wanted], {"k": table.features[number]}

    return ask_feature


def _feature_count(table: Table, draw: random.Random) -> Answers:
    answers, terms = _has_feature(True)(table, draw)
    return [str(len(answers))] if table.features else [], terms


def _is_feature(table: Table, draw: random.Random) -> Answers:
    if not table.features:
        return [], {}
    number, row = draw.randrange(len(table.features)), draw.randrange(len(table.methods))
    return ["yes" if table.marks[row][number] else "no"], {
        "k": table.features[number],
        "x": table.methods[row],
    }


def _group(table: Table, draw: random.Random) -> Answers:
    row = draw.randrange(len(table.methods))
    return [table.groups[row]] if table.groups[row] else [], {"x": table.methods[row]}


def _in_group(table: Table, draw: random.Random) -> Answers:
    number, ranked = _column(table, draw)
    group = draw.choice(table.groups)
    members = [(v, n) for v, n in ranked if table.groups[table.methods.index(n)] == group]
    if not group or not members:
        return [], {}
    return [n for v, n in members if v == members[0][0]], {"c": table.columns[number], "g": group}


def _group_count(table: Table, draw: random.Random) -> Answers:
    group = draw.choice(table.groups)
    return [str(table.groups.count(group))] if group else [], {"g": group}


OPERATIONS: dict[str, Operation[Table]] = {
    "max": _extreme(0), "min": _extreme(-1), "look-up": _look_up, "by value": _by_value, "difference": _difference,
    "is higher": _is_higher, "above": _above, "count": _count, "except": _except, "missing": _missing,
    "feature": _has_feature(True), "no feature": _has_feature(False), "feature count": _feature_count,
    "is feature": _is_feature, "group": _group, "in group": _in_group, "group count": _group_count,
}  # fmt: skip
WORDINGS = {
    "max": (
        "Which method has the highest {c}?",
        "Whose {c} is the highest?",
        "Name the method with the greatest {c}.",
    ),
    "min": ("Which method has the lowest {c}?", "Where is {c} at its lowest?"),
    "look-up": ("What is the {c} of {x}?", "What {c} does {x} achieve?", "{x} obtains which {c}?"),
    "by value": ("Which method has a {c} of {v}?", "{v} is the {c} of which method?"),
    "difference": (
        "By how much does {x} exceed {y} in {c}?",
        "What is the difference in {c} between {x} and {y}?",
    ),
    "is higher": ("Does {x} have a higher {c} than {y}?", "Is the {c} of {x} above that of {y}?"),
    "above": ("Which method has a {c} above {v}?", "Name a method whose {c} is greater than {v}."),
    "count": ("How many methods have a {c} above {v}?",),
    "except": (
        "Apart from {x}, which method has the highest {c}?",
        "If {x} is left out, which method has the highest {c}?",
    ),
    "missing": ("Which method has no value for {c}?", "For which method is the {c} not reported?"),
    "feature": ("Which method supports {k}?", "Name a method that offers {k}."),
    "no feature": ("Which method does not support {k}?", "Which method lacks {k}?"),
    "feature count": ("How many methods support {k}?",),
    "is feature": ("Does {x} support {k}?", "Is {k} available in {x}?"),
    "group": ("Which category does {x} belong to?", "Under which group is {x} listed?"),
    "in group": (
        "Among the {g} methods, which has the highest {c}?",
        "In the {g} group, whose {c} is highest?",
    ),
    "group count": ("How many methods are listed under {g}?",),
}
