"""Files that were cut, overwritten or flipped: each ends in a Paper or a named Problem, and nothing else suffers."""

import random
from pathlib import Path

from citehop.cli.sample_cluster import FOLDER as SAMPLE
from citehop.papers.parsing.pool import Problem, read_papers
from citehop.papers.types import Paper
from citehop.settings import Settings

MUTATIONS = 210


def _truncated(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def _zeroed(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data))
    length = rng.choice((16, 256, 4096))
    return data[:start] + bytes(min(length, len(data) - start)) + data[start + length :]


def _flipped(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 8, 64))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def test_damaged_files_end_in_a_paper_or_a_named_problem(tmp_path: Path) -> None:
    """The two untouched files among them come out as they do alone."""
    sources = sorted(SAMPLE.glob("*.pdf"), key=lambda path: path.stat().st_size)[:3]
    paths = []
    for number in range(MUTATIONS):
        rng = random.Random(number)
        data = (_truncated, _zeroed, _flipped)[number % 3](sources[number % len(sources)].read_bytes(), rng)
        path = tmp_path / f"damaged-{number:03}.pdf"
        path.write_bytes(data)
        paths.append(path)
    whole = [tmp_path / "whole-0.pdf", tmp_path / "whole-1.pdf"]
    for path, source in zip(whole, sources, strict=False):
        path.write_bytes(source.read_bytes())
    settings = Settings(workers=2, parse_seconds=5, home=str(tmp_path / "home"))
    order = [whole[0], *paths, whole[1]]
    answers = list(read_papers(order, settings))
    assert sorted(path for path, _ in answers) == sorted(order)
    damaged = [(path, answer) for path, answer in answers if path not in whole]
    for path, answer in damaged:
        if isinstance(answer, Problem):
            assert answer.cause.startswith(path.name + ": ")
            assert "\n" not in answer.cause
    papers = [answer for _, answer in damaged if isinstance(answer, Paper)]
    assert 0.2 < len(papers) / MUTATIONS < 1.0  # the damage is real, and much of it can be read through
    assert {path: answer for path, answer in answers if path in whole} == dict(read_papers(whole, settings))
