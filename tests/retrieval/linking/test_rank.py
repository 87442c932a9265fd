"""Linking names to papers and ranking the cited papers."""

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.figures.types import Entity, Reading
from citehop.papers.types import Mention, Paper, Reference
from citehop.retrieval.linking.candidate_index import CandidateIndex, Link
from citehop.retrieval.linking.counter_evidence import (
    OTHER_NAME,
)
from citehop.retrieval.linking.link import link_name
from citehop.retrieval.linking.names import parse_entity_name
from citehop.retrieval.linking.rank import rank_papers
from citehop.retrieval.linking.signals.citation_markers import AUTHOR_YEAR


def paper(key: str, title: str, abstract: str = "") -> Paper:
    return Paper(id=key, title=title, abstract=abstract, abstract_only=True)


PAPERS = [
    paper("foo", "FooNet: Parsing Trees with Foos", "Parsing is hard. We parse trees."),
    paper("bar", "A Study of Parsing at Scale", "We introduce BarParse, a parser for trees."),
    paper("uses", "Better Trees", "We compare with FooNet and with BarParse on parsing."),
    paper("mtp", "Multi-word Tree Parsing", "A plain parser."),
    paper(
        "t5", "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer", "Transfer."
    ),
    paper("other", "Cooking with Bananas", "Bananas are cooked."),
    paper("null", "Untitled work on parsing", ""),
]


def link(name: str, index: CandidateIndex, anchor: Paper | None = None) -> list[Link]:
    return link_name(parse_entity_name(name), index, anchor)


def best(name: str, anchor: Paper | None = None) -> str:
    links = link(name, CandidateIndex(PAPERS), anchor)
    return links[0].paper_id if links else ""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("FooNet", "foo"),
        ("FooNet-large (v2)", "foo"),
        ("Foo Net", "foo"),
        ("FooNct", "foo"),  # one letter misread
        ("BarParse", "bar"),
        ("MTP", "mtp"),
        ("T5-11B", "t5"),
        ("Xyz (Raffel et al., 2020)", "t5"),
    ],
)
def test_a_name_links_to_its_paper(name: str, expected: str) -> None:
    assert best(name) == expected


@pytest.mark.parametrize("name", ["Ours", "FooNet (ours)", "", "93.1", "Zzz"])
def test_a_name_without_a_paper_links_to_none(name: str) -> None:
    assert best(name) == ""


def test_the_bibliography_of_the_anchor_decides() -> None:
    anchor = Paper(
        id="anchor",
        title="Anchor",
        references=(
            Reference(key="7", raw="", authors=("Anna Pears",), year=2019, paper_id="other"),
            Reference(key="8", raw="", authors=("Bo Quince",), year=2019, paper_id="null"),
            Reference(key="9", raw="", authors=("Cy Plum",), year=2019, paper_id=None),
        ),
        mentions=(Mention(names=("QNet",), keys=("8",), sentence="QNet (8)", page=1),),
    )
    assert best("Odd [7]", anchor) == "other"
    assert best("Odd (Pears et al., 2019)", anchor) == "other"
    assert best("Odd (Pears et al., 2012)", anchor) == ""
    assert best("QNet-base", anchor) == "null"
    assert best("Odd [9]", anchor) == ""


def test_an_entry_of_a_list_cites_the_paper_of_the_name_that_it_begins_with() -> None:
    described = Mention(names=(), keys=("8",), sentence="• ZV Plain trees over zebra vectors [8].", page=1)
    anchor = Paper(
        id="anchor",
        title="Anchor",
        references=(Reference(key="8", raw="", paper_id="null"),),
        mentions=(described,),
    )
    assert best("ZV", anchor) == "null"
    assert best("Plain", anchor) == ""
    assert best("ZV", replace(anchor, mentions=(replace(described, sentence="ZVs grow [8]."),))) == ""


def test_capitals_are_not_meant_by_small_letters() -> None:
    index = CandidateIndex(
        [paper("a", "The mass of trees", "A mass."), paper("b", "MASS at work", "It is MASS.")]
    )
    strengths = {found.paper_id: found.strength for found in link("MASS", index)}
    assert strengths["b"] > 2 * strengths["a"]


def reading(*entities: tuple[str, float]) -> Reading:
    return Reading(tuple(Entity(text, p) for text, p in entities), "lookup", (), False)


def test_ranking_follows_the_probabilities_and_says_why() -> None:
    ranked = rank_papers("Which parser is best?", reading(("BarParse", 0.7), ("FooNet", 0.3)), PAPERS)
    assert [place.paper_id for place in ranked[:2]] == ["bar", "foo"]
    assert ranked[0].reasons[0] == "'BarParse' (p 0.70): abstract introduces BarParse"
    assert [place.score for place in ranked] == sorted((place.score for place in ranked), reverse=True)
    assert sorted(place.paper_id for place in ranked) == sorted(p.id for p in PAPERS)


