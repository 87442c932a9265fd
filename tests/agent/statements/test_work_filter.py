"""Works by the place of their publication."""

import pytest

from citehop.agent.statements.work_filter import is_of_venue
from citehop.papers.types import Reference


@pytest.mark.parametrize(
    ("venue", "printed", "is_it"),
    [
        ("ACL", "Proceedings of ACL", True),
        ("ACL", "HLT-NAACL", False),
        (
            "ACL",
            "Proceedings of the 54th Annual Meeting of the Association for Computational Linguistics",
            True,
        ),
        ("ACL", "Transactions of the Association for Computational Linguistics", False),
        ("ACL", "North American Chapter of the Association for Computational Linguistics", False),
        ("EMNLP", "Proceedings of Empirical Methods in Natural Language Processing", True),
        ("Nature", "Nature", True),
        ("Nature", "Nature Machine Intelligence", False),
        ("Computational Linguistics", "Association for Computational Linguistics", False),
        ("conference", "Proceedings of ICML", True),
        ("conference", "Journal of Rain", False),
        ("conference", "arXiv preprint", False),
        ("journal", "Journal of Rain", True),
        ("journal", "NIPS", False),
        ("preprint", "CoRR", True),
        ("preprint", "ICLR", False),
    ],
)
def test_a_work_is_of_a_venue(venue: str, printed: str, is_it: bool) -> None:
    assert is_of_venue(venue, Reference("1", "", "Rain", venue=printed)) is is_it


def test_a_thesis_is_told_by_its_entry() -> None:
    assert is_of_venue("PhD", Reference("1", "A. Falk. Rain. PhD thesis, Ekby University.", "Rain"))
    assert not is_of_venue("theses", Reference("1", "A. Falk. Rain. Nature.", "Rain"))
