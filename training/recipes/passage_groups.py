"""Read passages with questions for `answer_adapter.py`: consecutive sentences of a paper, some of which answer a
question.

Each line of `passage_questions.jsonl` has a passage and its questions. A question has the indices of the sentences that
answer it, or null if no sentence does. Some passages are made up. The others have a "paper", whose text is not in the
repository: their sentences are given by `digest` and looked up in the clusters.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from ...agent.relevance.gate import behind_heading
from ...agent.session import open_session
from ...papers.types import Paper
from ...settings import Settings
from .adapter_groups import BETWEEN_SENTENCES, Group
from .questions import read_lines

PASSAGES = "passage_questions"
_TEXT = {"paragraph", "list"}


def read_passage_questions(clusters: Iterable[str], settings: Settings) -> list[Group]:
    """Return the questions of made-up passages and of passages of papers in `clusters`.

    A passage is left out if one of its sentences is not found in the paper.
    """
    passages = read_lines(PASSAGES)
    questions = [
        q for each in passages if "sentences" in each for q in _questions(each, each["sentences"], "")
    ]
    for name in clusters:
        with open_session(name, settings) as session:
            own = (passage for passage in passages if passage.get("cluster") == name)
            for paper, group in groupby(own, key=lambda passage: str(passage["paper"])):
                parsed = session.cluster.paper(session.paper_id(paper))
                known = {digest(text): text for text in _sentences(parsed)}
                for each in group:
                    if all(code in known for code in each["hashes"]):
                        questions += _questions(each, [known[code] for code in each["hashes"]], name)
    return questions


def digest(sentence: str) -> str:
    """Return the first ten hexadecimal digits of the SHA-1 of the letters and digits of `sentence`, in lower case."""
    return hashlib.sha1(re.sub(r"[\W_]+", "", sentence.casefold()).encode()).hexdigest()[:10]


def _questions(passage: Mapping[str, Any], sentences: list[str], cluster: str) -> Iterator[Group]:
    texts = [behind_heading(passage["heading"], text) for text in sentences]
    for question, places in passage["questions"]:
        right = {places} if isinstance(places, int) else set(places or ())
        answers, others = (
            tuple(text for place, text in enumerate(texts) if (place in right) is wanted)
            for wanted in (True, False)
        )
        yield Group(question, answers, others, False, passage.get("paper", ""), cluster)


def _sentences(paper: Paper) -> Iterator[str]:
    """Yield the sentences of a paper; a sentence may continue in the next block below the same heading."""
    sections, text = list[str](), ""
    for block in paper.blocks:
        if block.kind == "heading":
            sections, text = [*sections, text], ""
        elif block.kind in _TEXT:
            text += f" {block.text}"
    for section in (*sections, text):
        yield from (sentence.strip() for sentence in BETWEEN_SENTENCES.split(section))
