"""Rankings of M3SciQA's candidates with their options: values that print as they parse."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ....errors import UsageError
from ..retrieval.strategy_spec import split_names

QUERIES = ("question", "words", "caption")
SCHEMES = ("single", "window", "one-by-one", "tournament")
_SIZE = 20  # papers of a window or of a match
_NAME = re.compile(r"(?P<name>[\w:-]+)(?:\[(?P<options>[^\[\]]*)\])?")
# The options that mean something to each ranking; the others are at their defaults.
_OPTIONS: dict[str, tuple[str, ...]] = {
    "ours": ("model",),
    "released": (),
    "gold": (),
    "baseline:bm25": ("query",),
    "baseline:dense": ("query", "model"),
    "baseline:embedding": ("query", "model"),
    "baseline:multimodal": ("scheme", "size"),
}


@dataclass(frozen=True, slots=True)
class RankingSpec:
    """A ranking; options at their defaults are not printed: "baseline:multimodal[scheme=window,size=10]".

    `query` of a text baseline: the "question", with the "words" in the figure, or with a "caption" that the model writes.
    `model`: an embedding model, "" for that of the settings; "none" for "ours" without the model of the settings.
    `scheme`: how a model sees the list: in a "single" call, in a sliding "window", "one-by-one", or in a "tournament";
    `size`: papers of a window or of a match.
    """

    name: str
    query: str = "question"
    model: str = ""
    scheme: str = "single"
    size: int = _SIZE

    def __str__(self) -> str:
        plain = RankingSpec(self.name)
        set_ = [
            f"{name}={getattr(self, name)}"
            for name in _OPTIONS[self.name]
            if getattr(self, name) != getattr(plain, name)
        ]
        return f"{self.name}[{','.join(set_)}]" if set_ else self.name

    @property
    def asks_model(self) -> bool:
        """True if it may ask the language model of the settings."""
        return (
            (self.name == "ours" and self.model != "none")
            or self.name == "baseline:multimodal"
            or self.query == "caption"
        )

    @property
    def needs_model(self) -> bool:
        """True if it cannot do without the language model of the settings."""
        return self.asks_model and self.name != "ours"


def parse_rankings(text: str) -> tuple[RankingSpec, ...]:
    """The rankings of a comma-separated list, each once. Raises UsageError, saying what is known, for anything else."""
    return tuple(dict.fromkeys(parse_ranking(one) for one in split_names(text)))


def parse_ranking(text: str) -> RankingSpec:
    """The ranking that prints as `text`. Raises UsageError as `parse_rankings` does."""
    match = _NAME.fullmatch(text)
    if match is None or match["name"] not in _OPTIONS:
        raise UsageError(f"unknown ranking {text!r}; known: {', '.join(_OPTIONS)}")
    known = _OPTIONS[match["name"]]
    values: dict[str, str] = {}
    for pair in (match["options"] or "").split(",") if match["options"] else ():
        name, _, value = (part.strip() for part in pair.partition("="))
        if name not in known or not value:
            raise UsageError(
                f"{text!r}: unknown option {pair!r}; {match['name']} has {', '.join(known) or 'none'}"
            )
        values[name] = value
    return _checked(RankingSpec(match["name"]), values)


def _checked(spec: RankingSpec, values: dict[str, str]) -> RankingSpec:
    valid = {"query": QUERIES, "scheme": SCHEMES}
    for name, choices in valid.items():
        if name in values and values[name] not in choices:
            raise UsageError(f"{spec.name}: {name} must be {', '.join(choices)}, not {values[name]!r}")
    if spec.name == "ours" and values.get("model", "none") != "none":
        raise UsageError(
            f"ours: model must be none, not {values['model']!r}; the setting model (--model) names the model"
        )
    size = values.pop("size", str(spec.size))
    if not re.fullmatch(r"[1-9]\d*", size) or int(size) < 2:
        raise UsageError(f"{spec.name}: size must be a number from 2, not {size!r}")
    spec = replace(spec, **values, size=int(size))
    if spec.scheme not in ("window", "tournament") and spec.size != _SIZE:
        raise UsageError(f"{spec.name}: size is of scheme window or tournament alone")
    return spec
