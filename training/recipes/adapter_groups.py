"""Build the groups of texts that `answer_adapter.py` fits on: a question, texts that answer it, and other texts."""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...agent.answerers.tables.cell_words import join_in_words
from ...agent.answerers.tables.table_request import CellOperation
from ...agent.session import Session, open_session
from ...figures.types import Entries
from ...indexes.text.analysis import analyze
from ...settings import Settings
from . import candidate_ranker as cells
from .answer_examples import Example
from .questions import REFUSED, read_lines

NEGATIVES = 8  # texts without the answer that are read with each question
TABLES = "cell_questions"
# The operation that answers each kind of question in TABLES.
_OPERATIONS: Mapping[str, CellOperation] = {"cell": "cell", "best": "extreme", "difference": "difference"}
BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9(\"“])")
_NEAR = 6  # number of wrong sentences from the rest of the article


@dataclass(frozen=True, slots=True)
class Group:
    """A question with the texts that answer it (`right`, which may be empty) and texts that do not (`wrong`).

    `wrong` is in the order of a search if `ranked` is true. `paper` and `source` are "" for made-up questions.
    """

    question: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    ranked: bool = False
    paper: str = ""
    source: str = ""


def make_groups(examples: Iterable[Example]) -> list[Group]:
    """Return a group for each question that can be learned from.

    Such a question has a quoted answer, or else sentences that match the gold patterns, or it is a plausible question
    that no paper answers. Questions of two parts and questions with fewer than NEGATIVES wrong sentences are left out.
    """
    groups = []
    for example in examples:
        quoted, answering, wrong = (
            tuple(text for text, chosen in zip(example.texts, choice, strict=True) if chosen)
            for choice in (example.quoted, example.answers, ~example.answers)
        )
        right = quoted or answering
        learnable = (right and example.kind != "two_part") or example.kind in REFUSED - {"off_topic"}
        if learnable and len(wrong) >= NEGATIVES:
            groups.append(Group(example.question, right, wrong, True, example.paper, example.source))
    return groups


def make_cell_groups(examples: Iterable[cells.Example]) -> list[Group]:
    """Return a group for each question about table cells with a right candidate and at least NEGATIVES wrong
    candidates.
    """
    groups = []
    for example in examples:
        right, wrong = (
            tuple(text for place, text in example.texts.items() if bool(example.right[place]) is wanted)
            for wanted in (True, False)
        )
        if right and len(wrong) >= NEGATIVES:
            groups.append(Group(example.question, right, wrong, True, example.paper))
    return groups


def read_tables(clusters: Iterable[str], settings: Settings) -> list[Group]:
    """Read the questions of the file TABLES, which ask for a cell, for the best of a row or column, or for a
    difference.

    Most tables are made up. A table with a "paper" is looked up in `clusters`; its rows and columns are then as the
    engine reads them, and it is left out if it is not found.
    """
    lines = read_lines(TABLES)
    read = [(line, "") for line in lines if "tables" in line]
    for name in clusters:
        with open_session(name, settings) as session:
            for line in lines:
                if line.get("cluster") == name and (found := _find_table(session, line)):
                    read.append((found, line["paper"]))
    draw = random.Random(1)
    return [_table_group(paper, asked, draw, of) for paper, of in read for asked in paper["questions"]]


def _find_table(session: Session, line: Mapping[str, Any]) -> dict[str, Any] | None:
    paper = session.cluster.paper(session.paper_id(line["paper"]))
    figure = next((f for f in paper.figures if f.kind == "table" and f.label == line["label"]), None)
    data = session.figure_data(paper.id, figure) if figure else None
    if figure is None or data is None:
        return None
    rows = [[_name(data.rows, place), *[""] * data.columns.count] for place in range(data.rows.count)]
    for fact in data.facts:
        rows[fact.row][fact.column + 1] = fact.text
    columns = ["", *(_name(data.columns, place) for place in range(data.columns.count))]
    table = {"caption": figure.caption, "columns": columns, "rows": rows}
    return {"title": paper.title, "tables": [table], "questions": line["questions"]}


