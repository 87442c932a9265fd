"""How much of M3SciQA's ranking is owed to weights that fit its shared clusters: leave-clusters-out, five folds of anchors.

    python benchmarks/linking.py --m3sciqa FOLDER [--home FOLDER]

Each hand-set weight of linking and ranking is tried at a lower and a higher value. A fold's weights are those that do best on the
other four folds, each weight chosen by itself and all of them then used together; its questions are ranked with these.
Prints the MRR as shipped, fitted on all anchors, and fitted on the other folds, for all questions, tables and figures;
then with the right name put into the reading's place, which is the most that better reading could bring.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt

from citehop.agent.figures.read_figure import read_figure
from citehop.evaluation.m3sciqa.release import open_release, visual_examples
from citehop.evaluation.types import Example
from citehop.figures.image import load_image
from citehop.figures.statements.flat_prior import flat_reading
from citehop.figures.types import Entity, Reading
from citehop.papers.parsing.ocr.words import recognise_words
from citehop.papers.types import Paper
from citehop.retrieval.linking import context_disambiguation, counter_evidence, link, rank
from citehop.retrieval.linking.candidate_index import CandidateIndex, Encode
from citehop.retrieval.linking.markers import without_markers
from citehop.retrieval.linking.names import name_key
from citehop.retrieval.linking.signals import abbreviations, abstracts, citation_markers, similarity, titles
from citehop.settings import Settings, load_settings

FOLDS = 5
GIVEN = 0.97  # probability of the right name where it is put in
Scores = npt.NDArray[np.float64]
Chosen = Mapping[str, float]

# Weight -> the modules that hold it, and what is tried beside the value it has there.
GRID: dict[str, tuple[tuple[object, ...], tuple[float, float]]] = {
    "AUTHOR_YEAR": ((citation_markers,), (0.65, 0.9)),
    "TITLE": ((titles,), (0.65, 0.85)),
    "INTRODUCED": ((abstracts,), (0.75, 0.92)),
    "ABSTRACT": ((abstracts,), (0.3, 0.5)),
    "ACRONYM": ((abbreviations,), (0.6, 0.8)),
    "ABBREVIATION": ((abbreviations,), (0.4, 0.6)),
    "TEXT": ((similarity,), (0.05, 0.3)),
    "PIECES": ((similarity,), (0.15, 0.5)),
    "PART": ((link,), (0.3, 0.8)),
    "OTHER_NAME": ((citation_markers, counter_evidence), (0.2, 0.7)),
    "OTHER_AUTHOR": ((counter_evidence,), (0.05, 0.5)),
    "TOPIC": ((context_disambiguation,), (0.2, 0.6)),
    "NOBODY": ((context_disambiguation,), (0.3, 1.0)),
    "FULL_WEIGHT": ((context_disambiguation,), (0.1, 0.4)),
    "FLOOR": ((rank,), (0.005, 0.03)),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A question with what was read and what is to be ranked."""

    example: Example
    reading: Reading
    papers: Sequence[Paper]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--m3sciqa", type=Path, required=True, help="folder of the release")
    parser.add_argument("--home", type=Path, help="home folder, for the words of the images")
    options = parser.parse_args()
    settings = load_settings({"home": str(options.home) if options.home else None})
    cases = list(_cases(options.m3sciqa, settings))
    vars(rank)["CandidateIndex"] = _candidate_index  # no weight changes it: it is built once for each cluster
    tried = _tried(cases)
    folds = _folds(cases)
    everywhere = np.ones(len(cases), dtype=bool)
    left_out = np.zeros(len(cases))
    for fold in range(FOLDS):
        left_out[folds == fold] = _scores(cases, _best(tried, folds != fold))[folds == fold]
    _print("as shipped", tried["", 0.0], cases)
    _print("fitted on all anchors", _scores(cases, _best(tried, everywhere)), cases)
    _print("fitted on the other folds", left_out, cases)
    _print("right name given", _scores([_given(case) for case in cases], {}), cases)


_INDEXES: dict[tuple[str, ...], CandidateIndex] = {}


