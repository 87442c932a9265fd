"""Find the names of a figure in the words of a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

SURE = 0.85  # least similarity of a misspelled name; names under five letters must be spelled correctly


@dataclass(frozen=True, slots=True)
class LabelMention:
    """A mention of the name with index `name`, at characters `start`:`end` of the question. `score` is its
    similarity, 0..1.
    """

    name: int
    start: int
    end: int
    score: float


def find_mentions(text: str, names: Sequence[str]) -> list[LabelMention]:
    """Return the mentions of names in the text, in the order of the text.

    Mentions do not overlap; longer and closer matches win. Case, spacing and punctuation are ignored, and a
    bracketed part of a name may be missing. Names of one or two characters must occur exactly.
    """
    tokens = [(m.group().lower(), m.start(), m.end()) for m in re.finditer(r"[^\W_]+", text)]
    found = [m for index, name in enumerate(names) for m in _occurrences(text, tokens, index, name)]
    found.sort(key=lambda m: (-(round(m.score, 2) ** 4) * (m.end - m.start), m.start, m.name))
    kept: list[LabelMention] = []
    for mention in found:
        if all(mention.end <= other.start or other.end <= mention.start for other in kept):
            kept.append(mention)
    return sorted(kept, key=lambda m: (m.start, m.name))


def _occurrences(
    text: str, tokens: Sequence[tuple[str, int, int]], index: int, name: str
) -> list[LabelMention]:
    found = []
    for form, worth in _forms(name):
        parts = re.findall(r"[^\W_]+", form)
        whole = "".join(parts).lower()
        if not whole:
            continue
        if len(whole) <= 2 and not whole.isdigit():
            found += [
                LabelMention(index, m.start(), m.end(), worth)
                for m in re.finditer(rf"(?<!\w){re.escape(form.strip())}(?!\w)", text)
            ]
            continue
        for size in range(max(1, len(parts) - 1), len(parts) + 2):
            for start in range(len(tokens) - size + 1):
                window = tokens[start : start + size]
                score = _similar("".join(t[0] for t in window), whole)
                if score:
                    found.append(LabelMention(index, window[0][1], window[-1][2], worth * score))
    return found


def _forms(name: str) -> list[tuple[str, float]]:
    """Return the name as printed, and the name without brackets and footnote marks, each with a weight."""
    bare = re.sub(r"\s*[(\[].*?[)\]]|[†‡*§¶]", "", name).strip()
    return [(name, 1.0)] + ([(bare, 0.97)] if bare and bare != name else [])


def _similar(a: str, b: str) -> float:
    if a == b:
        return 1.0
    if a.rstrip("s") == b.rstrip("s") and len(a) > 3:
        return 0.98
    if min(len(a), len(b)) < 5 or re.sub(r"\D", "", a) != re.sub(r"\D", "", b):
        return 0.0
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if matcher.real_quick_ratio() < SURE or matcher.quick_ratio() < SURE:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= SURE else 0.0
