"""Prompts of M3SciQA's protocol: in our own words, or a user's files, such as those of the release.

    rank_system.txt   read_system.txt        (no placeholders)
    rank.txt          $question $papers      all candidates, or those of a window: the figure goes with it
    rate.txt          $question $paper       one candidate alone (scheme one-by-one)
    read.txt          $question $material    a chunk of the papers' text
    recall.txt        $question              where there is no text to read
    join.txt          $question $material    what was answered from the chunks
    extract.txt       $reply                 a reply whose answer is extracted (extraction by a model)
    caption.txt       (no placeholders)      the caption that text baselines search with: the figure goes with it

A file that is missing is replaced by ours. Placeholders are written as above; a dollar sign of the text is $$.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template

from ...agent.llm.prompting import Prompt, fence
from ...errors import UsageError
from ..runs.resumable_jsonl import run_key

_RANK_SYSTEM = "You are an expert in scientific literature and in reading scientific figures."
_RANK = """The figure comes from a paper, and the question below is about it.

Question:
$question

First answer the question from the figure. The answer stands for a paper that is among these candidates:
$papers

Rank the candidates by how likely each is the paper that the answer stands for. Name relevant ones only, best first.
Think step by step first. Then end with one JSON object that lists their ids: {"ranking": ["...", "..."]}"""
_RATE = """The figure comes from a paper, and the question below is about it.

Question:
$question

First answer the question from the figure. How likely is it that the answer stands for this paper?
$paper

End with one JSON object, from 0 (not at all) to 10 (certainly): {"score": 0}"""
_READ_SYSTEM = "You are an expert in reading scientific papers."
_READ = """The question below has two parts. The first is about a figure and leads to a paper; it is settled, \
and you do not see
the figure. Answer the second part, what is asked about that paper, from the material, which is text of \
candidate papers.

Question:
$question

$material

Think step by step first. Then end with one JSON object: {"answer": "...", "quote": "..."}
The answer is short. The quote is one sentence, copied word for word from the material, that proves it. Where the
material does not answer the second part, the answer is "I don't know" and the quote is empty."""
_RECALL = """The question below has two parts. The first is about a figure and leads to a paper. No documents available:
answer what is asked about that paper from what you know.

Question:
$question

Think step by step first. Then end with one JSON object: {"answer": "..."}
The answer is short. If you do not know, it is "I don't know"."""
_JOIN = """The text of some papers was read in pieces. Each reader saw one piece and answered the second part \
of this question:
$question

$material

Put together one short answer from what the readers say, leaving out what contradicts the rest.
End with one JSON object: {"answer": "..."}"""
_EXTRACT = """Below is the reply of a model to a question. Extract its final answer, in the reply's own words. \
Where it gives
none, write "I don't know". Write the answer alone.

$reply"""
_CAPTION = (
    "Write a caption for this figure: what it shows, and every name, column and label in it. "
    "Write the caption alone."
)

_OURS = {
    "rank_system": _RANK_SYSTEM,
    "rank": _RANK,
    "rate": _RATE,
    "read_system": _READ_SYSTEM,
    "read": _READ,
    "recall": _RECALL,
    "join": _JOIN,
    "extract": _EXTRACT,
    "caption": _CAPTION,
}
PLACEHOLDERS: dict[str, tuple[str, ...]] = {
    "rank_system": (),
    "rank": ("question", "papers"),
    "rate": ("question", "paper"),
    "read_system": (),
    "read": ("question", "material"),
    "recall": ("question",),
    "join": ("question", "material"),
    "extract": ("reply",),
    "caption": (),
}


@dataclass(frozen=True, slots=True)
class ProtocolPrompts:
    """Prompts by name. Values enter ours fenced as material; they enter those of a user as they are."""

    prompts: Mapping[str, Prompt]
    own: frozenset[str] = frozenset()

    def fill(self, name: str, **values: str) -> str:
        """The prompt `name` with its placeholders replaced."""
        if name not in self.own:
            values = {key: fence(value) for key, value in values.items()}
        return self.prompts[name].fill(**values)

    def label(self, name: str) -> str:
        """Name and version of a prompt."""
        return self.prompts[name].version

    @property
    def version(self) -> str:
        """A key of the texts of all prompts."""
        return run_key(*(self.prompts[name].version for name in sorted(self.prompts)))


def load_prompts(folder: str = "") -> ProtocolPrompts:
    """Our prompts, those that `folder` has replaced by its files.

    Raises UsageError for a folder without any of them, a file of another name, and a placeholder that is unknown or
    missing.
    """
    texts = dict(_OURS)
    own = _read_folder(Path(folder).expanduser()) if folder else {}
    texts.update(own)
    return ProtocolPrompts(
        {name: Prompt(f"m3sciqa-{name}", text) for name, text in texts.items()}, frozenset(own)
    )


def _read_folder(folder: Path) -> dict[str, str]:
    known = ", ".join(f"{name}.txt" for name in _OURS)
    files = sorted(folder.glob("*.txt"))
    if not files:
        raise UsageError(f"--prompts: {folder} has no prompt files; it may hold {known}")
    texts = {}
    for file in files:
        if file.stem not in _OURS:
            raise UsageError(f"--prompts: {file.name} is no prompt of M3SciQA; known: {known}")
        try:
            texts[file.stem] = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"--prompts: {file} cannot be read as UTF-8 text") from error
        _check_placeholders(file, texts[file.stem])
    return texts


def _check_placeholders(file: Path, text: str) -> None:
    template, required = Template(text), PLACEHOLDERS[file.stem]
    wanted = ", ".join(f"${name}" for name in required) or "no placeholders"
    if not template.is_valid():
        raise UsageError(f"--prompts: {file.name} has a lone dollar sign; write $$ for it, and {wanted}")
    found = template.get_identifiers()
    if unknown := [name for name in found if name not in required]:
        raise UsageError(
            f"--prompts: {file.name} has the unknown placeholder ${unknown[0]}; it takes {wanted}"
        )
    if missing := [name for name in required if name not in found]:
        raise UsageError(f"--prompts: {file.name} lacks the placeholder ${missing[0]}; it takes {wanted}")
