import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock

from citehop.errors import ConfigurationError, UnavailableError, UsageError
from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildProgress, BuildReport
from citehop.indexes.cluster_index import ClusterIndex, open_index
from citehop.indexes.embedding.encoder import Encoder
from citehop.indexes.embedding.windows import sentence_windows
from citehop.indexes.stores.generations import copy_generation
from citehop.indexes.text.chunking import chunk_sentences, paper_text
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.parsing import PARSER_REVISION
from citehop.retrieval.search import search_chunks
from citehop.retrieval.types import Strategy
from citehop.settings import Settings
from citehop.testing.qdrant import QdrantServer

WritePdf = Callable[[Path, str, str], None]
Topics = dict[str, tuple[str, str]]


def run(corpus: Path, settings: Settings, anchor: str | None = None) -> BuildReport:
    return build(corpus, "garden", anchor, settings)


def indexed(settings: Settings) -> ClusterIndex:
    return open_index(open_cluster("garden", settings), settings)


def contents(settings: Settings) -> dict[str, list[tuple[str, str]]]:
    """Every paper's chunks."""
    index, cluster = indexed(settings), open_cluster("garden", settings)
    return {paper: [(c.id, c.text) for c in index.chunks(paper)] for paper in cluster.paper_ids}


def search(settings: Settings, text: str, strategy: Strategy = "hybrid", *papers: str) -> list[str]:
    return [hit.id for hit in search_chunks(indexed(settings), SearchQuery(text, papers), 5, strategy)]


def test_a_folder_becomes_a_cluster_that_answers(
    built: BuildReport, settings: Settings, topics: Topics
) -> None:
    assert (built.papers, built.parsed, built.removed, built.problems) == (4, 4, 0, ())
    chunks = {paper: indexed(settings).chunks(paper) for paper in topics}
    sentences = sum(len({s for c in found for s in chunk_sentences(c)}) for found in chunks.values())
    assert built.embedded == sentences + built.papers, "each sentence once, and a vector for the whole paper"
    assert built.chunks == built.stored == sum(map(len, contents(settings).values()))
    cluster = open_cluster("garden", settings)
    assert [paper.title for paper in cluster.papers()] == [title for title, _ in topics.values()]
    assert search(settings, "error of counting wings", "bm25")[0].startswith("bees:")
    assert search(settings, "7.42", "hybrid")[0].startswith("bees:")
    assert search(settings, "what the robot weeds", "bm25", "dew", "bees") == []
    everything = {chunk for chunks in contents(settings).values() for chunk, _ in chunks}
    assert set(search(settings, "Thermistors log one value per minute.", "dense")) <= everything
    chunk = indexed(settings).chunks("compost")[0]
    assert (chunk.page, chunk.section) == (1, "1 Findings")
    assert indexed(settings).chunk(chunk.id) == chunk
    source = cluster.source_path("dew")
    assert source
    assert source.read_bytes().startswith(b"%PDF")


def test_a_text_is_nearest_to_itself(built: BuildReport, settings: Settings, topics: Topics) -> None:
    index = indexed(settings)
    query = "Steel meshes collect water"
    vector = index.encode([query])[0]
    cosines = {
        chunk.id: float((sentence_windows(index.encode(chunk_sentences(chunk))) @ vector).max())
        for paper in topics
        for chunk in index.chunks(paper)
    }
    hits = search_chunks(index, SearchQuery(query), 5, "dense")
    assert {hit.id: hit.score for hit in hits} == pytest.approx(cosines, abs=2e-3)
    assert cosines[hits[0].id] == pytest.approx(max(cosines.values()), abs=2e-3)


