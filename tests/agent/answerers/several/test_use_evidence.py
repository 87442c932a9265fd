"""Evidence that a paper uses something itself."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.use_evidence import splits_name
from citehop.indexes.text.analysis import analyse


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
