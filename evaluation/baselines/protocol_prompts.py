"""Prompts of M3SciQA's protocol: in our own words, or a user's files, such as those of the release.

    rank_system.txt   read_system.txt        (no placeholders)
    rank.txt          $question $papers      all candidates or the candidates of a window; sent with the figure
    rate.txt          $question $paper       one candidate alone (scheme one-by-one)
    read.txt          $question $material    a chunk of the papers' text
    recall.txt        $question              used if there is no text to read
    join.txt          $question $material    the answers from the chunks
    extract.txt       $reply                 a reply whose answer is extracted (extraction by a model)
    caption.txt       (no placeholders)      asks for the caption that text baselines search with; sent with the figure

Our own prompt is used for a missing file. Placeholders are written as above; a dollar sign of the text is $$.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from string import Template

from ...agent.llm.prompting import Prompt, fence
from ...errors import UsageError
from ..runs.resumable_jsonl import run_key


@cache
def our_prompts() -> Mapping[str, str]:
    """Map the name of each of our own prompts to its text. They are the files in `prompts`, which a user may copy."""
    files = sorted((resources.files(__package__) / "prompts").iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(".txt"): file.read_text("utf-8").rstrip("\n") for file in files}


@dataclass(frozen=True, slots=True)
class ProtocolPrompts:
    """Prompts by name; `own` names the prompts that come from the user.

    Values are fenced as material when they are filled into our prompts, and inserted unchanged into the user's.
    """

    prompts: Mapping[str, Prompt]
    own: frozenset[str] = frozenset()

    def fill(self, name: str, **values: str) -> str:
        """Return the prompt `name` with its placeholders replaced by `values`."""
        if name not in self.own:
            values = {key: fence(value) for key, value in values.items()}
        return self.prompts[name].fill(**values)

    def label(self, name: str) -> str:
        """Return the name and version of the prompt `name`."""
        return self.prompts[name].version

    @property
    def version(self) -> str:
        """A key that changes whenever the text of any prompt changes."""
        return run_key(*(self.prompts[name].version for name in sorted(self.prompts)))


def load_prompts(folder: str = "") -> ProtocolPrompts:
    """Return our prompts, with each prompt for which `folder` has a file replaced by that file.

    Raises UsageError if the folder has no prompt file, if a file has an unknown name, or if a placeholder is unknown
    or missing.
    """
    own = _read_folder(Path(folder).expanduser()) if folder else {}
    texts = {**our_prompts(), **own}
    return ProtocolPrompts(
        {name: Prompt(f"m3sciqa-{name}", text) for name, text in texts.items()}, frozenset(own)
    )


def _read_folder(folder: Path) -> dict[str, str]:
    known = ", ".join(f"{name}.txt" for name in our_prompts())
    files = sorted(folder.glob("*.txt"))
    if not files:
        raise UsageError(f"--prompts: {folder} has no prompt files; it may hold {known}")
    texts = {}
    for file in files:
        if file.stem not in our_prompts():
            raise UsageError(f"--prompts: {file.name} is no prompt of M3SciQA; known: {known}")
        try:
            texts[file.stem] = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"--prompts: {file} cannot be read as UTF-8 text") from error
        _check_placeholders(file, texts[file.stem])
    return texts


def _check_placeholders(file: Path, text: str) -> None:
    template, required = Template(text), Template(our_prompts()[file.stem]).get_identifiers()
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