def test_papers_are_encoded_when_they_are_indexed(
    built: BuildReport, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, papers = indexed(settings), open_cluster("garden", settings).papers()
    texts = [paper_text(paper) for paper in papers]
    one_by_one = [index.encode([text])[0] for text in texts]
    mixed = index.encode([texts[2], "a question", texts[0]])
    monkeypatch.setattr(Encoder, "encode", None)  # not to be called
    assert np.abs(index.encode(texts) - one_by_one).max() < 1e-5
    assert np.abs(mixed[[0, 2]] - [one_by_one[2], one_by_one[0]]).max() < 1e-5


def test_nothing_is_done_twice(built: BuildReport, corpus: Path, settings: Settings) -> None:
    store = sorted((built.path / "store").iterdir())
    again = run(corpus, settings)
    assert not again.changed
    assert (again.papers, again.chunks) == (built.papers, built.chunks)
    assert "no paper changed" in again.summary()
    assert sorted((built.path / "store").iterdir()) == store


def test_a_run_without_changes_loads_nothing_heavy(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    code = (
        "import sys; from pathlib import Path; from citehop.indexes.build.build import build; "
        "from citehop.settings import load_settings; "
        f"assert not build(Path({str(corpus)!r}), 'garden', None, load_settings()).changed; "
        "print([m for m in ('torch', 'transformers', 'qdrant_edge', 'qdrant_client', 'tokenizers') if m in sys.modules])"
    )
    environ = {"CITEHOP_EMBEDDING_MODEL": settings.embedding_model, "CITEHOP_OFFLINE": "1"}
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environ},
    )
    assert result.stdout.strip() == "[]"


