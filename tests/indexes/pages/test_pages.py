"""Page images: what is stored, what finds it, and builds that are interrupted. No model is needed."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from citehop.agent.session import open_session
from citehop.errors import ConfigurationError, MissingExtraError
from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildReport, Damage
from citehop.indexes.build.verify import verify_cluster
from citehop.indexes.cluster_index import open_index
from citehop.indexes.pages import checkpoint as checkpoints
from citehop.indexes.pages.batches import encode_all
from citehop.indexes.pages.build import update_pages
from citehop.indexes.pages.checkpoint import Checkpoint, find_checkpoint
from citehop.indexes.pages.files import pack_file, read_pages_manifest
from citehop.indexes.pages.heatmap import heatmap, word_maps
from citehop.indexes.pages.index import PageIndex, open_pages
from citehop.indexes.pages.patches import patch_boxes
from citehop.indexes.pages.pooling import pooled
from citehop.indexes.pages.types import PageVectors, QueryVectors
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.linking.rank import FLOOR, rank_papers
from citehop.retrieval.pages import pages_for_ranking
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings

CHECKPOINT = Checkpoint("fake", "fake-1", Path("fake"), "1")


def unit(rows: np.ndarray) -> np.ndarray:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), dtype=np.float32)


class FakeEncoder:
    """Sixteen patches per page, each the direction of what is drawn there; fails on demand."""

    def __init__(self, room: int = 3, dies_after: int = 10**9, limit: int = 4) -> None:
        self.room, self.dies_after, self.limit, self.encoded = room, dies_after, limit, 0

    def prepare(self, images: Sequence[Image.Image]) -> Any:
        return list(images)

    def encode(self, prepared: Any) -> list[PageVectors]:
        if len(prepared) > self.room:
            raise MemoryError
        if self.encoded >= self.dies_after:
            raise KeyboardInterrupt
        self.encoded += len(prepared)
        return [self._page(image) for image in prepared]

    def query(self, text: str) -> QueryVectors:
        words = text.split()
        seeds = [sum(map(ord, word)) for word in words]
        vectors = [np.random.default_rng(seed).normal(size=16) for seed in seeds]
        return QueryVectors(unit(np.array(vectors)), tuple(words))

    def image_query(self, image: Image.Image) -> QueryVectors:
        return QueryVectors(self._page(image).vectors, ("",) * 16)

    def batch_limit(self) -> int:
        return self.limit

    def _page(self, image: Image.Image) -> PageVectors:
        small = np.asarray(image.convert("L").resize((16, 16)), dtype=np.float32).reshape(4, 4, 4, 4)
        patches = 256 - small.transpose(0, 2, 1, 3).reshape(16, 16)
        return PageVectors(unit(patches), patch_boxes(["<image>"] * 16, "<image>", (4, 4)))


def test_patches_of_a_grid_and_of_tiles() -> None:
    grid = patch_boxes(["<s>", "i", "i", "i", "i", "i", "i", "x"], "i", (2, 3))
    assert not grid[0].any()
    assert not grid[-1].any()
    assert grid[4].tolist() == pytest.approx([0, 1 / 2, 1 / 3, 1])
    tiled = patch_boxes(
        ["<row_1_col_1>", *"iiii", "<row_1_col_2>", *"iiii", "<global-img>", *"iiii", "x"], "i", None
    )
    assert tiled[1].tolist() == pytest.approx([0, 0, 0.25, 0.5])
    assert tiled[9].tolist() == pytest.approx([0.75, 0.5, 1, 1])
    assert tiled[-2].tolist() == pytest.approx([0.5, 0.5, 1, 1])
    assert not patch_boxes(["i"] * 5, "i", None).any()


def test_pooling_by_parts() -> None:
    boxes = patch_boxes(["i"] * 8 + ["x"], "i", (4, 2))
    page = PageVectors(unit(np.eye(9)), boxes)
    half = 2**-0.5
    means = pooled(page, rows=2, columns=2)
    assert means.shape == (4, 9), "the token that is no patch is in none"
    assert means[1].tolist() == pytest.approx([0, half, 0, half, 0, 0, 0, 0, 0], abs=1e-6)
    assert pooled(PageVectors(unit(np.eye(4)), np.zeros((4, 4), np.float32)), rows=2).shape == (2, 4)


@pytest.mark.parametrize("room", [1, 2, 3, 9])
def test_batches_shrink_to_the_memory(room: int) -> None:
    images = [(n, Image.new("RGB", (16, 16), (n, n, n))) for n in range(11)]
    encoder = FakeEncoder(room)
    assert [n for n, _ in encode_all(encoder, images)] == list(range(11))
    assert encoder.encoded == 11


def test_no_memory_for_one_page() -> None:
    with pytest.raises(ConfigurationError, match="too little memory for a single page"):
        list(encode_all(FakeEncoder(room=0), [(0, Image.new("RGB", (9, 9)))]))


def add_pages(settings: Settings, encoder: FakeEncoder) -> int:
    cluster = open_cluster("garden", settings)
    return update_pages(cluster.path, cluster.manifest, CHECKPOINT, settings, encoder=encoder).encoded


def pages(settings: Settings) -> PageIndex:
    cluster = open_cluster("garden", settings)
    found = open_pages(cluster.path, cluster.manifest, settings, FakeEncoder())
    assert found
    return found


def test_every_page_once_whatever_interrupts(built: BuildReport, settings: Settings) -> None:
    with pytest.raises(KeyboardInterrupt):
        add_pages(settings, FakeEncoder(dies_after=2, limit=1))
    assert read_pages_manifest(built.path) is None, "nothing was committed"
    (torn, *_) = sorted((built.path / "pages").glob("*/*/*.safetensors"))
    torn.write_bytes(torn.read_bytes()[:50])
    assert add_pages(settings, FakeEncoder()) == 3
    assert add_pages(settings, FakeEncoder()) == 0
    index = pages(settings)
    assert [ref.id for ref in index.pages] == [
        f"{name}#page=1" for name in ("anchor", "bees", "compost", "dew")
    ]
    assert all(index.thumbnail(ref).exists() for ref in index.pages)
    hits = index.search(index.encode("count the bees"), 4)
    again = pages(settings)
    assert again.search(again.encode("count the bees"), 4) == hits
    assert again.search(again.encode("count the bees"), 4, ["dew"]) == [
        h for h in hits if h.id == "dew#page=1"
    ]


def test_only_what_changed_is_encoded_again(
    built: BuildReport, corpus: Path, settings: Settings, write_pdf: Any
) -> None:
    add_pages(settings, FakeEncoder())
    write_pdf(corpus / "dew.pdf", "Dew Harvesting with Meshes", "Another text altogether. " * 9)
    (corpus / "bees.pdf").unlink()
    build(corpus, "garden", None, settings)
    assert add_pages(settings, FakeEncoder()) == 1
    assert {ref.paper_id for ref in pages(settings).pages} == {"anchor", "compost", "dew"}


def test_an_image_finds_its_page(built: BuildReport, settings: Settings) -> None:
    add_pages(settings, FakeEncoder())
    index = pages(settings)
    with Image.open(index.thumbnail(index.pages[2])) as image:
        (best, *_) = index.search(index.encode(image), 4)
    assert index.page(best).paper_id == "compost"


def test_passages_follow_their_pages(built: BuildReport, settings: Settings) -> None:
    add_pages(settings, FakeEncoder())
    index = open_index(open_cluster("garden", settings), settings)
    index.pages = pages(settings)  # with the fake model
    query = SearchQuery("steel meshes collect water")
    visual = search_chunks(index, query, 50, "pages")
    order = [hit.id for hit in index.pages.search(index.pages.encode(query.text), 50)]
    assert list(dict.fromkeys(hit.id.rpartition(":")[0] for hit in visual)) == [
        i.partition("#")[0] for i in order
    ]
    index.close()


def test_a_damaged_file_is_encoded_again(built: BuildReport, settings: Settings) -> None:
    add_pages(settings, FakeEncoder())
    manifest = read_pages_manifest(built.path)
    assert manifest
    path = pack_file(built.path, manifest.vectors, "dew", manifest.papers[-1].key)
    path.write_bytes(b"not a tensor")
    index = pages(settings)
    with pytest.raises(ConfigurationError, match=r"dew.*index the folder again"):
        index.vectors(index.pages[-1])
    assert add_pages(settings, FakeEncoder()) == 1


def test_a_store_that_is_lost_is_filled_from_the_files(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    add_pages(settings, FakeEncoder())
    before = pages(settings)
    hits = before.search(before.encode("count the bees"), 4)
    (store,) = (built.path / "page_store").iterdir()
    shutil.rmtree(store)
    lost = pages(settings)
    with pytest.raises(ConfigurationError, match="missing; index the folder again"):
        lost.search(lost.encode("count the bees"), 4)
    build(corpus, "garden", None, settings)  # their model is not on this machine, and is not needed
    again = pages(settings)
    assert again.search(again.encode("count the bees"), 4) == hits
    cluster = open_cluster("garden", settings)
    assert verify_cluster(cluster, settings) == []
    for path in store.rglob("*"):
        if path.is_file():
            path.write_bytes(b"damaged")
    part = f"page_store/{store.name}"
    assert verify_cluster(cluster, settings) == [Damage(part, "missing, damaged or incomplete")]
    assert add_pages(settings, FakeEncoder()) == 0
    mended = pages(settings)
    assert mended.search(mended.encode("count the bees"), 4) == hits


def test_a_reader_keeps_its_pages_during_a_build(
    built: BuildReport, corpus: Path, settings: Settings, write_pdf: Any
) -> None:
    add_pages(settings, FakeEncoder())
    reader = pages(settings)
    hits = reader.search(reader.encode("count the bees"), 4)
    write_pdf(corpus / "elm.pdf", "Elms in the Wind", "Elms bend. " * 9)
    build(corpus, "garden", None, settings)
    assert add_pages(settings, FakeEncoder()) == 1
    assert reader.search(reader.encode("count the bees"), 4) == hits
    writer = pages(settings)
    assert len(writer.search(writer.encode("count the bees"), 9)) == len(hits) + 1
    assert len(list((built.path / "page_store").iterdir())) == 2, "the last two states"


def test_without_pages(built: BuildReport, settings: Settings) -> None:
    index = open_index(open_cluster("garden", settings), settings)
    with pytest.raises(ConfigurationError, match="--visual"):
        search_chunks(index, SearchQuery("dew"), 3, "pages")
    index.close()


def test_without_the_extra_nothing_is_parsed(
    corpus: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "extra_is_there", lambda: False)
    with pytest.raises(MissingExtraError, match=r"citehop\[visual\]") as raised:
        build(corpus, "garden", None, replace(settings, visual_model="some/model"))
    assert "\n" not in str(raised.value)
    assert not list((settings.home_path / "clusters").glob("garden/papers/*"))


def test_a_missing_model_is_named_first_and_leaves_the_text_index(
    corpus: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(corpus, "garden", None, settings)
    monkeypatch.setattr(checkpoints, "extra_is_there", lambda: True)
    with pytest.raises(ConfigurationError, match="hf download") as raised:
        build(corpus, "garden", None, replace(settings, visual_model="no/such-model"))
    assert "\n" not in str(raised.value)
    index = open_index(open_cluster("garden", settings), settings)
    assert search_chunks(index, SearchQuery("steel meshes"), 1)
    index.close()


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"without config\.json is no model"):
        find_checkpoint(str(tmp_path), offline=True)


def test_heat_maps_show_the_patch() -> None:
    page = PageVectors(unit(np.eye(4)), patch_boxes(["i"] * 4, "i", (2, 2)))
    query = QueryVectors(unit(np.eye(4))[[3, 0]], ("lower", "upper"))
    assert word_maps(page, query)["lower"].tolist() == [0, 0, 0, 1]
    sheet = heatmap(Image.new("RGB", (100, 100), "white"), page, query)
    assert sheet.size == (3 * 360, 360 + 18)
    lower = sheet.crop((360, 18, 720, 378))
    assert lower.getpixel((270, 270)) != (255, 255, 255)
    assert lower.getpixel((90, 90)) == (255, 255, 255)


def test_off_takes_the_pages_out(built: BuildReport, corpus: Path, settings: Settings) -> None:
    add_pages(settings, FakeEncoder())
    kept = build(corpus, "garden", None, settings)
    assert kept.pages == 4
    assert not kept.changed
    assert build(corpus, "garden", None, replace(settings, visual_model="off")).pages == 0
    cluster = open_cluster("garden", settings)
    assert open_pages(cluster.path, cluster.manifest, settings) is None


def test_pages_rank_papers_and_say_why(built: BuildReport, settings: Settings) -> None:
    add_pages(settings, FakeEncoder())
    with open_session("garden", settings) as session:
        session.index.pages = pages(settings)  # with the fake model
        found = pages_for_ranking(session.index, "count the bees")
        assert len({hit.ref.paper_id for hit in found}) == 4
        candidates = [paper for paper in session.cluster.papers() if paper.id != "anchor"]
        plain = {r.paper_id: r for r in rank_papers("count the bees", None, candidates)}
        seen = {r.paper_id: r for r in rank_papers("count the bees", None, candidates, pages=found)}
    ranks = {p: n for n, p in enumerate((h.ref.paper_id for h in found if h.ref.paper_id != "anchor"), 1)}
    for paper_id, rank in ranks.items():
        assert seen[paper_id].score - plain[paper_id].score == pytest.approx(FLOOR / rank)
        reason = f"page 1 looks like the question (rank {rank} of the page images)"
        assert reason in seen[paper_id].reasons
        assert reason not in plain[paper_id].reasons


def test_a_model_gone_is_a_warning(built: BuildReport, settings: Settings) -> None:
    add_pages(settings, FakeEncoder())
    with open_session("garden", settings) as session:
        (warning,) = session.warnings
        assert warning.startswith("page images are not looked at: ")
        assert pages_for_ranking(session.index, "count the bees") == []
