"""Much text is encoded in processes of their own; the vectors are those of one process."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from citehop.errors import UnavailableError
from citehop.indexes.build import embed
from citehop.indexes.build.chunk import PaperPassages
from citehop.indexes.build.embed import Embedder
from citehop.indexes.cache_paths import read_vectors, text_key, vector_file
from citehop.indexes.embedding.encoder import Encoder
from citehop.indexes.embedding.model import EmbeddingModel
from citehop.settings import Settings


@pytest.fixture
def model(tiny_model: Path) -> EmbeddingModel:
    return EmbeddingModel("tiny", "tiny", tiny_model)


def passages(paper_id: str, texts: Sequence[str]) -> PaperPassages:
    """A paper of one chunk with all texts but the last, which stands for the whole paper."""
    return PaperPassages(paper_id, "key", (), (tuple(texts[:-1]),), texts[-1])


def papers(count: int, texts: int) -> list[PaperPassages]:
    return [passages(f"p{n}", [f"paper {n} says {m}" for m in range(texts)]) for n in range(count)]


@pytest.mark.parametrize("texts", [3, 150])
def test_every_text_gets_its_vector_once(
    tmp_path: Path, model: EmbeddingModel, settings: Settings, texts: int
) -> None:
    steps: list[tuple[int, int]] = []
    with Embedder(tmp_path, model, settings, lambda done, total: steps.append((done, total))) as embedder:
        for item in papers(4, texts):
            embedder.add(item)
        assert embedder.finish() == 4 * texts
        assert (embedder._pool is not None) == (texts == 150)
    assert steps[-1] == (4 * texts, 4 * texts)
    for item in papers(4, texts):
        stored = read_vectors(tmp_path, model.key, item.paper_id)
        assert tuple(stored) == tuple(map(text_key, item.texts))
        fresh = Encoder(model.folder).encode(item.texts)
        assert (np.stack(list(stored.values())) * fresh).sum(axis=1).min() > 0.996


def test_only_new_texts_are_encoded_and_old_ones_dropped(
    tmp_path: Path, model: EmbeddingModel, settings: Settings
) -> None:
    def run(*texts: str) -> int:
        with Embedder(tmp_path, model, settings, lambda *_: None) as embedder:
            embedder.add(passages("p", texts))
            return embedder.finish()

    assert [run("a", "b", "whole"), run("a", "b", "whole"), run("b", "c", "whole"), run("b", "whole")] == [
        3,
        0,
        1,
        0,
    ]
    assert tuple(read_vectors(tmp_path, model.key, "p")) == (text_key("b"), text_key("whole"))


def test_a_killed_process_is_one_clear_line(
    tmp_path: Path, model: EmbeddingModel, settings: Settings
) -> None:
    with Embedder(tmp_path, model, settings, lambda *_: None) as embedder:
        embedder.add(papers(1, 300)[0])
        assert embedder._pool is not None
        embedder._pool.submit(["ready"]).result()
        embedder._running.append(
            ([], [embed._EmbeddingPart((b"x",), embedder._pool.submit(["x" * 99] * 9999))])
        )
        for process in embedder._pool._executor._processes:
            os.kill(process, signal.SIGKILL)
        with pytest.raises(UnavailableError, match="run it again"):
            embedder.finish()
        item = passages("q", [f"more {n}" for n in range(300)])
        with pytest.raises(UnavailableError, match="run it again"):
            embedder.add(item)


def test_a_machine_with_a_gpu_leaves_it_to_sentence_transformers(
    tmp_path: Path, model: EmbeddingModel, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citehop.indexes.embedding.encoder.gpu", lambda: True)
    assert not embed.in_processes(model.folder)
    with Embedder(tmp_path, model, settings, lambda *_: None) as embedder:
        embedder.add(papers(1, 300)[0])
        assert embedder._pool is None
        assert embedder.finish() == 300


def test_vectors_do_not_depend_on_the_other_papers(
    tmp_path: Path, model: EmbeddingModel, settings: Settings
) -> None:
    items = papers(3, 150)
    for name, order in (("forward", items), ("backward", items[::-1])):
        with Embedder(tmp_path / name, model, settings, lambda *_: None) as embedder:
            for item in order:
                embedder.add(item)
            embedder.finish()
            assert embedder._pool is not None
    for item in items:
        embed.embed_paper(tmp_path / "alone", model, item, embed.open_paper_encoder(model))
        files = [
            vector_file(tmp_path / name, model.key, item.paper_id)
            for name in ("forward", "backward", "alone")
        ]
        assert len({file.read_bytes() for file in files}) == 1


def test_a_model_without_a_pool_encodes_window_by_window(
    tmp_path: Path, model: EmbeddingModel, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embed, "in_processes", lambda _: False)
    monkeypatch.setattr(embed, "_WINDOW", 20)
    with Embedder(tmp_path, model, settings, lambda *_: None) as embedder:
        for number, item in enumerate(papers(5, 10), 1):
            embedder.add(item)
            assert vector_file(tmp_path, model.key, item.paper_id).exists() == (number % 2 == 0)
        assert embedder.finish() == 50
    for item in papers(5, 10):
        assert tuple(read_vectors(tmp_path, model.key, item.paper_id)) == tuple(map(text_key, item.texts))


def test_reading_waits_for_embedding(
    tmp_path: Path, model: EmbeddingModel, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embed, "_MOST_WAITING", 400)
    with Embedder(tmp_path, model, settings, lambda *_: None) as embedder:
        for item in papers(6, 300):
            embedder.add(item)
            assert embedder._total - embedder._done <= 400
        assert embedder.finish() == 1800
