"""Names that the anchor gives with a citation."""

from citehop.papers.types import Mention, Paper, Reference
from citehop.retrieval.linking.candidate_index import CandidateIndex
from citehop.retrieval.linking.names import NameVariant
from citehop.retrieval.linking.signals.mentions import find_mention_signals

CITED = Paper("ek-2014-paragraphs", "Vectors of Paragraphs")


def test_a_name_in_the_parentheses_of_a_citation_refers_to_it() -> None:
    sentence = "Others are the paragraph vector (Ek and Falk, 2014, PVEC) and the machine (Dahl et al., 2012, WRRBM)."
    anchor = Paper(
        "anchor",
        "Anchor",
        references=(Reference("Ek and Falk, 2014", "", paper_id=CITED.id),),
        mentions=(Mention((), ("Ek and Falk, 2014",), sentence, 1),),
    )
    index = CandidateIndex([CITED])

    def found(name: str) -> list[str]:
        form = NameVariant(name, name.casefold(), 1.0)
        return [signal.paper_id for signal in find_mention_signals(form, index, anchor)]

    assert found("PVEC") == [CITED.id]
    assert found("WRRBM") == found("2014") == []
