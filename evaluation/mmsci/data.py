"""The files of MMSci's benchmark.zip, as unpacked.

    DIR/**/{train,dev,test}/images/<uid>_figure_<n>.png
    DIR/**/{train,dev,test}/image_caption_generation_data.json
        a list of {uid, category, subject, abstract, content, image, caption}
    DIR/**/{train,dev,test}/image_caption_matching_data.json
        three lists, one per setting, of {uid, category, subject, question, answer, image}

Files named *_w_answer.json, which the release of the test set lacks, are taken where they are.

Captions are split into those of their panels as in MMSci, and replies are read by the rules of the reference code.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from ...agent.llm.types import Message
from ...errors import UsageError
from ..common.files import LoadedExamples, find_file
from ..common.pictures import shown
from ..types import Document, Example, Picture

_LABEL = re.compile(r"\(([a-z])\)")
_JOINT = re.compile(r"(?:[-–,&]|and)?\s*\([a-z]\)")  # another label at the beginning
_ENDS = ".!?;:"
_FORMULA = re.compile(r"\$\$(.+?)\$\$|\\\((.+?)\\\)", re.DOTALL)


def sub_captions(caption: str) -> dict[str, str]:
    """The text of each panel by its letter: "(a) Loss. (b) Accuracy." gives {"a": "Loss.", "b": "Accuracy."}.

    A label counts at the very beginning, or after one of . ! ? ; : and a space, so that "as in (a)" does not. Its
    text runs to the next label that counts. Panels without text are left out, a repeated label overwrites the one
    before, text before the first label is ignored; "(a, b)", "(a-c)", "(A)" and "a," are no labels. The letters'
    order is not checked.
    """
    starts = [match for match in _LABEL.finditer(caption) if _counts(caption, match.start())]
    ends = [*(match.start() for match in starts), len(caption)][1:]
    found: dict[str, str] = {}
    for match, end in zip(starts, ends, strict=True):
        text = caption[match.end() : end].strip()
        if text:
            found[match[1]] = text
    return found


def panel_captions(caption: str) -> dict[str, str]:
    """`sub_captions` where they belong to one panel each, lettered from a; {} for captions of several panels
    together, such as "(a)(b) Loss." and "(b)-(f) Loss by layer."
    """
    found = sub_captions(caption)
    in_turn = "".join(sorted(found)) == ascii_lowercase[: len(found)]
    return found if in_turn and not any(map(_JOINT.match, found.values())) else {}


def _counts(caption: str, at: int) -> bool:
    return at == 0 or (at >= 2 and caption[at - 1] == " " and caption[at - 2] in _ENDS)


def main_caption(text: str) -> str:
    """The text after the first "<number>:" ("Figure 3: Loss." gives "Loss."); unchanged without one."""
    match = re.search(r"\d+:", text)
    return text[match.end() :].strip() if match else text


def plain(text: str) -> str:
    """`text` with formulas between $$ or \\( \\) as the text that a reader sees; one that cannot be read stays."""

    def shown(match: re.Match[str]) -> str:
        from pylatexenc.latex2text import LatexNodes2Text

        try:
            return str(LatexNodes2Text().latex_to_text(match[1] or match[2])).strip()
        except Exception:  # pylatexenc raises what it likes on broken TeX
            return match[0]

    return _FORMULA.sub(shown, text)


_FINAL = "The final answer is "


def labels_of(question: str) -> str:
    """The labels of the options in a question: the letters of its lines "X: ..."."""
    return "".join(re.findall(r"^([A-Z]):\s", question, re.MULTILINE))


def strict_choice(reply: str, labels: str) -> str | None:
    """The character after its phrase where that is a label, else the first label in order that one of its patterns
    finds.

    So "**[C]**" is not C, and the article in "is A plot" is A. None, which the reference leaves out of its
    denominator, where nothing fits. The reference first lets a language model read the reply; that step is not
    repeated here.
    """
    for phrase in (f"{_FINAL}**", _FINAL):
        _, found, rest = reply.partition(phrase)
        if found:
            if rest[:1] in labels and rest[:1]:
                return rest[:1]
            break
    text = reply.strip()
    for label in labels:
        patterns = (
            f"*Answer*: {label}",
            f" {label} ",
            f"sub-figure {label.lower()}",
            f"{label}:",
            f"**{label}**",
            f" {label}.",
        )
        if text == label or any(pattern in reply for pattern in patterns):
            return label
    return None


def draw_sample(examples: Sequence[Example], count: int, seed: int) -> list[Example]:
    """`count` of `examples` at random, in their order; all of them for 0 or where there are not more."""
    if not count or count >= len(examples):
        return list(examples)
    chosen = set(random.Random(seed).sample(range(len(examples)), count))
    return [example for n, example in enumerate(examples) if n in chosen]


def draw_shots(example: Example, pool: Sequence[Example], count: int, seed: int) -> list[Example]:
    """`count` answered examples of `pool` of the same setting and another article, at random by seed and id."""
    fitting = [
        one
        for one in pool
        if one.answers and one.group != example.group and one.tag("setting") == example.tag("setting")
    ]
    return random.Random(f"{seed} {example.id}").sample(fitting, min(count, len(fitting)))


def as_turns(shots: Sequence[Example], prompts: Sequence[str]) -> tuple[Message, ...]:
    """Each worked example as a question with its figure and the right answer in the form that is asked for."""
    turns: list[Message] = []
    for shot, prompt in zip(shots, prompts, strict=True):
        turns += [
            Message("user", prompt, shown(shot.pictures)),
            Message("assistant", f"The final answer is **{shot.answers[0]}**."),
        ]
    return tuple(turns)


SETTINGS = ("fig2cap", "subfig2cap", "subcap2fig")
GENERATION, MATCHING = "image_caption_generation_data", "image_caption_matching_data"


def load_captions(data: Path, split: str, grounding: str) -> LoadedExamples:
    """The captioning examples; `grounding` ("none", "abstract", "content") is the article's text that they carry.

    Raises UsageError for a missing file or another layout.
    """
    file = _find(data, split, GENERATION)
    rows = _json(file)
    try:
        examples = tuple(_caption(row, number, file, grounding) for number, row in enumerate(rows))
    except (KeyError, TypeError, AttributeError) as error:
        raise _layout(file, error) from error
    return LoadedExamples(file, examples, _hidden(examples, file))


def load_matching(data: Path, split: str, settings: Sequence[str]) -> LoadedExamples:
    """The matching examples of `settings`, each tagged with its own. Raises UsageError as `load_captions` does."""
    file = _find(data, split, MATCHING)
    lists = _json(file)
    try:
        if len(lists) != len(SETTINGS):
            raise TypeError(f"{len(lists)} lists instead of three")
        examples = tuple(
            _choice(row, number, setting, file)
            for setting, rows in zip(SETTINGS, lists, strict=True)
            if setting in settings
            for number, row in enumerate(rows)
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise _layout(file, error) from error
    return LoadedExamples(file, examples, _hidden(examples, file))


def _caption(row: Mapping[str, Any], number: int, file: Path, grounding: str) -> Example:
    text = str(row[grounding]) if grounding != "none" else ""
    caption = plain(main_caption(str(row["caption"] or "")))
    return Example(
        f"{row['uid']}:{row['image']}:{number}",
        "",
        (caption,) if caption else (),
        (_picture(row, file),),
        documents=(Document(str(row["uid"]), text=plain(text)),) if text else (),
        group=str(row["uid"]),
        tags=_tags(row),
    )


def _choice(row: Mapping[str, Any], number: int, setting: str, file: Path) -> Example:
    question, answer = plain(str(row["question"])), str(row["answer"] or "").strip()
    labels = labels_of(question)
    head, *options = _cut(question, labels)
    return Example(
        f"{setting}:{number}",
        head,
        (answer,) if answer else (),
        (_picture(row, file),),
        options=tuple(options),
        group=str(row["uid"]),
        tags=(("setting", setting), *_tags(row)),
    )


def _cut(question: str, labels: str) -> list[str]:
    """The question proper and the text of each option."""
    parts, rest = [], question
    for label in labels:
        before, _, rest = ("\n" + rest).partition(f"\n{label}:")
        parts.append(before.strip())
    return [*parts, rest.strip()]


def _tags(row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return (("category", str(row["category"])), ("subject", str(row["subject"])))


def _picture(row: Mapping[str, Any], file: Path) -> Picture:
    name = str(row["image"])
    return Picture(name, str(file.parent / "images" / name))


def _find(data: Path, split: str, name: str) -> Path:
    fix = "download benchmark.zip of MMSci (mmsci.s3.amazonaws.com) and unpack it"
    return find_file(data, [f"{split}/{name}_w_answer.json", f"{split}/{name}.json"], fix)


def _json(file: Path) -> Any:
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{file}: not readable JSON; download benchmark.zip again") from error
    if not isinstance(value, list):
        raise UsageError(f"{file}: not in the layout of MMSci (no list); download benchmark.zip again")
    return value


def _layout(file: Path, error: Exception) -> UsageError:
    return UsageError(
        f"{file}: not in the layout of MMSci ({type(error).__name__}: {error}); download benchmark.zip again"
    )


def _hidden(examples: Sequence[Example], file: Path) -> tuple[str, ...]:
    hidden = sum(not example.answers for example in examples)
    blank = f"{hidden} of {len(examples)} answers are blank, as in the released test set"
    warning = f"{file}: {blank}; those are not scored"
    return (warning,) if hidden else ()
