"""LaTeX sources made to exhaust time or memory: each costs little, and only the excess is lost."""

import tarfile
from pathlib import Path

import pytest
from PIL import Image

from citehop.errors import UsageError
from citehop.papers.parsing.latex.graphics import compose_picture
from citehop.papers.parsing.latex.paper import find_picture_files
from citehop.papers.parsing.latex.sources import Sources
from citehop.papers.parsing.read import read_paper
from citehop.settings import Settings


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_files_that_include_each_other_ten_times_are_cut(tmp_path: Path) -> None:
    """Eighteen levels of ten would be 10^18 inclusions."""
    for level in range(18):
        (tmp_path / f"p{level}.tex").write_text(f"\\input{{p{level + 1}}}" * 10)
    (tmp_path / "p18.tex").write_text("")
    (tmp_path / "main.tex").write_text(
        "\\documentclass{a}\\begin{document}Text of it.\\input{p0}\\end{document}"
    )
    paper = read_paper(tmp_path / "main.tex", Settings())
    assert [block.text for block in paper.blocks] == ["Text of it."]
    assert "main.tex: only 2000 included files were read" in paper.warnings


def test_a_comment_included_many_times_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citehop.papers.parsing.latex.sources._MOST_READ", 1_000_000)
    (tmp_path / "p.tex").write_text("% nothing\n" * 5_000)
    (tmp_path / "main.tex").write_text(
        "\\documentclass{a}\\begin{document}Text of it." + "\\input{p}" * 1_000 + "\\end{document}"
    )
    paper = read_paper(tmp_path / "main.tex", Settings())
    assert [block.text for block in paper.blocks] == ["Text of it."]
    assert "main.tex: only 20 included files were read" in paper.warnings


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_missing_pictures_are_looked_for_in_bounded_time(tmp_path: Path) -> None:
    names = "".join(f"\\includegraphics{{g{number}}}" for number in range(100_000))
    (tmp_path / "main.tex").write_text(f"\\documentclass{{a}}\\begin{{document}}{names}\\end{{document}}")
    assert find_picture_files(tmp_path / "main.tex") == set()


def test_large_pictures_of_one_float_share_the_pixels_of_one(tmp_path: Path) -> None:
    Image.new("RGB", (3_000, 3_000), "red").save(tmp_path / "big.png")
    Image.new("RGB", (50, 40), "red").save(tmp_path / "small.png")
    sources = Sources(tmp_path, tmp_path)
    whole = compose_picture(["big", *["small"] * 23], ("",), sources)
    assert whole is not None
    assert 1_200 <= max(whole.size) < 3_000
    assert sources.warnings == []


def test_a_picture_beyond_the_memory_is_left_out_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(path: Path, side: int) -> Image.Image:
        if path.name == "huge.png":
            raise MemoryError
        return Image.new("RGB", (30, 20))

    monkeypatch.setattr("citehop.papers.parsing.latex.graphics._load_image", load)
    for name in ("huge", "fine"):
        (tmp_path / f"{name}.png").write_bytes(b"")
    sources = Sources(tmp_path, tmp_path)
    picture = compose_picture(["huge", "fine"], ("",), sources)
    assert (picture and picture.size, sources.warnings) == (
        (30, 20),
        ["huge.png: cannot be shown (too large)"],
    )


def test_problems_of_an_archive_name_the_archive(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no TeX")
    with tarfile.open(tmp_path / "paper.tar.gz", "w:gz") as bundle:
        bundle.add(tmp_path / "notes.txt", "notes.txt")
    with pytest.raises(UsageError, match=r"^paper\.tar\.gz: contains no \.tex file$"):
        read_paper(tmp_path / "paper.tar.gz", Settings())
