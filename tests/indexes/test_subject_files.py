"""What a question may call papers by: names counted from citations, files that can be lost."""

import shutil
from pathlib import Path

import pytest

from citehop.agent.session import Session
from citehop.indexes.build.clean_up import delete_unused_files
from citehop.indexes.subject_files import (
    FOLDER,
    count_names,
    front_words,
    make_subjects,
    open_subjects,
    subject_key,
    subjects_are_there,
    write_subjects,
)
from citehop.indexes.subjects import surname
from citehop.papers.clusters.cluster import Cluster
from citehop.papers.types import BBox, Block, Mention, Paper, Reference

REFERENCES = (
    Reference("1", "F.", paper_id="foo"),
    Reference("2", "B.", paper_id="bar"),
    Reference("3", "Elsewhere."),
)


def mention(name: str, *keys: str) -> Mention:
    return Mention((name,), keys, f"{name} is cited.", 1)


@pytest.mark.parametrize(
    ("mentions", "counts"),
    [
        ([mention("FooNet", "1")], {"foonet": {"foo": 2}}),
        ([mention("FooNet", "1"), mention("foonet", "1")], {"foonet": {"foo": 4}}),
        ([mention("FooNet", "1", "3")], {"foonet": {"foo": 1}}),  # one of two works is in the cluster
        ([mention("FooNet", "1", "2")], {}),  # either work may be meant
        ([mention("FooNet", "3")], {}),
        ([], {}),
    ],
)
def test_names_beside_citations(mentions: list[Mention], counts: dict[str, dict[str, int]]) -> None:
    assert count_names([Paper("a", "A", references=REFERENCES, mentions=tuple(mentions))]) == counts


def test_words_with_a_capital_around_the_title_are_those_of_its_authors_lines() -> None:
    lines = (
        "Trees of Words",
        "Ada Müller",
        "University of Umeå, Sweden",
        "Proceedings of the Meeting, Oslo",
        "and more",
    )
    front = [
        Block(text, 1, BBox(0.0, 10.0 * n, 100.0, 10.0 * n + 8), "front") for n, text in enumerate(lines)
    ]
    below = Block("In Paris", 1, BBox(0.0, 80.0, 100.0, 88.0), "paragraph")
    paper = Paper("a", "Trees of Words", blocks=(*front, below))
    assert front_words(paper) == ("ada", "muller", "sweden", "trees", "umea", "university", "words")


@pytest.fixture
def cluster(by_words: Session, tmp_path: Path) -> Cluster:
    """A copy of the sample cluster without its index of subjects."""
    shutil.copytree(by_words.cluster.path, tmp_path / "copy")
    shutil.rmtree(tmp_path / "copy" / FOLDER, ignore_errors=True)
    return Cluster(tmp_path / "copy", by_words.cluster.manifest)


def test_the_index_is_the_same_from_disk_and_from_the_papers(cluster: Cluster) -> None:
    assert not subjects_are_there(cluster.path, cluster.manifest)
    write_subjects(cluster.path, cluster.manifest)
    assert subjects_are_there(cluster.path, cluster.manifest)
    assert [p.name for p in (cluster.path / FOLDER).iterdir()] == [subject_key(cluster.manifest)]
    (cluster.path / FOLDER / "earlier").mkdir()
    delete_unused_files(cluster.path, cluster.manifest, None)
    assert [p.name for p in (cluster.path / FOLDER).iterdir()] == [subject_key(cluster.manifest)]
    read, made = open_subjects(cluster), make_subjects(cluster)
    assert (read.papers, read.name_counts) == (made.papers, made.name_counts)
    assert [p.id for p in read.papers] == sorted(cluster.paper_ids)
    assert read.statistics.occurrences("rillnet") == made.statistics.occurrences("rillnet") != {}
    assert (
        max(read.name_counts["rillnet"], key=read.name_counts["rillnet"].__getitem__)
        == "castellanos-2021-rillnet"
    )


def test_a_damaged_index_is_made_anew(cluster: Cluster) -> None:
    write_subjects(cluster.path, cluster.manifest)
    (cluster.path / FOLDER / subject_key(cluster.manifest) / "names.json").write_text("[[")
    assert open_subjects(cluster).papers == make_subjects(cluster).papers


@pytest.mark.parametrize(
    ("author", "name"), [("Eun Young Ha", "ha"), ("Yu Q.", ""), ("Le", "le"), ("J", ""), ("", "")]
)
def test_a_surname_has_two_letters_or_more(author: str, name: str) -> None:
    assert surname(author) == name
