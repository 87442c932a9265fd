"""Terms of a predicate that a paper must have."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.key_terms import find_key_terms, splits_name
from citehop.indexes.text.analysis import analyse
from citehop.indexes.text.term_statistics import count_terms


@pytest.mark.parametrize(
    ("text", "splits"),
    [
        ("We train on the Penn Treebank.", False),
        ("We train on the Penn Arabic Treebank.", True),
        ("The Penn Treebank is larger than the Penn Arabic Treebank.", False),
        ("We train on the Negra treebank.", False),
    ],
)
def test_a_name_with_a_word_between_is_another_name(text: str, splits: bool) -> None:
    assert splits_name(analyse("Penn Treebank"), text) is splits


_TEXTS = [
    "optimise foma toolkit basque",
    "foma spanish",
    "spanish",
    "data",
    "data",
    "text",
    "text",
    "text",
    "text",
    "text",
]


@pytest.mark.parametrize(
    ("predicate", "keys"),
    [
        ("optimise with AdaGrad", [("adagrad",)]),  # not in the words of the verb
        ("rely on the foma toolkit", [("foma",)]),  # nor of what it is
        (
            "use foma for Spanish or Basque data",
            [("basqu", "foma"), ("foma", "spanish")],
        ),
        ("train on the BookCorpus", [("bookcorpus",), ("book", "corpus")]),
        ("use WordNet", [("wordnet",)]),
    ],
)
def test_a_paper_must_have_the_names_and_rare_terms(predicate: str, keys: list[tuple[str, ...]]) -> None:
    statistics = count_terms({str(number): [text] for number, text in enumerate(_TEXTS)})
    assert sorted(find_key_terms(predicate, statistics)) == sorted(keys)