def _candidate_index(papers: Sequence[Paper], encode: Encode | None = None) -> CandidateIndex:
    key = tuple(paper.id for paper in papers)
    if key not in _INDEXES:
        _INDEXES[key] = CandidateIndex(papers, encode)
    return _INDEXES[key]


def _cases(data: Path, settings: Settings) -> Iterator[Case]:
    warnings: list[str] = []
    for example in visual_examples(open_release(data), warnings):
        picture = load_image(Path(example.pictures[0].path))
        words = recognise_words(picture, settings, settings.home_path / "cache" / "ocr")
        reading = read_figure(picture, example.question, words=words, settings=settings)
        yield Case(
            example,
            reading if reading.entities else flat_reading(words),
            [Paper(id=d.id, title=d.title, abstract=d.text, abstract_only=True) for d in example.documents],
        )


def _tried(cases: Sequence[Case]) -> dict[tuple[str, float], Scores]:
    """Reciprocal ranks of the cases by weight and value; ("", 0): all as shipped."""
    tried = {("", 0.0): _scores(cases, {})}
    for name, (modules, values) in GRID.items():
        tried[name, float(getattr(modules[0], name))] = tried["", 0.0]
        for value in values:
            tried[name, value] = _scores(cases, {name: value})
    return tried


def _best(tried: Mapping[tuple[str, float], Scores], where: npt.NDArray[np.bool_]) -> Chosen:
    """The value of each weight with the best mean over the cases `where`; ties go to the shipped one, which comes first."""
    best: dict[str, float] = {}
    for name, value in tried:
        if name and (
            name not in best or tried[name, value][where].mean() > tried[name, best[name]][where].mean()
        ):
            best[name] = value
    return best


def _scores(cases: Sequence[Case], chosen: Chosen) -> Scores:
    with _weights(chosen):
        return np.array([_reciprocal_rank(case) for case in cases])


def _reciprocal_rank(case: Case) -> float:
    ranked = rank.rank_papers(case.example.question, case.reading, case.papers)
    return max(
        (1 / at for at, place in enumerate(ranked, start=1) if place.paper_id in case.example.gold),
        default=0.0,
    )


@contextmanager
def _weights(chosen: Chosen) -> Iterator[None]:
    """The weights set to these values for a while."""
    before = {(module, name): getattr(module, name) for name in chosen for module in GRID[name][0]}
    try:
        for module, name in before:
            setattr(module, name, chosen[name])
        yield
    finally:
        for (module, name), value in before.items():
            setattr(module, name, value)


def _given(case: Case) -> Case:
    """The case as if the figure had been read right: the answer, as it stands in the figure if it was seen there."""
    answer = case.example.answers[0]
    same = [e for e in case.reading.entities if _key(e.text) == _key(answer)]
    others = [e for e in case.reading.entities if _key(e.text) != _key(answer)]
    total = sum(e.probability for e in others) or 1.0
    entities = (
        Entity(same[0].text if same else answer, GIVEN),
        *(Entity(e.text, (1 - GIVEN) * e.probability / total) for e in others),
    )
    return Case(case.example, Reading(entities, "given", abstained=False), case.papers)


def _key(text: str) -> str:
    return name_key(without_markers(text))


def _folds(cases: Sequence[Case]) -> npt.NDArray[np.int_]:
    """The fold of each case: anchors in the order of a hash are dealt out one by one."""
    anchors = sorted({case.example.group for case in cases}, key=lambda a: sha256(a.encode()).hexdigest())
    dealt = {anchor: at % FOLDS for at, anchor in enumerate(anchors)}
    return np.array([dealt[case.example.group] for case in cases])


def _print(title: str, scores: Scores, cases: Sequence[Case]) -> None:
    kinds = np.array([case.example.tag("modal") for case in cases])
    parts = "  ".join(f"{kind} {scores[kinds == kind].mean():.3f}" for kind in sorted(set(kinds)))
    print(f"{title:28} MRR {scores.mean():.3f}  {parts}  n {len(scores)}")


if __name__ == "__main__":
    main()
