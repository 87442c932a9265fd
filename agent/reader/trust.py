"""Levels of trust in a language model: it may phrase an answer, choose among statements, or lead."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from ...papers.files import write_atomic
from ...settings import Settings

Trust = Literal["phrase", "choose", "lead"]
"""A model that may "phrase" puts the chosen statements into words. One that may "choose" also chooses among more statements where
some answer. One that may "lead" also says that none does, answers where no reader is sure, reads figures and uses tools."""

# Providers whose models lead before they are probed.
_KNOWN = frozenset(
    "anthropic azure bedrock cohere deepseek gemini groq mistral openai openrouter vertex_ai xai".split()
)
_FOLDER = "models"
_LEADS = 0.8, 0.1  # least share right, and most wrongly answered
_CHOOSES = 0.65, 0.2
_VALID = 0.9  # least share of replies in the form that is asked for


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """A model's record on the questions of the probe, by number: `right` of `answerable`, `refused` rightly of `unanswerable`,
    `wrong` of all, and `valid` replies. `tokens` and `seconds` are means for one question."""

    model: str
    questions: int
    answerable: int
    unanswerable: int
    right: int
    refused: int
    wrong: int
    valid: int
    tokens: float
    seconds: float

    @property
    def trust(self) -> Trust:
        """The level that this record gives."""
        if not self.questions or self.valid / self.questions < _VALID:
            return "phrase"
        right, wrong = self.right / max(1, self.answerable), self.wrong / self.questions
        if right >= _LEADS[0] and wrong <= _LEADS[1]:
            return "lead"
        return "choose" if right >= _CHOOSES[0] and wrong <= _CHOOSES[1] else "phrase"


def find_trust(settings: Settings) -> Trust:
    """The level of the model of `settings`: as probed, else "lead" for a known provider at its own address."""
    profile = load_profile(settings)
    if profile is not None:
        return profile.trust
    provider = settings.model.partition("/")[0]
    return "lead" if provider in _KNOWN and not settings.api_base else "phrase"


def save_profile(profile: ModelProfile, settings: Settings) -> Path:
    """Keep the record of the model of `settings` under the home folder."""
    path = _profile_path(settings)
    write_atomic(path, json.dumps(asdict(profile), indent=1).encode())
    return path


def load_profile(settings: Settings) -> ModelProfile | None:
    """The record of the model of `settings`; None if it was not probed at its address, or its file cannot be read."""
    return _read(_profile_path(settings))


def list_profiles(settings: Settings) -> list[ModelProfile]:
    """All records under the home folder, by name."""
    found = map(_read, sorted((settings.home_path / _FOLDER).glob("*.json")))
    return sorted((profile for profile in found if profile), key=lambda profile: profile.model)


def _read(path: Path) -> ModelProfile | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=ModelProfile)
    except (OSError, msgspec.DecodeError):
        return None


def _profile_path(settings: Settings) -> Path:
    key = sha256(f"{settings.model}\n{settings.api_base}".encode()).hexdigest()[:8]
    name = re.sub(r"[^\w.-]+", "-", settings.model)[-60:].strip("-.")
    return settings.home_path / _FOLDER / f"{name}-{key}.json"
