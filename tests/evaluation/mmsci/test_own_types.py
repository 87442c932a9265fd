"""Types of a user's own figures: read from their paths, and by a model for the others."""

from __future__ import annotations

from pathlib import Path

from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.evaluation.common.cluster_figures import captioned_figures
from citehop.evaluation.mmsci.figure_types import CHART, label_types, with_labels, write_labels
from citehop.evaluation.types import Example, Picture
from citehop.indexes.build.build import build
from citehop.papers.clusters.locate import open_cluster
from citehop.settings import Settings
from citehop.testing.models.queue import QueueLLM


def test_charts_are_labelled_by_their_paths_and_others_by_the_model(home: Path, tmp_path: Path) -> None:
    settings = Settings(home=str(home), embedding_model="none", workers=1)
    build(FOLDER, "own", ANCHOR_FILE, settings)
    cluster = open_cluster("own", settings)
    figures = captioned_figures(cluster, settings, words=False)
    types = label_types([cluster], figures)
    assert 0 < len(types) < len(figures)
    for number, found in types.items():
        assert set(found) == {""}
        if "chart" in figures[number].caption.lower():
            assert found[""] == CHART
    unknown = [number for number in range(len(figures)) if number not in types]
    asked = label_types([cluster], figures, QueueLLM(default="3"))
    assert {number: found for number, found in asked.items() if number in types} == types
    assert all(asked[number] == {"": 3} for number in unknown)
    images = [f"{number}.png" for number in range(len(figures))]
    write_labels(tmp_path / "labels.jsonl", images, asked)
    examples = [Example(name, "", pictures=(Picture(name, name),)) for name in images]
    labelled = with_labels(examples, tmp_path / "labels.jsonl")
    assert [one.answers for one in labelled] == [(str(asked[n][""]),) for n in range(len(images))]
