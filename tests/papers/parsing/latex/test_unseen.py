"""Text in TeX sources that the typeset page does not show is left out."""

from pathlib import Path

import pytest

from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings

SECRET = "The learning rate is nine tenths in truth."
BEFORE, AFTER = "The survey recorded visits.", "It was repeated in the next year."


def read(folder: Path, passage: str) -> Paper:
    (folder / "a.tex").write_text(
        "\\documentclass{article}\\title{A Survey}\\author{Ann Lee}\\begin{document}\\maketitle\\section{Intro}\n"
        f"{BEFORE}\n\n{passage}\n\n{AFTER}\\end{{document}}"
    )
    return read_paper(folder / "a.tex", Settings())


@pytest.mark.parametrize(
    "passage",
    [
        rf"\textcolor{{white}}{{{SECRET}}}",
        rf"{{\color{{white}} {SECRET}}}",
        rf"\begin{{center}}\color{{white!97!black}}{SECRET}\end{{center}}",
        rf"\textcolor[rgb]{{1,1,0.99}}{{{SECRET}}}",
        rf"\textcolor[HTML]{{FEFEFE}}{{{SECRET}}}",
        rf"\definecolor{{paper}}{{gray}}{{0.98}}\textcolor{{paper}}{{{SECRET}}}",
        rf"\newcommand{{\note}}[1]{{\textcolor{{white}}{{#1}}}}\note{{{SECRET}}}",
        rf"{{\transparent{{0}} {SECRET}}}",
        rf"{{\fontsize{{0.5pt}}{{1pt}}\selectfont {SECRET}}}",
        rf"\scalebox{{0.01}}{{{SECRET}}}",
        rf"\resizebox{{0.1pt}}{{!}}{{{SECRET}}}",
    ],
)
def test_text_that_nobody_sees_is_left_out_with_a_warning(passage: str, tmp_path: Path) -> None:
    paper = read(tmp_path, passage)
    assert [block.text for block in paper.blocks if block.kind == "paragraph"] == [BEFORE, AFTER]
    assert "a.tex: text that is not seen: left out" in paper.warnings


@pytest.mark.parametrize(
    "passage",
    [
        rf"\newif\ifshow \ifshow {SECRET} \fi",
        rf"\iftrue \else {SECRET} \fi",
        rf"\iffalse \iftrue {SECRET} \else {SECRET} \fi \fi",
        rf"\excludecomment{{notes}}\begin{{notes}}{SECRET}\end{{notes}}",
        rf"\newsavebox{{\mybox}}\sbox{{\mybox}}{{{SECRET}}}",
        rf"\setbox0=\hbox{{{SECRET}}}",
        rf"\begin{{lrbox}}{{\mybox}}{SECRET}\end{{lrbox}}",
        rf"\typeout{{{SECRET}}}\special{{{SECRET}}}",
    ],
)
def test_text_that_is_not_typeset_is_left_out(passage: str, tmp_path: Path) -> None:
    paper = read(tmp_path, passage)
    assert [block.text for block in paper.blocks if block.kind == "paragraph"] == [BEFORE, AFTER]
    assert paper.warnings == ()


@pytest.mark.parametrize(
    "passage",
    [
        rf"\textcolor{{red}}{{{SECRET}}}",
        rf"\colorbox{{black}}{{\textcolor{{white}}{{{SECRET}}}}}",
        rf"{{\color{{black!60}} {SECRET}}}",
        rf"\newif\ifshow \showtrue \ifshow {SECRET} \fi",
        rf"\scalebox{{0.8}}{{}}{SECRET}",
        rf"\iffalse gone \else {SECRET} \fi",
    ],
)
def test_text_that_is_seen_stays(passage: str, tmp_path: Path) -> None:
    assert any(SECRET in block.text for block in read(tmp_path, passage).blocks)
