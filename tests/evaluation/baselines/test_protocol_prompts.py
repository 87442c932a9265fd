from __future__ import annotations

from pathlib import Path

import pytest

from citehop.errors import UsageError
from citehop.evaluation.baselines.protocol_prompts import PLACEHOLDERS, load_prompts


def test_our_prompts_take_their_placeholders_and_fence_what_they_hold() -> None:
    ours = load_prompts()
    for name, placeholders in PLACEHOLDERS.items():
        text = ours.fill(name, **{key: f"({key})" for key in placeholders})
        assert all(f"({key})\n" in text for key in placeholders)
        assert "$" not in text
        assert ("<<material" in text) == bool(placeholders)


def test_files_of_a_user_replace_ours_and_are_filled_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "rank.txt").write_text("Q: $question\nList: ${papers}\nIt costs $$5.")
    prompts = load_prompts(str(tmp_path))
    assert prompts.fill("rank", question="why?", papers="$none") == "Q: why?\nList: $none\nIt costs $5."
    assert prompts.fill("recall", question="why?") == load_prompts().fill("recall", question="why?")
    assert prompts.version != load_prompts().version
    assert prompts.label("rank") != load_prompts().label("rank")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("rank.txt", "$question only", "rank.txt lacks the placeholder $papers; it takes $question, $papers"),
        ("read.txt", "$question $material $papers", "read.txt has the unknown placeholder $papers"),
        (
            "caption.txt",
            "A $caption",
            "caption.txt has the unknown placeholder $caption; it takes no placeholders",
        ),
        ("recall.txt", "$question costs 5$", "recall.txt has a lone dollar sign"),
        ("ranking.txt", "$question", "ranking.txt is no prompt of M3SciQA; known: rank_system.txt, rank.txt"),
    ],
)
def test_a_faulty_file_is_named_with_the_fix(tmp_path: Path, name: str, text: str, told: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(UsageError) as caught:
        load_prompts(str(tmp_path))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_without_prompts_and_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no prompt files; it may hold rank_system"):
        load_prompts(str(tmp_path))
    (tmp_path / "rank.txt").write_bytes(b"\xff\xfe$question")
    with pytest.raises(UsageError, match="cannot be read as UTF-8"):
        load_prompts(str(tmp_path))
