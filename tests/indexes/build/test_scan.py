import os
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.errors import UsageError
from citehop.indexes.build.anchor import check_anchor, find_anchor
from citehop.indexes.build.scan import list_passed_over, scan
from citehop.papers.clusters.manifest import SourceFile


def put(folder: Path, **files: bytes) -> None:
    for name, data in files.items():
        path = folder / name.replace("__", "/").replace("_pdf", ".pdf").replace("_PDF", ".PDF")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def test_files_by_name_with_ids_from_their_stems(tmp_path: Path) -> None:
    put(tmp_path, B_PDF=b"1", sub__a_pdf=b"2", notes=b"3")
    put(tmp_path / ".hidden", c_pdf=b"4")
    files = scan(tmp_path, 100)
    assert [(file.name, file.paper_id, file.size) for file in files] == [
        ("B.PDF", "b", 1),
        ("sub/a.pdf", "a", 1),
    ]


def test_the_second_of_one_id_gets_a_number_and_a_copy_a_problem(tmp_path: Path) -> None:
    put(tmp_path, x__p_pdf=b"1", y__p_pdf=b"2", z__p_pdf=b"1", p_2_pdf=b"3")
    (tmp_path / "p_2.pdf").rename(tmp_path / "p-2.pdf")
    found = {file.name: (file.paper_id, file.problem) for file in scan(tmp_path, 100)}
    assert found["p-2.pdf"] == ("p-2", "")
    assert found["x/p.pdf"] == ("p", "")
    assert found["y/p.pdf"] == ("p-3", "")
    assert found["z/p.pdf"][1] == "z/p.pdf: the same file as x/p.pdf"


def test_unchanged_files_are_not_read_again(tmp_path: Path) -> None:
    put(tmp_path, a_pdf=b"1", b_pdf=b"2")
    first = scan(tmp_path, 100)
    stat = (tmp_path / "a.pdf").stat()
    (tmp_path / "a.pdf").write_bytes(b"X")
    os.utime(tmp_path / "a.pdf", ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert scan(tmp_path, 100, first) == first
    os.utime(tmp_path / "a.pdf", ns=(1, 1))
    changed = scan(tmp_path, 100, first)
    assert changed[0].sha256 != first[0].sha256
    assert changed[1] == first[1]


def test_files_too_large_to_read_have_no_hash_and_are_no_copies(tmp_path: Path) -> None:
    put(tmp_path, a_pdf=b"12345", b_pdf=b"12345")
    assert [(file.sha256, file.problem) for file in scan(tmp_path, 4)] == [("", ""), ("", "")]


def test_a_folder_without_papers_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no papers in"):
        scan(tmp_path, 100)
    with pytest.raises(UsageError, match="no such folder"):
        scan(tmp_path / "missing", 100)
    (tmp_path / "readme.txt").write_text("12345")
    with pytest.raises(UsageError, match=r"readme\.txt cannot be indexed: it is not a PDF"):
        scan(tmp_path / "readme.txt", 100)


FILES = [
    SourceFile("survey", 1, 1, "3", "survey"),
    SourceFile("notes.tar.gz", 1, 1, "4", "notes"),
    SourceFile("Skip Gram.pdf", 1, 1, "0", "skip-gram"),
    SourceFile("old/skip-thought.pdf", 1, 1, "1", "skip-thought"),
    SourceFile("broken.pdf", 1, 1, "2", "broken", "broken.pdf: not a PDF"),
]
TITLES = {"skip-gram": "Distributed  Representations", "skip-thought": "Skip-Thought Vectors"}


@pytest.mark.parametrize(
    ("text", "paper_id"),
    [
        ("Skip Gram.pdf", "skip-gram"),
        ("/home/me/papers/skip-thought.pdf", "skip-thought"),
        ("old/skip-thought.pdf", "skip-thought"),
        ("survey/main.tex", "survey"),
        ("notes.pdf", "notes"),
        ("skip-gram", "skip-gram"),
        ("SKIP-T", "skip-thought"),
        ("distributed rep", "skip-gram"),
    ],
)
def test_an_anchor_by_file_id_or_title(text: str, paper_id: str) -> None:
    assert find_anchor(text, FILES, lambda: TITLES) == paper_id


@pytest.mark.parametrize(
    ("text", "needle"),
    [("skip", "fits 2 papers"), ("nothing", "no paper 'nothing'"), ("broken.pdf", "broken.pdf: not a PDF")],
)
def test_an_anchor_that_is_none(text: str, needle: str) -> None:
    with pytest.raises(UsageError, match=needle):
        find_anchor(text, FILES, lambda: TITLES)


def test_a_copy_as_anchor_is_the_paper_that_it_copies(tmp_path: Path) -> None:
    put(tmp_path, a_pdf=b"1", b_pdf=b"1", c_pdf=b"2")
    files = scan(tmp_path, 100)
    assert find_anchor("b.pdf", files, dict) == "a"


def test_a_file_that_is_not_there_is_refused_before_parsing(tmp_path: Path) -> None:
    put(tmp_path, a_pdf=b"1")
    files = scan(tmp_path, 100)
    check_anchor("a.pdf", files)
    check_anchor("A Title That Only Parsing Can Tell", files)
    with pytest.raises(UsageError, match=r"no paper 'b\.pdf'"):
        check_anchor("b.pdf", files)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "good.pdf").write_bytes(b"%PDF")
    (tmp_path / "broken.pdf").symlink_to(tmp_path / "nowhere")
    (tmp_path / "ring.tex").symlink_to(tmp_path / "ring.tex")
    os.mkfifo(tmp_path / "pipe.pdf")
    (tmp_path / ".hidden.pdf").symlink_to(tmp_path / "nowhere")
    (tmp_path / "note.dat").symlink_to(tmp_path / "nowhere")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s.jsonl"))
        problems = {file.name: file.problem for file in scan(tmp_path, 1 << 20)}
    assert problems == {
        "good.pdf": "",
        "broken.pdf": "broken.pdf: a broken link, not a file",
        "ring.tex": "ring.tex: a broken link, not a file",
        "pipe.pdf": "pipe.pdf: a named pipe, not a file",
        "s.jsonl": "s.jsonl: a socket, not a file",
    }


def test_a_pipe_in_place_of_a_paper_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "paper.pdf")
    with pytest.raises(UsageError, match="a named pipe, not a file"):
        scan(tmp_path / "paper.pdf", 1 << 20)


def test_files_that_hold_no_papers_are_passed_over(tmp_path: Path) -> None:
    put(tmp_path, B_PDF=b"1", sub__notes=b"2")
    (tmp_path / "refs.bib").write_bytes(b"3")
    (tmp_path / ".hidden").write_bytes(b"4")
    assert list_passed_over(tmp_path) == ["sub/notes"]
    assert list_passed_over(tmp_path / "B.PDF") == []


def test_files_whose_names_contain_the_given_one_are_suggested() -> None:
    files = [replace(FILES[0], name=name) for name in ("specter-2020.acl-main.207.pdf", "other.pdf")]
    with pytest.raises(UsageError, match=r"did you mean specter-2020\.acl-main\.207\.pdf\?"):
        check_anchor("Specter.pdf", files)
    with pytest.raises(UsageError, match="give one file's name"):
        check_anchor("missing.pdf", files)
