"""The files of MMSci's benchmark.zip, as unpacked.

    DIR/**/{train,dev,test}/images/<uid>_figure_<n>.png
    DIR/**/{train,dev,test}/image_caption_generation_data.json
        a list of {uid, category, subject, abstract, content, image, caption}
    DIR/**/{train,dev,test}/image_caption_matching_data.json
        three lists, one per setting, of {uid, category, subject, question, answer, image}

Files named *_w_answer.json are preferred if they exist; the released test set has none.

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
_JOINT = re.compile(r"(?:[-–,&]|and)?\s*\([a-z]\)")  # a further label at the beginning
_ENDS = ".!?;:"
_FORMULA = re.compile(r"\$\$(.+?)\$\$|\\\((.+?)\\\)", re.DOTALL)


def sub_captions(caption: str) -> dict[str, str]:
    """Map the letter of each panel to its text: "(a) Loss. (b) Accuracy." gives {"a": "Loss.", "b": "Accuracy."}.

    A label counts at the very beginning, or after one of . ! ? ; : and a space, so that "as in (a)" does not count.
    Its text runs to the next label that counts. Panels without text are left out. A repeated label overwrites the
    earlier one. Text before the first label is ignored. "(a, b)", "(a-c)", "(A)" and "a," are no labels. The order of
    the letters is not checked.
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
    """Return `sub_captions` if each belongs to exactly one panel and the letters run from a without a gap; else {}.

    Captions of several panels together, such as "(a)(b) Loss." and "(b)-(f) Loss by layer.", give {}.
    """
    found = sub_captions(caption)
    in_turn = "".join(sorted(found)) == ascii_lowercase[: len(found)]
    return found if in_turn and not any(map(_JOINT.match, found.values())) else {}


def _counts(caption: str, at: int) -> bool:
    return at == 0 or (at >= 2 and caption[at - 1] == " " and caption[at - 2] in _ENDS)


def main_caption(text: str) -> str:
    """Return the text after the first "<number>:" ("Figure 3: Loss." gives "Loss."), or the whole text if there is
    none.
    """
    match = re.search(r"\d+:", text)
    return text[match.end() :].strip() if match else text


def plain(text: str) -> str:
    """Return `text` with formulas between $$ or \\( \\) as a reader sees them; a formula that fails to parse stays."""

    def shown(match: re.Match[str]) -> str:
        from pylatexenc.latex2text import LatexNodes2Text

        try:
            return str(LatexNodes2Text().latex_to_text(match[1] or match[2])).strip()
        except Exception:  # pylatexenc raises various exceptions on broken TeX
            return match[0]

    return _FORMULA.sub(shown, text)


_FINAL = "The final answer is "


def labels_of(question: str) -> str:
    """Return the labels of the options in a question: the letters of its lines "X: ..."."""
    return "".join(re.findall(r"^([A-Z]):\s", question, re.MULTILINE))


def strict_choice(reply: str, labels: str) -> str | None:
    """Return the label that a reply chooses by the reference code's rules; None if no rule applies.

    The character after "The final answer is " is the choice if it is a label. Otherwise it is the first label, in
    order, that one of the code's patterns finds. So "**[C]**" is not C, and the article in "is A plot" is A. The
    reference does not count replies with None. It first lets a language model read the reply; that call is not
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
    """Return `count` random `examples` in their original order; all of them if `count` is 0 or not smaller than their
    number.
    """
    if not count or count >= len(examples):
        return list(examples)
    chosen = set(random.Random(seed).sample(range(len(examples)), count))
    return [example for n, example in enumerate(examples) if n in chosen]


def draw_shots(example: Example, pool: Sequence[Example], count: int, seed: int) -> list[Example]:
    """Return `count` random answered examples of `pool` with the same setting as `example` but from another article.

    `seed` and the id of `example` decide the draw.
    """
    fitting = [
        one
        for one in pool
        if one.answers and one.group != example.group and one.tag("setting") == example.tag("setting")
    ]
    return random.Random(f"{seed} {example.id}").sample(fitting, min(count, len(fitting)))


def as_turns(shots: Sequence[Example], prompts: Sequence[str]) -> tuple[Message, ...]:
    """Return two messages for each worked example: the question with its figure, and the right answer in the
    requested form.
    """
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
    """Load the captioning examples; `grounding` ("none", "abstract", "content") is the part of the article that they
    carry.

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
    """Load the matching examples of `settings`, each tagged with its setting. Raises UsageError as `load_captions`
    does.
    """
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
    """Return the question without its options, then the text of each option."""
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
