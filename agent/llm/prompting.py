"""Load prompts (text files with placeholders), and fence text from papers, so that a model reads it as data."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Template
from typing import Any

from .types import Message, Request

_VERSION_LENGTH = 12
_FENCE_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt with $placeholders.

    `version` identifies its exact text; an answer records the versions of its prompts.
    """

    name: str
    text: str

    @property
    def version(self) -> str:
        """The name, "@" and the first 12 hex digits of the SHA-256 of the text."""
        return f"{self.name}@{hashlib.sha256(self.text.encode()).hexdigest()[:_VERSION_LENGTH]}"

    def fill(self, **values: str) -> str:
        """Return the text with every placeholder replaced; placeholders inside a value stay as they are.

        Raises KeyError for a missing value.
        """
        return Template(self.text).substitute(values).strip()


@cache
def load_prompt(name: str) -> Prompt:
    """Load the prompt in prompts/`name`.txt."""
    text = (resources.files("citehop.agent") / "prompts" / f"{name}.txt").read_text(encoding="utf-8")
    return Prompt(name, text)


def request(name: str, values: Mapping[str, str], max_tokens: int, **options: Any) -> Request:
    """Build a request from the system prompt and the prompt `name` filled with `values`.

    Its label has the versions of both.
    """
    prompt, system = load_prompt(name), load_prompt("system")
    images = options.pop("images", ())
    messages = (Message("system", system.fill()), Message("user", prompt.fill(**values), images=images))
    label = f"{prompt.version} {system.version}"
    return Request(messages, max_tokens=max_tokens, label=label, **options)


def fence(text: str) -> str:
    """Return `text` between two lines that mark it as material.

    The lines contain a code from the hash of the text, so the text cannot contain the code itself. Control characters
    and invisible characters (format characters, tags) are removed, because they can hide words from a human reader that
    a model would see.
    """
    seen = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Cn"))
    code = hashlib.sha256(seen.encode()).hexdigest()[:_FENCE_LENGTH]
    return f"<<material {code}\n{seen}\n{code}>>"