def _name(entries: Entries, place: int) -> str:
    """Join the names of a row or column over all header levels, each name once."""
    names = (each.names[place].text for each in entries.attributes if place < len(each.names))
    return ", ".join(dict.fromkeys(name for name in names if name))


def _table_group(paper: Mapping[str, Any], asked: Sequence[Any], draw: random.Random, of: str) -> Group:
    every = [
        (place, row, column)
        for place, table in enumerate(paper["tables"])
        for row, cells_of_row in enumerate(table["rows"])
        for column in range(1, len(table["columns"]))
        if cells_of_row[column]
    ]
    question, kind, *where = asked
    if kind is None:
        texts = tuple(_cells_in_words(paper, "cell", [cell]) for cell in _some(every, draw))
        return Group(question, (), texts, paper=of)
    place, rows, columns = where
    right = [(place, row, column) for row in _listed(rows) for column in _listed(columns)]
    text = _cells_in_words(paper, kind, right)
    near = [
        c for c in every if c[0] == place and c != right[0] and (c[1] == right[0][1] or c[2] == right[0][2])
    ]
    others = [*_some(near, draw), *_some([cell for cell in every if cell not in {right[0], *near}], draw)]
    pairs = [[cell, draw.choice(every)] if kind == "difference" else [cell] for cell in others]
    wrong = {_cells_in_words(paper, kind, [c for c in pair if c[0] == pair[0][0]]): None for pair in pairs}
    return Group(question, (text,), tuple(each for each in wrong if each != text), paper=of)


def _some(cells_: Sequence[tuple[int, int, int]], draw: random.Random) -> list[tuple[int, int, int]]:
    return draw.sample(list(cells_), min(len(cells_), NEGATIVES))


def _listed(places: int | list[int]) -> list[int]:
    return places if isinstance(places, list) else [places]


def _cells_in_words(paper: Mapping[str, Any], kind: str, chosen: Sequence[tuple[int, int, int]]) -> str:
    table = paper["tables"][chosen[0][0]]
    cells_ = [(table["rows"][r][0], table["columns"][c], table["rows"][r][c]) for _, r, c in chosen]
    return join_in_words(_OPERATIONS[kind], cells_, table["caption"], paper["title"])


def read_squad(path: Path) -> Iterator[Group]:
    """Yield a group for each question of SQuAD 1.1 (Rajpurkar et al., EMNLP 2016).

    The right text is the sentence that holds the answer. The wrong texts are the other sentences of its paragraph, and
    the sentences of its article whose words in common with the question weigh most (inverse document frequency). No
    wrong text contains the answer.
    """
    for article in json.loads(path.read_text("utf-8"))["data"]:
        paragraphs = [BETWEEN_SENTENCES.split(paragraph["context"]) for paragraph in article["paragraphs"]]
        words = {text: set(analyze(text)) for sentences in paragraphs for text in sentences}
        counts = Counter(word for each in words.values() for word in each)
        for sentences, paragraph in zip(paragraphs, article["paragraphs"], strict=True):
            for asked in paragraph["qas"]:
                answer = asked["answers"][0]
                right = _sentence_at(sentences, paragraph["context"], answer["answer_start"])
                free = [text for text in words if answer["text"].casefold() not in text.casefold()]
                question = set(analyze(asked["question"]))
                weight = {t: sum(math.log(len(words) / counts[w]) for w in question & words[t]) for t in free}
                near = sorted((t for t in free if weight[t] and t not in sentences), key=lambda t: -weight[t])
                own = [text for text in sentences if text in weight and text != right]
                yield Group(asked["question"], (right,), (*own, *near[:_NEAR]))


def _sentence_at(sentences: Sequence[str], text: str, place: int) -> str:
    end = 0
    for sentence in sentences:
        end = text.index(sentence, end) + len(sentence)
        if place < end:
            return sentence
    return sentences[-1]
