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
"""A model that may "phrase" puts the chosen statements into words. A model that may "choose" also chooses among further
statements, if some statement answers. A model that may "lead" may also say that no statement answers; it answers if no
other reader is sure, reads figures and uses tools."""

# Providers whose models may lead even if they were not probed.
_KNOWN = frozenset(
    "anthropic azure bedrock cohere deepseek gemini groq mistral openai openrouter vertex_ai xai".split()
)
_FOLDER = "models"
_LEADS = 0.8, 0.1  # to lead: least share of right answers, and largest share of wrong answers
_CHOOSES = 0.65, 0.2  # the same shares for a model that may choose
_VALID = 0.9  # least share of replies in the requested form


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """A model's results on the questions of the probe, as numbers of questions.

    `right` counts the right answers to `answerable` questions, `refused` the right refusals of `unanswerable`
    questions, `wrong` the wrong answers to all questions, and `valid` the replies in the requested form. `tokens` and
    `seconds` are means per question.
    """

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
        """The level of trust that these results earn."""
        if not self.questions or self.valid / self.questions < _VALID:
            return "phrase"
        right, wrong = self.right / max(1, self.answerable), self.wrong / self.questions
        if right >= _LEADS[0] and wrong <= _LEADS[1]:
            return "lead"
        return "choose" if right >= _CHOOSES[0] and wrong <= _CHOOSES[1] else "phrase"


def find_trust(settings: Settings) -> Trust:
    """Return the level of trust in the model of `settings`.

    A model that was probed has the level of its results. Another model may "lead" if it is from a known provider at the
    provider's own address; otherwise it may "phrase".
    """
    profile = load_profile(settings)
    if profile is not None:
        return profile.trust
    provider = settings.model.partition("/")[0]
    return "lead" if provider in _KNOWN and not settings.api_base else "phrase"


def save_profile(profile: ModelProfile, settings: Settings) -> Path:
    """Save the results of the model of `settings` under the home folder, and return the path of the file."""
    path = _profile_path(settings)
    write_atomic(path, json.dumps(asdict(profile), indent=1).encode())
    return path


def load_profile(settings: Settings) -> ModelProfile | None:
    """Return the results of the model of `settings`; None if it was not probed at its address, or if the file cannot be
    read."""
    return _read(_profile_path(settings))


def list_profiles(settings: Settings) -> list[ModelProfile]:
    """Return all saved results under the home folder, sorted by the name of the model."""
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
