from __future__ import annotations

from pathlib import Path

from citehop.papers.parsing.paper_ids import build_paper_id, derive_paper_id


def test_an_id_of_any_text_is_short_ascii() -> None:
    assert build_paper_id("W18-5451 v2/é") == "w18-5451-v2-e"
    assert build_paper_id("...") == "paper"


def test_the_id_of_a_long_file_name_leaves_room_for_keys_and_suffixes() -> None:
    paper_id = derive_paper_id(Path("ab " * 80 + ".pdf"))
    assert paper_id == "-".join(["ab"] * 40)


def test_a_generic_file_goes_by_its_folder(tmp_path: Path) -> None:
    assert derive_paper_id(tmp_path / "x" / "main.tex") == "x"
    assert derive_paper_id(tmp_path / "x" / "theorem.tex") == "theorem"
