"""Pairs from papers, on the sample cluster."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from citehop.agent.session import Session, open_session
from citehop.cli.sample_cluster import ANCHOR_FILE
from citehop.cli.sample_cluster import FOLDER as PAPERS
from citehop.indexes.build.build import build
from citehop.papers.types import BBox, Block, Figure, Paper
from citehop.settings import Settings
from citehop.testing.text_model import write_text_model
from citehop.training.pairs import collect_pairs, find_mentioning, is_held_out
from citehop.training.passages import widen_to_passages
from citehop.training.types import TrainingPair


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    home = tmp_path_factory.mktemp("home")
    model = write_text_model(home / "tiny")
    settings = Settings(home=str(home), embedding_model=str(model), offline=True, workers=1, threads=1)
    build(PAPERS, "sample", ANCHOR_FILE, settings)
    with open_session("sample", settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def pairs(session: Session) -> tuple[list[TrainingPair], list[TrainingPair]]:
    return collect_pairs([session], [], lambda paper: paper.title.startswith("RillNet"))


def test_each_pair_is_about_a_paper_of_its_part(
    session: Session, pairs: tuple[list[TrainingPair], list[TrainingPair]]
) -> None:
    train, measured = pairs
    (rillnet,) = (p.id for p in session.cluster.summaries if p.title.startswith("RillNet"))
    assert {pair.paper for pair in measured} == {rillnet}
    assert rillnet not in {pair.paper for pair in train}
    keys = [(pair.query, pair.positive) for pair in (*train, *measured)]
    assert len(keys) == len(set(keys))


def test_positives_and_negatives_are_texts_of_the_paper(
    session: Session, pairs: tuple[list[TrainingPair], list[TrainingPair]]
) -> None:
    train, _ = pairs
    citations = [pair for pair in train if pair.kind == "citation"]
    assert citations
    for pair in citations:
        text = "\n".join(chunk.text for chunk in session.index.chunks(pair.paper))
        assert all(sentence in text for sentence in (pair.positive, *pair.negatives))
        assert pair.positive not in pair.negatives


def test_a_caption_finds_the_sentences_that_name_its_figure(
    pairs: tuple[list[TrainingPair], list[TrainingPair]],
) -> None:
    train, measured = pairs
    captions = [pair for pair in (*train, *measured) if pair.kind == "caption"]
    assert captions
    assert all("Table" in pair.positive or "Fig" in pair.positive for pair in captions)
    assert not any(pair.query.startswith(("Table", "Figure")) for pair in captions)


def test_the_part_of_a_paper_is_that_of_its_title() -> None:
    papers = [Paper(f"p{n}", f"A Study of the Number {n}") for n in range(500)]
    share = sum(map(is_held_out, papers)) / len(papers)
    assert 0.15 < share < 0.25
    assert is_held_out(Paper("x", "a study of the  NUMBER 7")) == is_held_out(papers[7])


def test_the_same_pairs_every_time(session: Session, tmp_path: Path) -> None:
    first, second = (collect_pairs([session], [], is_held_out) for _ in range(2))
    assert first == second


def test_captions_and_numbers_of_sections_are_no_mentions() -> None:
    box = BBox(0, 0, 1, 1)
    figure = Figure("p1:figure3", "figure", "Figure 3", "Figure 3: Loss by epoch. Lower is better.", 1, box)
    texts = (
        ("caption", "Figure 3: Loss by epoch. Lower is better for every one of the models."),
        ("paragraph", "As Figure 3.1 shows, there are sections with such numbers too."),
        ("paragraph", "The loss falls at once, as can be seen in Figure 3. It does not rise again."),
    )
    blocks = tuple(Block(text, 1, box, kind) for kind, text in texts)  # type: ignore[arg-type]
    assert list(find_mentioning(Paper("p", "A Title", blocks=blocks, figures=(figure,)), figure)) == [
        "The loss falls at once, as can be seen in Figure 3."
    ]


def test_no_passage_with_the_query_or_an_answer_is_wrong(
    session: Session, pairs: tuple[list[TrainingPair], list[TrainingPair]]
) -> None:
    """The passage of a caption is nearest to it: taken for a wrong one, it teaches that likeness is bad."""
    train, measured = pairs
    widened = widen_to_passages([*train, *measured], [session])
    assert {pair.kind for pair in widened} >= {"citation"}
    sentences: dict[tuple[str, str], set[str]] = {}
    for pair in (*train, *measured):
        sentences.setdefault((pair.paper, pair.query), set()).add(pair.positive)
    for pair in widened:
        right = sentences[pair.paper, pair.query]
        assert any(sentence in pair.positive for sentence in right)
        for text in pair.negatives:
            assert not any(sentence in text for sentence in right)
            assert pair.query[:40] not in text
