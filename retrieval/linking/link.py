"""Link a name in a figure to papers. The signals for a paper are combined as independent evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...papers.types import Paper
from .candidate_index import CandidateIndex, Link
from .names import EntityName, NameVariant
from .signals.abbreviations import find_abbreviation_signals
from .signals.abstracts import find_abstract_signals
from .signals.citation_markers import find_marker_signals
from .signals.known_names import find_known_name_signals
from .signals.mentions import find_mention_signals
from .signals.signal import Signal
from .signals.similarity import find_piece_signals, find_similarity_signals
from .signals.spelling import find_spelling_signals
from .signals.titles import find_title_head_signals, find_title_signals

PART = 0.5  # weight of a part of the name if a longer form of the name occurs in a paper
STRONG = 0.6  # if a signal has at least this strength, weaker and slower signals are skipped


def link_name(name: EntityName, index: CandidateIndex, anchor: Paper | None = None) -> list[Link]:
    """Return links to the papers that `name` may refer to, strongest first; ties keep the order of `index`.

    Papers without a signal get no link.
    """
    best: dict[str, dict[str, Signal]] = {}
    for signal in _signals(name, index, anchor):
        kinds = best.setdefault(signal.paper_id, {})
        if signal.kind not in kinds or kinds[signal.kind].strength < signal.strength:
            kinds[signal.kind] = signal
    links = []
    for candidate in index.candidates:
        if signals := best.get(candidate.paper.id):
            none_holds = 1.0
            for signal in signals.values():
                none_holds *= 1.0 - signal.strength
            reason = max(signals.values(), key=lambda signal: signal.strength).reason
            links.append(Link(candidate.paper.id, 1.0 - none_holds, reason))
    return sorted(links, key=lambda link: -link.strength)


def _signals(name: EntityName, index: CandidateIndex, anchor: Paper | None) -> Iterator[Signal]:
    strongest = 0.0
    for signal in find_marker_signals(name, index, anchor):
        strongest = max(strongest, signal.strength)
        yield signal
    occurring: list[str] = []  # keys of the forms with a signal; parts of these forms are weaker evidence
    for form in name.forms:
        share = PART if any(form.key in key for key in occurring) else 1.0
        signals = list(_by_name(form, index, anchor))
        for signal in signals:
            strongest = max(strongest, signal.strength * share)
            yield replace(signal, strength=signal.strength * share)
        if signals:
            occurring.append(form.key)
    if not name.forms:
        return
    if strongest < STRONG:
        for form in name.forms:
            yield from find_abbreviation_signals(form, index)
            yield from find_spelling_signals(form, index)
        yield from find_piece_signals(name.forms[0], index, PART if occurring else 1.0)
    yield from find_similarity_signals(name.forms[0], index)


def _by_name(form: NameVariant, index: CandidateIndex, anchor: Paper | None) -> Iterator[Signal]:
    """Yield signals for papers that are called by the name, or have the name in the title or abstract."""
    yield from find_mention_signals(form, index, anchor)
    yield from find_title_head_signals(form, index)
    yield from find_known_name_signals(form, index)
    yield from find_title_signals(form, index)
    yield from find_abstract_signals(form, index)
