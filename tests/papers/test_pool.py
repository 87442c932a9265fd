"""Worker processes: every path is answered once, a bad file takes nobody with it."""

from __future__ import annotations

from pathlib import Path

from citehop.papers.pool import Problem, read_papers
from citehop.settings import Settings


def test_each_bad_file_is_one_line_with_its_name(tmp_path: Path) -> None:
    bad = {"empty.pdf": b"", "text.pdf": b"hello", "torn.pdf": b"%PDF-1.7\n1 0 obj\n<<"}
    for name, content in bad.items():
        (tmp_path / name).write_bytes(content)
    paths = [*(tmp_path / name for name in bad), tmp_path / "absent.pdf"]
    answers = dict(read_papers(paths, Settings(workers=2)))
    assert set(answers) == set(paths)
    for path, answer in answers.items():
        assert isinstance(answer, Problem)
        assert answer.cause.startswith(path.name + ": ")
        assert "\n" not in answer.cause
