"""Three hundred quotes of real pages, altered: none is accepted. The same three hundred, typeset otherwise: all are."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable

import pytest

from citehop.agent.answerers.draft import Claim
from citehop.agent.session import Session
from citehop.agent.verification.claims import prove
from citehop.agent.verification.quotes import canonical
from citehop.agent.verification.sentences import Prover, sentences_of
from citehop.indexes.types import Chunk

COUNT = 300
Quote = tuple[str, Chunk]


@pytest.fixture(scope="module")
def quotes(sample: Session) -> list[Quote]:
    """Sentences of the sample papers of 8 to 40 words, each with its passage, in a fixed random order."""
    found = [
        (sentence.text, chunk)
        for paper in sample.cluster.papers()
        for chunk in sample.index.chunks(paper.id)
        for sentence in sentences_of([chunk])
        if 8 <= len(sentence.text.split()) <= 40
    ]
    random.Random(7).shuffle(found)
    prover = Prover(sample.cluster)
    known = (pair for pair in found if holds(*pair, prover))
    return list(itertools.islice(known, COUNT))


def holds(quote: str, passage: Chunk, prover: Prover) -> bool:
    return prove(Claim(quote, ((1, quote),)), [passage], prover).holds


def changed_number(words: list[str], rng: random.Random) -> list[str]:
    places = [i for i, word in enumerate(words) if re.search(r"\d", word)]
    if not places:
        return negated(words, rng)
    at = rng.choice(places)
    digit = re.search(r"\d", words[at])
    assert digit is not None
    other = str((int(digit[0]) + rng.randint(1, 9)) % 10)
    return [*words[:at], words[at].replace(digit[0], other, 1), *words[at + 1 :]]


def negated(words: list[str], rng: random.Random) -> list[str]:
    at = rng.randint(2, len(words) - 2)
    return [*words[:at], "not", *words[at:]]


def swapped(words: list[str], rng: random.Random) -> list[str]:
    at = rng.choice([i for i in range(len(words) - 1) if words[i].lower() != words[i + 1].lower()])
    return [*words[:at], words[at + 1], words[at], *words[at + 2 :]]


def paraphrased(words: list[str], rng: random.Random) -> list[str]:
    at = rng.randint(1, len(words) - 2)
    return [*words[:at], rng.choice(["roughly", "indeed", "somewhat"]), *words[at + 1 :]]


ALTERATIONS: tuple[Callable[[list[str], random.Random], list[str]], ...] = (
    changed_number,
    negated,
    swapped,
    paraphrased,
)


def test_no_altered_quote_is_accepted(sample: Session, quotes: list[Quote]) -> None:
    prover, rng, accepted = Prover(sample.cluster), random.Random(11), []
    for place, (text, passage) in enumerate(quotes):
        if place % 5 == 4:  # word for word, but of another paper
            altered = text
            passage = next(
                chunk for _, chunk in quotes[place + 1 :] + quotes if chunk.paper_id != passage.paper_id
            )
        else:
            altered = " ".join(ALTERATIONS[place % 5](text.split(), rng))
            assert canonical(altered) != canonical(text)
        if holds(altered, passage, prover):
            accepted.append(altered)
    assert len(quotes) == COUNT
    assert accepted == []


def rewrapped(text: str, rng: random.Random) -> str:
    return re.sub(" ", lambda _: rng.choice([" ", "\n", "  ", "\u00a0"]), text)


def hyphenated(text: str, rng: random.Random) -> str:
    long = list(re.finditer(r"[a-z]{6,}", text))
    if not long:
        return rewrapped(text, rng)
    word = rng.choice(long)
    cut = rng.randint(word.start() + 2, word.end() - 2)
    return f"{text[:cut]}-\n{text[cut:]}"


def ligatured(text: str, rng: random.Random) -> str:
    for plain, ligature in (("ffi", "\ufb03"), ("ff", "\ufb00"), ("fi", "\ufb01"), ("fl", "\ufb02")):
        text = text.replace(plain, ligature)
    return text.replace("'", "\u2019").replace("-", rng.choice(["-", "\u2013", "\u2010"]))


def test_every_true_quote_is_accepted_however_it_is_set(sample: Session, quotes: list[Quote]) -> None:
    prover, rng = Prover(sample.cluster), random.Random(13)
    settings = (rewrapped, hyphenated, ligatured)
    refused = [
        other
        for place, (text, passage) in enumerate(quotes)
        if not holds(other := settings[place % 3](text, rng), passage, prover)
    ]
    assert refused == []
