"""The wheel: what it holds, and what it does not."""

import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = ("tests", "docs", "examples", "benchmarks", "scripts", "build", "dist")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The files of a wheel built from a copy of the repository, without the network."""
    if int(metadata.version("setuptools").partition(".")[0]) < 77:
        pytest.skip("setuptools 77 or newer is needed to build without the network")
    folder = tmp_path_factory.mktemp("wheel")
    everywhere = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "venv*")

    def leave(path: str, found: list[str]) -> set[str]:
        return everywhere(path, found) | (set(OUTSIDE) if Path(path) == ROOT else set())

    shutil.copytree(ROOT, folder / "copy", ignore=leave)
    wheel = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet"]
    subprocess.run([*wheel, "-w", str(folder), str(folder / "copy")], check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        return archive.namelist()


def test_the_top_level_holds_only_citehop(names: list[str]) -> None:
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"citehop"}
    assert len(tops) == 2
    assert not {name for name in names for part in OUTSIDE if name.startswith(f"citehop/{part}/")}


def test_every_module_and_data_file_is_in_it(names: list[str]) -> None:
    assert len(names) == len(set(names))
    held = set(names)
    rooms = (
        "acquisition",
        "agent",
        "cli",
        "evaluation",
        "figures",
        "indexes",
        "integrations",
        "papers",
        "retrieval",
        "testing",
        "web",
    )
    files = [path for room in rooms for path in (ROOT / room).rglob("*") if path.is_file()]
    wanted = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    missing = {name for name in wanted | {"py.typed", "__init__.py"} if f"citehop/{name}" not in held}
    assert not missing
