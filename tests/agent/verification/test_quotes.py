import random

import pytest

from citehop.agent.verification.quotes import PageWords, canonical
from citehop.papers.types import BBox, Word

PAGE = """The combined model reaches an error rate of 7.42% on the IMDB data, which is not
statistically different from 7.63%. Window sizes between 5 and 12 change the er-
ror rate by about 0.7%, so the choice is unim-
portant. We ﬁnd well-known effects: the ofﬂine model is unable to gener-
alise (p < 0.05), while 930,911 words can be encoded. A drop of -1.5 points remains."""


def page(text: str = PAGE) -> PageWords:
    words = []
    for row, line in enumerate(text.split("\n")):
        for column, token in enumerate(line.split()):
            words.append(Word(token, BBox(40.0 * column, 12.0 * row, 40.0 * column + 35, 12.0 * row + 10)))
    return PageWords(words)


@pytest.mark.parametrize(
    ("quote", "shown"),
    [
        ("an error rate of 7.42%", "an error rate of 7.42%"),
        ("change the error rate by", "change the error rate by"),
        ("We find well-known effects", "We ﬁnd well-known effects:"),
        ("offline model is unable to generalise", "ofﬂine model is unable to generalise"),
        ("the choice is\nunimportant", "the choice is unimportant."),
    ],
)
def test_typesetting_may_differ_and_the_page_is_quoted(quote: str, shown: str) -> None:
    found = page().locate(quote)
    assert found is not None
    assert found.text == shown


@pytest.mark.parametrize(
    "quote",
    [
        "an error rate of 7.43%",
        "an error rate of 742%",
        "an error rate of 7.42",  # the unit is part of the figure
        "statistically similar to 7.63%",
        "which is statistically different",
        "able to generalise",  # half of a word
        "portant. We find",  # half of a hyphenated word
        "The combined model achieves an error",
        "Window sizes between 5 and 1",
        "A drop of 1.5 points",
        "the combined model reaches",  # case is the author's
        "",
        "   ",
    ],
)
def test_changed_words_are_not_found(quote: str) -> None:
    assert page().locate(quote) is None


def test_box_covers_the_quoted_words_only() -> None:
    found = page().locate("The combined model")
    assert found is not None
    assert found.bbox == BBox(0, 0, 115, 10)


def test_any_rewrapping_of_any_run_of_words_is_found() -> None:
    rng = random.Random(7)
    tokens = PAGE.replace("er-\nror", "error").replace("unim-\nportant", "unimportant")
    words = tokens.replace("gener-\nalise", "generalise").split()
    prepared = page()
    for _ in range(300):
        start = rng.randrange(len(words) - 4)
        run = words[start : start + rng.randint(3, 20)]
        run = [_hyphenated(w, rng) if rng.random() < 0.3 else w for w in run]
        assert prepared.locate(rng.choice([" ", "\n", "  "]).join(run)), run


def _hyphenated(word: str, rng: random.Random) -> str:
    if not word.isalpha() or len(word) < 5:
        return word
    cut = rng.randint(2, len(word) - 2)
    return word[:cut] + "-\n" + word[cut:]


def test_canonical_is_idempotent() -> None:
    assert canonical(canonical(PAGE)) == canonical(PAGE)
