from pathlib import Path

import pytest

from citehop.papers.parsing.paper_ids import build_paper_id, derive_paper_id


@pytest.mark.parametrize(
    ("text", "paper_id"),
    [
        ("W18-5451 v2/é", "w18-5451-v2-e"),
        ("Müller_2020 ﬁnal", "muller-2020-final"),
        ("密集检索", "密集检索"),
        ("Поиск (2)", "поиск-2"),
        ("한국어", "한국어"),
        ("हिन्दी", "हिन्दी"),
        ("../a\x00b\u202e.pdf", "a-b-pdf"),
        ("...", "paper"),
        ("🙂", "paper"),
    ],
)
def test_an_id_has_words_of_any_script_and_nothing_else(text: str, paper_id: str) -> None:
    assert build_paper_id(text) == paper_id
    assert build_paper_id(paper_id) == paper_id


def test_the_id_of_a_long_file_name_leaves_room_for_keys_and_suffixes() -> None:
    paper_id = derive_paper_id(Path("ab " * 80 + ".pdf"))
    assert paper_id == "-".join(["ab"] * 40)
    assert derive_paper_id(Path("密" * 80 + ".pdf")) == "密" * 40


def test_a_generic_file_goes_by_its_folder(tmp_path: Path) -> None:
    assert derive_paper_id(tmp_path / "x" / "main.tex") == "x"
    assert derive_paper_id(tmp_path / "x" / "theorem.tex") == "theorem"
