"""Labels of a figure in the words of a question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.figures.label_match import (
    QuestionWords,
    match_names,
    mention,
    strip_citations,
)


@pytest.mark.parametrize(
    ("label", "question"),
    [
        ("Hits@10", "the best hits 10 score"),
        ("P_k", "a Pk of 24.8"),
        ("en_city", "in the en_city category"),
        ("ROUGE-L", "the ROUGE L score"),
        ("FB15kET", "on the FB15kET dataset"),
        ("1", "the highest ROUGE 1"),
    ],
)
def test_a_label_named_whole_counts_one_or_more(label: str, question: str) -> None:
    assert mention(label, QuestionWords.of(question)) >= 1.0


def test_parts_abbreviations_and_slips_count_less() -> None:
    wording = QuestionWords.of("which model has the highest accuracy on the entertainment domain")
    whole = mention("accuracy", wording)
    assert whole > mention("Acc.", wording) > 0.5
    assert 0.5 < mention("entertainmemt", wording) < whole
    assert mention("Recall", wording) == 0.0
    assert mention("the model", wording) == 0.0


def test_the_longer_label_wins_when_both_are_named() -> None:
    wording = QuestionWords.of("the highest macro F1")
    assert mention("Macro F1", wording) > mention("F1", wording)
    assert mention("Micro F1", wording) < mention("F1", wording)


def test_names_lose_citations_and_marks() -> None:
    assert strip_citations("DSM (Guo et al., 2022)†") == "DSM"
    assert strip_citations("T5-large [12, 14]") == "T5-large"
    assert strip_citations("BERT (large)") == "BERT (large)"
    assert strip_citations("[Yang et al., 2015]") == "[Yang et al., 2015]"


def test_a_phrase_names_the_longest_label_it_begins_with() -> None:
    labels = ["BERT", "BERT-large (Devlin et al., 2019)", "RoBERTa"]
    assert max(match_names("BERT-large at the last step", labels).items(), key=lambda item: item[1])[0] == 1
    assert set(match_names("BERT", labels)) == {0}
    assert set(match_names("Roberta", labels)) == {2}
    assert match_names("GPT-4", labels) == {}
    assert match_names("", labels) == {}


@given(st.text(max_size=40), st.text(max_size=80))
def test_any_texts_can_be_compared(label: str, question: str) -> None:
    assert 0.0 <= mention(label, QuestionWords.of(question)) < 3.0
    assert all(0.5 < strength <= 1.0 for strength in match_names(question, [label]).values())
