"""Page images by a real model class with two layers and random weights. Skips without the extra `visual`."""

import importlib.util
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.sample_cluster import FOLDER as SAMPLE
from citehop.errors import ConfigurationError
from citehop.indexes.build.build import build
from citehop.indexes.cluster_index import open_index
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.page_heatmaps import write_heatmaps
from citehop.retrieval.pages import pages_of, search_pages
from citehop.settings import Settings
from citehop.testing.page_model import write_page_model

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("colpali_engine") is None, reason='needs pip install "citehop[visual]"'
)


@pytest.fixture(scope="module")
def visual_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page_model(tmp_path_factory.mktemp("visual") / "tiny-page-model")


def found(settings: Settings, tmp_path: Path) -> list[tuple[str, float]]:
    """Opened anew each time, as by another process."""
    cluster = open_cluster("garden", settings)
    index = open_index(cluster, settings)
    hits = search_pages(index, SearchQuery("steel meshes collect water"), 4)
    maps = write_heatmaps(cluster, pages_of(index), hits, tmp_path / "maps")
    assert len(maps) == len(hits)
    assert all(path.stat().st_size for path in maps)
    assert {"steel", "meshes", "collect", "water", ""} == set(hits[0].query.words)
    crop = pages_of(index).thumbnail(hits[0].ref)
    assert search_pages(index, SearchQuery("", image=crop), 1)
    index.close()
    return [(hit.ref.id, hit.score) for hit in hits]


def test_from_folder_to_page(corpus: Path, settings: Settings, visual_model: Path, tmp_path: Path) -> None:
    settings = replace(settings, visual_model=str(visual_model))
    assert build(corpus, "garden", None, settings).pages_encoded == 4
    first = found(settings, tmp_path)
    assert len(first) == 4
    assert found(settings, tmp_path) == first
    assert build(corpus, "garden", None, replace(settings, visual_model="auto")).changed is False


def test_a_head_made_up_at_random_is_refused(
    corpus: Path, settings: Settings, visual_model: Path, tmp_path: Path
) -> None:

    from safetensors.torch import load_file, save_file

    headless = Path(shutil.copytree(visual_model, tmp_path / "headless"))
    weights: dict[str, Any] = load_file(headless / "model.safetensors")
    save_file(
        {name: value for name, value in weights.items() if not name.startswith("linear.")},
        headless / "model.safetensors",
        {"format": "pt"},
    )
    settings = replace(settings, visual_model=str(headless))
    with pytest.raises(ConfigurationError, match=r"lacks trained weights \(linear.*--allow-untrained"):
        build(corpus, "garden", None, settings)
    settings = replace(settings, visual_untrained=True)
    assert build(corpus, "garden", None, settings).pages_encoded == 4
    assert found(settings, tmp_path) == found(settings, tmp_path)


def test_a_model_of_text_is_refused(corpus: Path, settings: Settings) -> None:
    with pytest.raises(ConfigurationError, match="'bert', which gives no vectors of page images"):
        build(corpus, "garden", None, replace(settings, visual_model=settings.embedding_model))


def test_real_papers_open_to_the_same_scores(
    settings: Settings, visual_model: Path, tmp_path: Path, shared: Path
) -> None:
    """The sample cluster and three real papers, on the CPU: every page once, and the same scores after a restart."""
    folder = tmp_path / "mixed"
    folder.mkdir()
    chosen = [*sorted(SAMPLE.glob("*.pdf")), *sorted((shared / "pdf_cluster_sentemb").rglob("*.pdf"))[:3]]
    for path in chosen:
        shutil.copy(path, folder)
    settings = replace(
        settings, visual_model=str(visual_model), embedding_model="none", workers=2, max_pages=4
    )
    report = build(folder, "mixed", None, settings)
    cluster = open_cluster("mixed", settings)
    index = open_index(cluster, settings)
    there = [ref.id for ref in pages_of(index).pages]
    assert len(there) == len(set(there)) == report.pages_encoded
    assert len(cluster.paper_ids) == len(chosen)
    index.close()

    def ask() -> list[tuple[str, float]]:
        opened = open_index(cluster, settings)
        hits = search_pages(opened, SearchQuery("sentence embeddings of rare words"), 30)
        opened.close()
        return [(hit.ref.id, hit.score) for hit in hits]

    assert len(ask()) == 30
    assert ask() == ask()
