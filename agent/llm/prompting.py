"""Prompts: text files with placeholders. Text from papers is fenced, so that it is read as data."""

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
    """A prompt with $placeholders. `version` identifies its exact text, so an answer records the prompts used."""

    name: str
    text: str

    @property
    def version(self) -> str:
        """ "compose@" and the first 12 hex digits of the SHA-256 of its text."""
        return f"{self.name}@{hashlib.sha256(self.text.encode()).hexdigest()[:_VERSION_LENGTH]}"

    def fill(self, **values: str) -> str:
        """The text with every placeholder replaced once: what a value holds is not looked at. KeyError if one is missing."""
        return Template(self.text).substitute(values).strip()


@cache
def load_prompt(name: str) -> Prompt:
    """The prompt in prompts/`name`.txt."""
    text = (resources.files("citehop.agent") / "prompts" / f"{name}.txt").read_text(encoding="utf-8")
    return Prompt(name, text)


def request(name: str, values: Mapping[str, str], max_tokens: int, **options: Any) -> Request:
    """The request that prompt `name` makes of `values`, below the system prompt, labeled with both versions."""
    prompt, system = load_prompt(name), load_prompt("system")
    images = options.pop("images", ())
    messages = (Message("system", system.fill()), Message("user", prompt.fill(**values), images=images))
    label = f"{prompt.version} {system.version}"
    return Request(messages, max_tokens=max_tokens, label=label, **options)


def fence(text: str) -> str:
    """`text` as material: between two lines that carry a code made of its own hash, which it therefore cannot contain.

    Control characters and invisible ones (format characters, tags) are taken out: they can hide words from a reader
    that a model would see.
    """
    seen = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Cn"))
    code = hashlib.sha256(seen.encode()).hexdigest()[:_FENCE_LENGTH]
    return f"<<material {code}\n{seen}\n{code}>>"
