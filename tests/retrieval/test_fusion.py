import pytest

from citehop.indexes.text.analysis import analyze
from citehop.indexes.types import Hit
from citehop.retrieval.fusion import fuse_standardized, logistic, reciprocal_rank_fusion


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The models were trained", ["model", "train"]),
        ("7.42% of 930,911 words", ["7.42", "930911", "word"]),
        ("70m ordered", ["70m", "order"]),
        ("pre-training", ["pre", "train", "pretrain"]),
        ("ﬁne-tuned", ["fine", "tune", "finetun"]),
        ("", []),
        ("of the and", []),
    ],
)
def test_terms(text: str, terms: list[str]) -> None:
    assert analyze(text) == terms


def test_spellings_of_a_compound_meet() -> None:
    assert set(analyze("pretraining")) & set(analyze("pre-training"))


def test_rrf_by_hand() -> None:
    fused = reciprocal_rank_fusion([[Hit("a", 9), Hit("b", 1)], [Hit("b", 0.4), Hit("c", 0.3)]])
    assert [h.id for h in fused] == ["b", "a", "c"]
    assert fused[0].score == pytest.approx(1 / 62 + 1 / 61)
    assert fused[1].score == pytest.approx(1 / 61)


def test_rrf_ties_by_id_and_weights() -> None:
    lists = [[Hit("z", 1)], [Hit("a", 1)]]
    assert [h.id for h in reciprocal_rank_fusion(lists)] == ["a", "z"]
    assert [h.id for h in reciprocal_rank_fusion(lists, weights=[2, 1])] == ["z", "a"]


def test_standardized_scores_by_hand() -> None:
    words, meaning = [4.0, 2.0, 0.0], [0.5, 0.5, 0.8]
    spread = (8 / 3) ** 0.5
    far, near = 0.2 / (0.02**0.5), -0.1 / (0.02**0.5)
    fused = fuse_standardized([(0.5, words), (0.5, meaning)])
    assert fused == pytest.approx([1 / spread + near / 2, near / 2, -1 / spread + far / 2])


def test_equal_scores_count_nothing_and_one_passage_is_average() -> None:
    assert list(fuse_standardized([(0.7, [3.0, 3.0]), (0.3, [1.0, 2.0])])) == pytest.approx([-0.3, 0.3])
    assert list(fuse_standardized([(0.7, [3.0])])) == [0.0]
    assert list(fuse_standardized([(0.7, [])])) == []
    assert logistic(0.0) == 0.5
