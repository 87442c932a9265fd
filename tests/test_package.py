"""The package as it is installed: every room is listed, every data file ships, no file is loose."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = {"tests", "examples", "benchmarks", "docs", "scripts"}


def test_every_room_is_listed() -> None:
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])
    rooms = {"citehop"}
    for init in ROOT.rglob("__init__.py"):
        parts = init.parent.relative_to(ROOT).parts
        if parts and parts[0] not in OUTSIDE and not parts[0].startswith("."):
            rooms.add(".".join(["citehop", *parts]))
    rooms -= {room for room in rooms if room.startswith("citehop.build.") or "venv" in room}
    assert listed == rooms


def test_no_bytecode_or_data_of_others_is_tracked() -> None:
    suffixes = {p.suffix for p in (ROOT / "cli").rglob("*") if p.is_file() and "__pycache__" not in p.parts}
    assert suffixes <= {".py", ".pdf", ".json", ".txt", ".html", ".css"}
