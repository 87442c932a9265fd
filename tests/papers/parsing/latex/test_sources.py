from pathlib import Path

from citehop.papers.parsing.latex.sources import find_main_file


def test_the_main_file(tmp_path: Path) -> None:
    for name, text in {
        "intro": "text",
        "supplement": r"\documentclass{x}",
        "icml": r"\documentclass{x} longer",
        "old": r"% \documentclass{x}",
    }.items():
        (tmp_path / f"{name}.tex").write_text(text)
    assert find_main_file(tmp_path).name == "icml.tex"
