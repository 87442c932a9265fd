"""Small papers and a small embedding model, made here in milliseconds."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildReport
from citehop.indexes.stores.generations import copy_generation
from citehop.settings import Settings
from citehop.testing.text_model import write_text_model

WritePdf = Callable[[Path, str, str], None]


def _write_pdf(path: Path, title: str, text: str) -> None:
    """One page: a large title, the heading "1 Findings" and `text`; the same bytes for the same words."""
    canvas = Canvas(str(path), pagesize=letter, invariant=1)
    canvas.setFont("Helvetica-Bold", 18)
    canvas.drawString(72, 700, title)
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawString(72, 660, "1 Findings")
    canvas.setFont("Helvetica", 10)
    for number, line in enumerate(simpleSplit(text, "Helvetica", 10, 450)):
        canvas.drawString(72, 640 - 12 * number, line)
    canvas.save()


TOPICS = {
    "anchor": (
        "A Survey of Garden Robots",
        "Weeding robots are compared. The robot Mola weeds 91.4 rows per hour.",
    ),
    "bees": (
        "Counting Bees by Sound",
        "Microphones in the hive hear the wings. The error is 7.42 percent on warm days.",
    ),
    "compost": (
        "Compost Heat as a Sensor",
        "A warm heap is a working heap. Thermistors log one value per minute.",
    ),
    "dew": (
        "Dew Harvesting with Meshes",
        "Steel meshes collect water at night. Yield grows with wind up to a limit.",
    ),
}


@pytest.fixture(scope="session")
def write_pdf() -> WritePdf:
    """Writes a one-page paper: path, title, text."""
    return _write_pdf


@pytest.fixture(scope="session")
def topics() -> dict[str, tuple[str, str]]:
    """Id to title and text of the papers of `corpus`."""
    return TOPICS


@pytest.fixture
def corpus(tmp_path: Path, first_corpus: Path) -> Path:
    """A folder of four one-page papers."""
    return Path(shutil.copytree(first_corpus, tmp_path / "papers"))


@pytest.fixture(scope="session")
def first_corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `corpus` is a copy of; not to be changed."""
    folder = tmp_path_factory.mktemp("papers")
    for name, (title, text) in TOPICS.items():
        _write_pdf(folder / f"{name}.pdf", title, f"{text} " * 6)
    return folder


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of two layers and 16 dimensions with seeded weights, in the files of a sentence-transformers model."""
    folder = tmp_path_factory.mktemp("model") / "tiny"
    return write_text_model(folder)


@pytest.fixture(scope="session")
def first_build(
    first_corpus: Path, tiny_model: Path, tmp_path_factory: pytest.TempPathFactory
) -> BuildReport:
    """`corpus` indexed as "garden"; not to be changed."""
    home = tmp_path_factory.mktemp("home")
    return build(first_corpus, "garden", None, _settings(home, tiny_model))


@pytest.fixture
def built(first_build: BuildReport, corpus: Path, settings: Settings) -> BuildReport:
    """`corpus` indexed as "garden" under this test's own `settings`."""
    path = Path(settings.home, "clusters", "garden")
    copy_generation(first_build.path, path)  # a plain copy fills the holes of its files: 100 MB
    shutil.copy(first_build.path.parent / ".origin-key", path.parent)  # as if it was built here
    return replace(first_build, path=path)


@pytest.fixture
def settings(home: Path, tiny_model: Path) -> Settings:
    return _settings(home, tiny_model)


def _settings(home: Path, model: Path) -> Settings:
    return Settings(home=str(home), embedding_model=str(model), offline=True, workers=1, threads=1)
