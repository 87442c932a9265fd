"""What a paper names and does not use is no use of it."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.rejections import is_rejected
from citehop.indexes.text.analysis import analyse


@pytest.mark.parametrize(
    ("text", "rejected"),
    [
        ("We tried Adam as well, but plain SGD was better.", True),
        ("We use SGD instead of Adam.", True),
        ("Unlike Adam, SGD needs a schedule.", True),
        ("The model is trained without Adam.", True),
        ("We do not use Adam.", True),
        ("We experimented with Adam and Adagrad; the former did not converge, and so hurts.", True),
        ("We train with Adam.", False),
        ("We tried several rates and then trained with Adam.", False),
        ("We tried SGD, but Adam was better.", False),
        ("Results with and without Adam are in Table 2.", False),
        ("It needs not only Adam but a schedule.", False),
        ("Instead of SGD we use Adam.", False),
    ],
)
def test_is_rejected(text: str, rejected: bool) -> None:
    assert is_rejected(text, analyse("Adam")) is rejected
