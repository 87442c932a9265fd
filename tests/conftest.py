"""Shared fixtures. Nothing here imports a heavy package."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import hypothesis
import pytest
from filelock import FileLock

from citehop.indexes.stores.generations import copy_generation
from citehop.settings import Settings
from citehop.testing.network import refuse_network

if TYPE_CHECKING:
    from citehop.agent.session import Session


# No test fails since the machine is busy: time is limited by pytest-timeout alone.
hypothesis.settings.register_profile(
    "citehop", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("citehop")


def _shared() -> Path:
    root = Path(__file__).resolve().parent.parent
    return Path(os.environ.get("CITEHOP_SHARED", root.parent / "shared" / "data"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real papers and benchmark data; the test skips where it is absent."""
    path = _shared()
    if not path.is_dir():
        pytest.skip(f"real data not at hand: {path} (set CITEHOP_SHARED)")
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty CITEHOP_HOME of this test's own."""
    path = tmp_path / "home"
    path.mkdir()
    monkeypatch.setenv("CITEHOP_HOME", str(path))
    return path


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], object]], Path]:
    """`once(name, fill)`: a copy of the folder that the first of the parallel processes to ask for `name` filled."""
    base = tmp_path_factory.getbasetemp()
    common = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def copy(name: str, fill: Callable[[Path], object]) -> Path:
        source, own = common / f"once-{name}", base / f"copy-{name}"
        with FileLock(f"{source}.lock"):
            if not (source / "filled").exists():
                shutil.rmtree(source, ignore_errors=True)
                source.mkdir()
                fill(source)
                (source / "filled").touch()
        if not own.exists():
            copy_generation(source, own)
        return own

    return copy


@pytest.fixture(scope="session")
def word_settings(once: Callable[..., Path]) -> Settings:
    """Settings whose home holds the cluster "sample", searched by words alone. For reading only."""
    from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
    from citehop.indexes.build.build import build

    settings = Settings(embedding_model="none")
    home = once("words", lambda home: build(FOLDER, "sample", ANCHOR_FILE, replace(settings, home=str(home))))
    return replace(settings, home=str(home))


@pytest.fixture(scope="session")
def real_session(shared: Path, once: Callable[..., Path]) -> Iterator[Callable[..., Session]]:
    """`real_session("medicine", "Smith2016", ...)`: a cluster of the papers of that field whose names begin so."""
    from citehop.agent.session import open_session
    from citehop.indexes.build.build import build

    with ExitStack() as stack:

        def open_field(field: str, *names: str) -> Session:
            def fill(home: Path) -> None:
                (home / "papers").mkdir()
                for name in names:
                    (source,) = shared.glob(f"fields/{field}/{name}*.pdf")
                    (home / "papers" / source.name).symlink_to(source)
                build(home / "papers", field, None, Settings(home=str(home), embedding_model="none"))

            home = once("-".join((field, *names)), fill)
            return stack.enter_context(open_session(field, Settings(home=str(home), embedding_model="none")))

        yield open_field


@pytest.fixture
def own_settings(word_settings: Settings, tmp_path: Path) -> Settings:
    """`word_settings` over a copy of their clusters, for writing."""
    copy_generation(word_settings.home_path / "clusters", tmp_path / "home" / "clusters")
    return replace(word_settings, home=str(tmp_path / "home"))


@pytest.fixture(scope="session")
def by_words(word_settings: Settings) -> Iterator[Session]:
    """The cluster of `word_settings`, opened."""
    from citehop.agent.session import open_session

    with open_session("sample", word_settings) as session:
        yield session


def _stay_here() -> list[str]:
    """No test, nor a process that it starts, finds a real model: no keys, no addresses, no way out."""
    for name in [name for name in os.environ if name.endswith(("_API_KEY", "_API_BASE", "_BASE_URL"))]:
        del os.environ[name]
    for name in ("http_proxy", "https_proxy"):
        os.environ[name] = os.environ[name.upper()] = (
            "http://127.0.0.1:9"  # for child processes: nobody listens there
        )
    os.environ["no_proxy"] = os.environ["NO_PROXY"] = "localhost,127.0.0.1"
    os.environ["HF_HUB_OFFLINE"] = "1"
    qdrant = urlsplit(os.environ.get("CITEHOP_TEST_QDRANT_URL", "")).hostname
    return refuse_network(allow=[qdrant] if qdrant else [])


_refused = _stay_here()  # before any test module is imported, since an import may look things up as well


@pytest.fixture(autouse=True)
def network() -> Iterator[list[str]]:
    """The hosts that this test was kept from; a test that means to try empties the list, any other fails."""
    _refused.clear()
    yield _refused
    assert not _refused, f"tried to reach {', '.join(_refused)}"


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mounts at a new folder; skips where that is not permitted."""
    mounted: list[Path] = []

    def mount(*options: str) -> Path:
        target = tmp_path / f"disk{len(mounted)}"
        target.mkdir()
        done = subprocess.run(["mount", *options, str(target)], capture_output=True)
        if done.returncode:
            pytest.skip("no permission to mount a file system")
        mounted.append(target)
        return target

    if not shutil.which("mount"):
        pytest.skip("no mount")
    yield mount
    for target in mounted:
        subprocess.run(["umount", "-l", str(target)], check=True)
