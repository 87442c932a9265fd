"""Questions about the figures of a user's own cluster, written by a model and filtered by SPIQA's rules."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ...agent.llm.prompting import fence
from ...agent.llm.structured import first_object
from ...agent.llm.types import LLM
from ...errors import UsageError
from ...papers.clusters.cluster import Cluster
from ...papers.files import write_atomic
from ...papers.types import Figure, Paper
from ..common.model_calls import NO_REPLY, ModelCalls
from ..common.pictures import shown
from ..metrics.overlap import token_f1
from ..types import Picture

SIMILAR = 0.8  # two questions about one paper count as the same from this F1 of words
_UNCLEAR = re.compile(
    r"\b(?:hard|difficult|impossible|not possible) to (?:say|tell|answer|determine)\b"
    r"|\bnot (?:evident|clear|specified|mentioned|provided|stated|given)\b|\bunclear\b"
    r"|\bcan(?:not|'t| not) be (?:determined|answered|inferred)\b|\bno information\b",
    re.IGNORECASE,
)
_TRIVIAL = re.compile(
    r"^(?:how many (?:rows|columns|lines|bars|curves|panels|sub-?figures|sub-?plots)\b"
    r"|what (?:does|do) the [\w-]+ (?:lines?|bars?|curves?|dots?|markers?|colou?rs?) (?:represent|show|indicate|mean)"
    r"|what is (?:the )?(?:title|caption|label)\b)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:based on|according to|as (?:described|stated|mentioned|shown) in|from) the "
    r"(?:given |provided )?(?:passage|text|paragraph|caption)[^,]*,\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class MadeQuestion:
    """A question that a model wrote about the figure `figure` of paper `paper`, with its answer and explanation."""

    paper: str
    figure: str
    question: str
    answer: str
    explanation: str = ""
    figure_type: str = ""


@dataclass(frozen=True, slots=True)
class Filtered:
    """The questions that remain, and the number dropped by each reason."""

    kept: tuple[MadeQuestion, ...]
    dropped: Counter[str]


def filter_questions(
    made: Sequence[MadeQuestion], check: Callable[[MadeQuestion], str] = lambda _: ""
) -> Filtered:
    """Return the questions of `made` that pass the rules, without phrases such as "Based on the passage".

    Questions without a clear answer, trivial questions, and questions similar to an earlier one of the same paper are
    dropped. `check` returns a reason to drop a question, or "". It is asked last because it may cost a call.
    """
    kept: list[MadeQuestion] = []
    dropped: Counter[str] = Counter()
    for one in made:
        plain = replace(one, question=without_lead(one.question), answer=without_lead(one.answer))
        earlier = [other.question for other in kept if other.paper == one.paper]
        reason = find_fault(plain, earlier) or check(plain)
        if reason:
            dropped[reason] += 1
        else:
            kept.append(plain)
    return Filtered(tuple(kept), dropped)


def find_fault(one: MadeQuestion, earlier: Sequence[str]) -> str:
    """Return the first rule that the wording of a question breaks; "" if it breaks none. `earlier` are questions
    about the same paper.
    """
    if not one.question.strip() or not one.answer.strip():
        return "no question or no answer"
    if _UNCLEAR.search(one.answer):
        return "no clear answer"
    if _TRIVIAL.search(one.question):
        return "trivial"
    if any(token_f1(one.question, other) >= SIMILAR for other in earlier):
        return "similar to another"
    return ""


def without_lead(text: str) -> str:
    """Return `text` without a leading phrase such as "Based on the passage,"."""
    bare = _LEAD.sub("", text.strip())
    return bare[:1].upper() + bare[1:]


_TOKENS = 512
_ASK = """Write one question about the figure below that tests whether a reader understands it and what it means for its
paper. It must need the figure, have one clear answer, and be neither trivial nor about a detail that does not matter.
Also name the type of the figure: plot, schematic, photograph(s), table or other.
Reply with one JSON object: {"question": "...", "answer": "...", "explanation": "...", "figure_type": "..."}"""
_CHECK = """Below are a figure, a question about it and an answer. Judge from the figure and its caption alone.
Reply with one JSON object: {"from_figure": true, "correct": true, "trivial": false}
from_figure: the figure is needed to answer. correct: the answer is right and to the point. trivial: nothing has to be
understood."""


def write_spiqa(
    cluster: Cluster,
    llm: LLM,
    folder: Path,
    limit: int = 0,
    listen: Callable[[int, int], None] = lambda *_: None,
) -> Filtered:
    """Let `llm` write a question about each figure of `cluster`, and write them below `folder` in the layout of
    test-A.

    Only the first `limit` figures are used (0: all). `llm` sees figure, caption and the first paragraph that names
    the figure. It then checks each question without that paragraph, and rejected questions are dropped. `listen` gets
    the number of figures done and the number of all figures. Raises UsageError if no question is left.
    """
    papers = [(paper, pictures) for paper in cluster.papers() if (pictures := list_pictures(cluster, paper))]
    asked = [(paper, name) for paper, pictures in papers for name in pictures][: limit or None]
    images = {name: picture for _, pictures in papers for name, (_, picture) in pictures.items()}
    figures = {name: figure for _, pictures in papers for name, (figure, _) in pictures.items()}
    made = []
    for done, (paper, name) in enumerate(asked, 1):
        if found := _question(llm, paper, name, figures[name], images[name]):
            made.append(found)
        listen(done, len(asked))
    filtered = filter_questions(made, partial(_objection, llm, images))
    if not filtered.kept:
        raise UsageError(f"none of {len(asked)} figures of the cluster led to a question that passed")
    write_layout(folder, papers, filtered.kept)
    return filtered


def first_passage(paper: Paper, label: str) -> str:
    """Return the first paragraph of `paper` that names the figure labeled `label` ("Table 2"); "" if there is none."""
    word, _, number = label.partition(" ")
    pattern = re.compile(rf"\b{re.escape(word[:3])}\w*\.?\s*{re.escape(number)}(?!\d)", re.IGNORECASE)
    for block in paper.blocks:
        if number and block.kind == "paragraph" and pattern.search(block.text):
            return block.text
    return ""


def list_pictures(cluster: Cluster, paper: Paper) -> dict[str, tuple[Figure, Picture]]:
    """Map the file name of each figure of `paper` with a picture and a caption to the figure and its picture."""
    found = {}
    for number, figure in enumerate(paper.figures, 1):
        path = cluster.path / figure.image
        if figure.image and figure.caption.strip() and path.is_file():
            name = f"{paper.id}-{figure.kind.capitalize()}{number}-1.png"
            found[name] = (figure, Picture(name, str(path), figure.caption))
    return found


def _question(llm: LLM, paper: Paper, name: str, figure: Figure, picture: Picture) -> MadeQuestion | None:
    passage = first_passage(paper, figure.label)
    parts = [_ASK, f"Caption: {figure.caption}"]
    parts += [f"The paper says of it:\n{fence(passage)}"] if passage else []
    fields = _ask(llm, "\n\n".join(parts), picture)
    if not fields:
        return None
    question, answer, explanation, kind = (
        " ".join(str(fields.get(key) or "").split())
        for key in ("question", "answer", "explanation", "figure_type")
    )
    return MadeQuestion(
        paper.id, name, question, answer, explanation, "table" if figure.kind == "table" else kind.lower()
    )


def _objection(llm: LLM, images: dict[str, Picture], one: MadeQuestion) -> str:
    """Return the reason for which the model rejects a question; "" if it accepts it."""
    picture = images[one.figure]
    prompt = f"{_CHECK}\n\nCaption: {picture.caption}\nQuestion: {one.question}\nAnswer: {one.answer}"
    fields = _ask(llm, prompt, picture)
    if fields.get("from_figure") is not True:
        return "not from the figure"
    if fields.get("correct") is not True:
        return "not correct"
    return "" if fields.get("trivial") is False else "trivial"


def _ask(llm: LLM, prompt: str, picture: Picture) -> dict[str, object]:
    try:
        return first_object(ModelCalls(llm, "make-spiqa", _TOKENS).ask(prompt, images=shown((picture,))))
    except NO_REPLY:
        return {}


def write_layout(
    folder: Path,
    papers: Iterable[tuple[Paper, dict[str, tuple[Figure, Picture]]]],
    kept: Iterable[MadeQuestion],
) -> None:
    """Write questions with the figures and texts of their papers below `folder`, in the layout of test-A.

    `papers` holds each paper with its figures by file name (see `list_pictures`).
    """
    questions = list(kept)
    rows = {}
    for paper, pictures in papers:
        asked = [one for one in questions if one.paper == paper.id]
        if not asked:
            continue
        for name, (_, picture) in pictures.items():
            target = folder / "test-A" / "SPIQA_testA_Images" / paper.id / name
            write_atomic(target, Path(picture.path).read_bytes())
        text = "\n\n".join(paragraphs(paper))
        write_atomic(folder / "SPIQA_train_val_test-A_extracted_paragraphs" / f"{paper.id}.txt", text)
        kinds = {one.figure: one.figure_type for one in asked}
        rows[paper.id] = {
            "paper_id": paper.id,
            "all_figures": {
                name: {
                    "caption": figure.caption,
                    "content_type": figure.kind,
                    "figure_type": kinds.get(name, "table" if figure.kind == "table" else "other"),
                }
                for name, (figure, _) in pictures.items()
            },
            "qa": [
                {
                    "question": one.question,
                    "answer": one.answer,
                    "explanation": one.explanation,
                    "reference": one.figure,
                }
                for one in asked
            ],
        }
    write_atomic(folder / "test-A" / "SPIQA_testA.json", json.dumps(rows, ensure_ascii=False))


def paragraphs(paper: Paper) -> Iterator[str]:
    """Yield the paragraphs of the text of `paper`, in order."""
    yield from (block.text for block in paper.blocks if block.kind == "paragraph")