def test_names_that_answer_together_share_the_weight_of_one_answer() -> None:
    rest = ("Whatever", 0.1)
    ranked = [rank_papers("", reading(("T5", each), ("GPT-2", each), rest), PAPERS) for each in (0.9, 0.45)]
    assert [paper.paper_id for paper in ranked[0]] == [paper.paper_id for paper in ranked[1]]
    assert [paper.score for paper in ranked[0]] == pytest.approx([paper.score for paper in ranked[1]])


def test_an_unlinked_name_goes_to_the_free_paper_on_the_figures_topic() -> None:
    ranked = rank_papers("?", reading(("Qqq", 0.9), ("FooNet", 0.05), ("BarParse", 0.05)), PAPERS)
    assert ranked[0].paper_id not in {"foo", "bar", "other", "t5"}  # on parsing, and nobody's yet
    assert "topic" in ranked[0].reasons[0]
    assert not any("Qqq" in reason for paper in ranked for reason in paper.reasons)
    assert all(len(set(paper.reasons)) == len(paper.reasons) for paper in ranked)


def test_order_of_candidates_and_of_entities_never_matters() -> None:
    entities = [("FooNet", 0.4), ("BarParse", 0.3), ("Qqq", 0.2), ("T5", 0.1)]
    expected = rank_papers("Which parser?", reading(*entities), PAPERS)
    for seed in range(5):
        shuffled = random.Random(seed).sample(PAPERS, len(PAPERS))
        again = rank_papers("Which parser?", reading(*entities), shuffled)
        assert again == expected


def test_years_never_matter() -> None:
    aged = [Paper(id=p.id, title=p.title, abstract=p.abstract, year=1990 + n) for n, p in enumerate(PAPERS)]
    asked = reading(("FooNet", 0.5))
    order = [place.paper_id for place in rank_papers("Which?", asked, aged)]
    assert order == [place.paper_id for place in rank_papers("Which?", asked, PAPERS)]


def test_nothing_to_go_by() -> None:
    assert rank_papers("", None, []) == []
    twins = [paper(key, "Same title") for key in "abc"]
    ranked = rank_papers("zzz", None, twins)
    assert {place.score for place in ranked} == {0.0}
    assert [p.paper_id for p in ranked] == [p.paper_id for p in rank_papers("zzz", None, twins[::-1])]


def test_vectors_of_the_name_count_when_given() -> None:
    def encode(texts: Sequence[str]) -> np.ndarray:
        return np.array(
            [[1.0, 0.0] if "Banana" in text or text == "Fruity" else [0.0, 1.0] for text in texts]
        )

    without = rank_papers("?", reading(("Fruity", 1.0)), PAPERS)
    assert without[0].score == 0
    assert rank_papers("?", reading(("Fruity", 1.0)), PAPERS, encode=encode)[0].paper_id == "other"


@given(st.lists(st.tuples(st.text(max_size=20), st.floats(0, 1)), max_size=5), st.text(max_size=40))
def test_any_reading_ranks_every_candidate_once(entities: list[tuple[str, float]], question: str) -> None:
    ranked = rank_papers(question, reading(*entities), PAPERS)
    assert sorted(place.paper_id for place in ranked) == sorted(p.id for p in PAPERS)
    assert all(np.isfinite(place.score) for place in ranked)


def test_an_author_of_several_papers_is_no_proof_where_another_name_stands() -> None:
    named = Paper(id="foo", title="FooNet: Trees", authors=("Bo Quince",), year=2019)
    plain = Paper(id="plain", title="Trees at Scale", authors=("Bo Quince",), year=2019)

    def strength(name: str, *papers: Paper) -> dict[str, float]:
        return {found.paper_id: round(found.strength, 3) for found in link(name, CandidateIndex(papers))}

    assert strength("Qqq (Quince et al., 2019)", plain) == {"plain": AUTHOR_YEAR}
    assert strength("Qqq (Quince et al., 2019)", named) == {"foo": round(AUTHOR_YEAR * OTHER_NAME, 3)}
    both = strength("Qqq (Quince et al., 2019)", named, plain)
    assert both["plain"] > both["foo"]


def test_a_part_of_a_name_says_less_where_the_whole_name_stands() -> None:
    part = paper("part", "Posture", "We introduce PAF, a part field.")
    whole = paper("whole", "Forms", "Code: MSAU-PAF.")
    alone = {found.paper_id: found.strength for found in link("MSAU-PAF", CandidateIndex([part]))}
    beside = {found.paper_id: found.strength for found in link("MSAU-PAF", CandidateIndex([part, whole]))}
    assert beside["part"] < alone["part"]
    assert beside["whole"] > beside["part"]
