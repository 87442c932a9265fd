"""Reasons by the words inside a name: only those that make up most of it are shown."""

from citehop.papers.types import Paper
from citehop.retrieval.linking.candidate_index import CandidateIndex
from citehop.retrieval.linking.names import variants
from citehop.retrieval.linking.signals.similarity import find_piece_signals

INDEX = CandidateIndex(
    [
        Paper("one", title="AMR and BART", abstract="We let text be text."),
        *(Paper(f"other{n}", title="Something else", abstract="Words of another kind.") for n in range(4)),
    ]
)


def reasons(name: str) -> set[str]:
    return {signal.reason for signal in find_piece_signals(variants(name)[0], INDEX, 1.0)}


def test_the_parts_of_a_compound_are_named() -> None:
    assert reasons("AMRBART") == {"text has amr bart"}


def test_a_short_piece_of_a_longer_word_is_not_named() -> None:
    assert reasons("Lettering") == {"text has parts of Lettering"}
    assert reasons("Fasttextsum") == {"text has parts of Fasttextsum"}
