"""Compare names of methods, models and data sets as figures print them, by keys and shorter forms of the names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from .markers import LabelMarker, find_markers, without_markers

# Words that qualify a name without naming another paper: sizes, roles, prompting and training regimes.
_QUALIFIER_WORDS = """
base large small medium tiny mini big huge xl xxl xlarge full vanilla naive original standard plain basic simple
fine tuned finetuned finetune tuning pretrained pre trained frozen zero one few shot shots greedy sampling cased
uncased chat instruct turbo ours our reproduced reimplementation oracle single ensemble avg average best cot sc ft icl
rl sft kd lora orig en multilingual only the model models method methods baseline baselines system approach approaches
v1 v2 v3 version default variant architecture network framework dataset data score scores with without w o
"""
# Names of the figure's own contribution, of controls and of summary rows: they refer to no cited paper.
_NOBODY_WORDS = """
ours our oursfull proposed human humans random majority average avg mean total overall all none baseline baselines
supervised unsupervised gold groundtruth reference oracle others other model models method methods system approach
"""
_OWN = frozenset({"our", "ours"})  # the anchor's own method, regardless of the rest of the name
_QUALIFIERS = frozenset(_QUALIFIER_WORDS.split())
_NOBODY = frozenset(_NOBODY_WORDS.split())
_SIZE = re.compile(r"\d+(?:\.\d+)?(?:[bmkx]|bn|gb|mb|shot|d|l)?", re.IGNORECASE)
_ATTACHED_SIZE = re.compile(r"(?<=[A-Za-z0-9]{3})[_\s-]?(?:base|large|small|tiny|xxl|xl)$", re.IGNORECASE)
_JOINT = re.compile(
    r"\s+(?:w/o|w/|with(?:out)?|and|from|on|via|by|-|\u2013|\u2014)\s+|\s*(?:\+|&|/|,|;|\||:|\u2192|->)\s*"
)
_PARENTHESES = re.compile(r"\s*[(\[{]([^()\[\]{}]*)[)\]}]")
_NOTES = "*\u2020\u2021\u00a7\u00b6\u2217\u22c6\u2605\u2606\u25b3\u25b2\u2662\u2663\u2660\u2661\u266d\u266e\u266f#^\u2191\u2193"
_TOKEN = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class NameVariant:
    """A form of a name. `trust`, 0..1, is 1 for the name as printed, and is smaller the more words are left out."""

    text: str
    key: str
    trust: float


@dataclass(frozen=True, slots=True)
class EntityName:
    """A name of a figure, parsed once for linking: its forms, most trusted first, and its citation markers."""

    printed: str
    forms: tuple[NameVariant, ...]
    markers: tuple[LabelMarker, ...]

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all forms."""
        return frozenset(form.key for form in self.forms)

    @property
    def is_linkable(self) -> bool:
        """True if the name may refer to a cited paper, unlike "Ours", "Random" and numbers."""
        return bool(self.forms) or (bool(self.markers) and not _OWN.intersection(tokens(self.printed)))


def parse_entity_name(printed: str) -> EntityName:
    """Parse a name as a figure prints it, including its citation markers."""
    return EntityName(printed, tuple(variants(printed)), tuple(find_markers(printed)))


def fold(text: str) -> str:
    """Return `text` without accents and compatibility characters; its case is kept."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def tokens(text: str) -> list[str]:
    """Return the runs of letters and digits in `text`, without accents and in lower case."""
    return _TOKEN.findall(fold(text).lower())


@lru_cache(maxsize=16384)  # every name of a figure is compared with every name that its paper mentions
def name_key(text: str) -> str:
    """Return the key that all spellings of a name share: "t5large" for "T5-Large", "T5 large" and "t5_LARGE"."""
    return "".join(tokens(text))


def variants(name: str, limit: int = 12) -> list[NameVariant]:
    """Return the forms of `name`, most trusted first, ties by key, at most `limit`.

    Shorter forms leave out markers, notes, brackets, qualifiers, suffixes and other words. Forms that refer to no paper
    ("Ours", "Random", a number) are left out, so the list may be empty.
    """
    found: dict[str, NameVariant] = {}

    def add(text: str, trust: float) -> None:
        key = name_key(text)
        if len(key) < 2 or key in _NOBODY or _SIZE.fullmatch(key) or all(map(_qualifies, tokens(text))):
            return
        if key not in found or found[key].trust < trust:
            found[key] = NameVariant(text.strip(), key, trust)

    if _OWN.intersection(tokens(name)):
        return []
    plain = " ".join(without_markers(name).strip(f" {_NOTES}").split())
    bare = " ".join(_PARENTHESES.sub(" ", plain).split())
    add(plain, 1.0)
    for text, trust in [(bare, 0.95), *((inner, 0.6) for inner in _PARENTHESES.findall(plain))]:
        add(text, trust)
        _shorten(text, trust, add)
    parts = [part for part in _JOINT.split(bare) if part.strip()]
    if len(parts) > 1:
        for part in parts:
            add(part, 0.7)
            _shorten(part, 0.7, add)
    return sorted(found.values(), key=lambda v: (-v.trust, v.key))[:limit]


def _shorten(text: str, trust: float, add: Callable[[str, float], None]) -> None:
    """Call `add` with each shorter form of `text` and its trust.

    Leaving out qualifiers lowers the trust little. Then further words are left out one by one, from the right or from
    the left.
    """
    pieces = _pieces(text)
    core = list(pieces)
    while len(core) > 1 and _qualifies(core[-1].strip("-_ ")):
        core.pop()
    while len(core) > 1 and _qualifies(core[0].strip("-_ ")):
        core.pop(0)
    stem = "".join(core).strip("-_ ")
    if len(core) < len(pieces):
        add(stem, trust * 0.92)
    trimmed = _ATTACHED_SIZE.sub("", stem)
    if trimmed != stem:
        add(trimmed, trust * 0.9)
    for cut in range(len(core) - 1, 0, -1):
        add("".join(core[:cut]).strip("-_ "), trust * 0.6 * 0.9 ** (len(core) - 1 - cut))
    for cut in range(1, len(core)):
        add("".join(core[cut:]).strip("-_ "), trust * 0.5 * 0.9 ** (cut - 1))


def _pieces(text: str) -> list[str]:
    """Split `text` after every separator; the joined pieces are `text` again."""
    return re.findall(r"[^\s_-]+[\s_-]*", text)


def _qualifies(word: str) -> bool:
    return word.lower() in _QUALIFIERS or bool(_SIZE.fullmatch(word))