def test_a_touched_file_is_parsed_again_and_nothing_else(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    before = contents(settings)
    os.utime(corpus / "dew.pdf", ns=(1, 1))
    again = run(corpus, settings)
    assert (again.parsed, again.embedded, again.stored, again.removed) == (1, 0, 0, 0)
    assert contents(settings) == before
    assert not run(corpus, settings).changed


def test_a_changed_parser_reads_all_papers_again(
    built: BuildReport, corpus: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citehop.indexes.build.parse.PARSER_REVISION", PARSER_REVISION + 1)
    assert run(corpus, settings).parsed == built.parsed > 0


def test_a_changed_file_replaces_what_was_said(
    built: BuildReport, corpus: Path, settings: Settings, write_pdf: WritePdf
) -> None:
    write_pdf(corpus / "dew.pdf", "Dew Harvesting with Meshes", "Cotton sheets are better than steel. " * 8)
    again = run(corpus, settings)
    assert again.parsed == 1
    assert 0 < again.embedded < built.embedded
    assert 0 < again.stored < built.stored
    assert search(settings, "cotton", "bm25")[0].startswith("dew:")
    assert search(settings, "wind", "bm25") == []


def test_files_come_and_go(built: BuildReport, corpus: Path, settings: Settings, write_pdf: WritePdf) -> None:
    (corpus / "bees.pdf").unlink()
    write_pdf(corpus / "soil.pdf", "Soil by Colour", "Dark soil holds more carbon. " * 8)
    again = run(corpus, settings)
    assert (again.papers, again.parsed, again.removed) == (4, 1, 1)
    assert search(settings, "microphones", "bm25") == []
    assert search(settings, "carbon", "bm25")[0].startswith("soil:")
    os.utime(corpus / "soil.pdf", ns=(1, 1))
    run(corpus, settings)
    left = [path for path in built.path.rglob("*") if path.name.startswith("bees")]
    assert left == [], "kept for readers of the last manifest only"


def test_a_setting_redoes_only_what_depends_on_it(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    smaller = run(corpus, replace(settings, chunk_tokens=40, chunk_overlap=10))
    assert smaller.parsed == 0
    assert smaller.chunks > built.chunks
    assert smaller.embedded == 0, "smaller passages have the same sentences"
    without = run(corpus, replace(settings, chunk_tokens=40, chunk_overlap=10, embedding_model="none"))
    assert (without.parsed, without.embedded, without.stored) == (0, 0, smaller.chunks)
    index = indexed(settings)
    assert index.dense is None
    assert index.encoder() is None
    assert search(settings, "steel", "dense") == search(settings, "steel", "bm25") != []
    with pytest.raises(ConfigurationError, match="no embedding model"):
        index.encode(["x"])


def test_a_broken_file_is_a_problem_and_stops_nothing(corpus: Path, settings: Settings) -> None:
    (corpus / "broken.pdf").write_bytes(b"%PDF-1.4 and no more")
    shutil.copy(corpus / "dew.pdf", corpus / "dew copy.pdf")
    report = run(corpus, settings)
    assert report.papers == 4
    assert [file for file, _ in report.problems] == ["broken.pdf", "dew.pdf"]
    assert all(cause in report.warnings for _, cause in report.problems)
    again = run(corpus, settings)
    assert not again.changed
    assert again.problems == report.problems
    assert again.warnings == (), "each problem is a warning once"
    only = corpus.parent / "only"
    only.mkdir()
    shutil.copy(corpus / "broken.pdf", only)
    with pytest.raises(UsageError, match=r"^no paper could be read; broken\.pdf: "):
        build(only, None, None, settings)


def test_the_anchor_is_kept_until_it_goes(corpus: Path, settings: Settings) -> None:
    assert run(corpus, settings, "anchor.pdf").anchor == "anchor"
    assert run(corpus, settings).anchor == "anchor"
    assert run(corpus, settings, "counting bees").anchor == "bees"
    assert open_cluster("garden", settings).anchor == "bees"
    (corpus / "bees.pdf").unlink()
    report = run(corpus, settings)
    assert report.anchor is None
    assert any("anchor bees is no longer in the cluster" in warning for warning in report.warnings)
    with pytest.raises(UsageError, match="'weeds'"):
        run(corpus, settings, "weeds")


def test_another_folder_does_not_replace_a_cluster(
    built: BuildReport, corpus: Path, settings: Settings, write_pdf: WritePdf
) -> None:
    other = corpus.parent / "other"
    other.mkdir()
    write_pdf(other / "one.pdf", "Another Matter", "Nothing in common. " * 8)
    with pytest.raises(UsageError, match="another name"):
        run(other, settings)
    moved = corpus.rename(corpus.parent / "moved")
    write_pdf(moved / "one.pdf", "Another Matter", "Nothing in common. " * 8)
    assert run(moved, settings).papers == 5


def test_a_second_process_is_told_who_holds_the_cluster(corpus: Path, settings: Settings) -> None:
    lock = Path(settings.home, "clusters", "garden.lock")
    lock.parent.mkdir()
    with FileLock(lock), pytest.raises(UnavailableError, match="cluster 'garden' is being indexed"):
        run(corpus, settings)
    assert run(corpus, settings).papers == 4


def test_a_first_build_that_fails_leaves_no_lock(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "none").mkdir()
    broken = tmp_path / "broken" / "one.pdf"
    broken.parent.mkdir()
    broken.write_bytes(b"%PDF-1.4 and no more")
    for folder in (tmp_path / "none", broken.parent):
        with pytest.raises(UsageError):
            run(folder, settings)
    assert not list(Path(settings.home, "clusters").glob("*.lock"))


def test_a_copied_cluster_opens_elsewhere(
    built: BuildReport, corpus: Path, settings: Settings, tmp_path: Path
) -> None:
    wanted = search(settings, "steel meshes at night")
    copy_generation(built.path, tmp_path / "elsewhere")
    shutil.rmtree(built.path)
    shutil.rmtree(corpus)
    cluster = open_cluster(tmp_path / "elsewhere", settings)
    hits = search_chunks(open_index(cluster, settings), SearchQuery("steel meshes at night"), 5)
    assert [hit.id for hit in hits] == wanted
    assert all(cluster.source_path(paper) for paper in cluster.paper_ids)
    pickles = [path for path in cluster.path.rglob("*") if path.suffix in (".pkl", ".pickle", ".pt")]
    assert pickles == []


def test_readers_keep_what_they_opened_while_a_build_goes_on(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    cluster = open_cluster("garden", settings)
    reader = open_index(cluster, settings)
    before = search_chunks(reader, SearchQuery("wings"), 5)
    (corpus / "bees.pdf").unlink()
    run(corpus, settings)
    assert search_chunks(reader, SearchQuery("wings"), 5) == before
    assert "Microphones" in reader.chunks("bees")[0].text
    assert cluster.paper("bees").title == "Counting Bees by Sound"
    assert cluster.source_path("bees")
    assert not any(chunk.startswith("bees") for chunk in search(settings, "wings"))


def test_what_was_damaged_is_made_again(built: BuildReport, corpus: Path, settings: Settings) -> None:
    before = contents(settings)
    shutil.rmtree(built.path / "store")
    with pytest.raises(ConfigurationError, match="index the folder again"):
        indexed(settings)
    assert run(corpus, settings).stored == built.chunks
    for damaged in ("chunks/dew.*", "papers/bees.*", "citations/*"):
        for path in built.path.glob(damaged):
            path.unlink()
    assert run(corpus, settings).parsed == 1
    assert contents(settings) == before
    (built.path / "manifest.json").write_text("{")
    assert (run(corpus, settings).parsed, contents(settings)) == (4, before), "nothing proves who made it"


def test_progress_ends_at_the_total_of_each_stage(corpus: Path, settings: Settings) -> None:
    steps: list[BuildProgress] = []
    build(corpus, "garden", None, settings, steps.append)
    assert list(dict.fromkeys(step.stage for step in steps)) == ["parse", "embed", "store"]
    last = {step.stage: step for step in steps}
    assert all(step.done == step.total > 0 for step in last.values())


def test_an_interrupted_build_goes_on_where_it_was(corpus: Path, settings: Settings) -> None:
    def interrupt(step: BuildProgress) -> None:
        if (step.stage, step.done) == ("parse", 2):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(corpus, "garden", None, settings, interrupt)
    with pytest.raises(UsageError, match="not finished"):
        open_cluster("garden", settings)
    assert run(corpus, settings).parsed == 2


def test_a_cluster_on_a_server_has_the_same_life(corpus: Path, settings: Settings) -> None:
    with QdrantServer() as server:
        live_on_server(corpus, settings, server)


def live_on_server(corpus: Path, settings: Settings, server: QdrantServer) -> None:
    remote = replace(settings, qdrant_url=server.url)
    local = run(corpus, settings)
    wanted = search(settings, "steel meshes at night")
    by_words = search(settings, "steel meshes at night", "bm25")
    moved = run(corpus, remote)
    assert (moved.parsed, moved.embedded, moved.stored) == (0, 0, local.chunks)
    assert search(remote, "steel meshes at night", "bm25") == by_words
    # The client in memory keeps float32 where engine and server keep float16: passages that are about equal may swap.
    found = search(remote, "steel meshes at night")
    assert (found[0], sorted(found)) == (wanted[0], sorted(wanted))
    assert not run(corpus, remote).changed
    (corpus / "bees.pdf").unlink()
    assert run(corpus, remote).removed == 1
    assert search(remote, "microphones", "bm25") == []
    server.client.delete_collection(server.client.get_collections().collections[0].name)
    assert run(corpus, remote).stored == moved.chunks - 1


def test_another_quantization_makes_a_new_store(built: BuildReport, corpus: Path, settings: Settings) -> None:
    compact = replace(settings, qdrant_quantization="int8")
    assert build(corpus, "garden", None, compact).stored == built.chunks
    assert build(corpus, "garden", None, compact).stored == 0
    index = open_index(open_cluster("garden", compact), compact)
    assert search_chunks(index, SearchQuery("error of counting wings"), 1, "dense")
    index.close()
    with pytest.raises(ConfigurationError, match="qdrant_quantization 'int9': one of off, int8, binary"):
        build(corpus, "garden", None, replace(settings, qdrant_quantization="int9"))
