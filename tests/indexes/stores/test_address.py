"""A Qdrant server that only a cluster's files name is not contacted; the key goes to the configured server alone."""

import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from citehop.cli.main import main
from citehop.errors import ConfigurationError
from citehop.indexes.pages.build import remove_pages
from citehop.indexes.pages.files import PagedPaper, PagesManifest, write_pages_manifest
from citehop.indexes.stores.address import check_server
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manifest import write_manifest
from citehop.settings import Settings

KEY = "key-of-the-user"


class RecordingServer:
    """An HTTP server on this machine that answers 404 and keeps the headers of every request."""

    def __init__(self) -> None:
        headers = self.headers = list[dict[str, str]]()

        class Handler(BaseHTTPRequestHandler):
            def _record(self) -> None:
                headers.append({name.lower(): value for name, value in self.headers.items()})
                self.send_response(404)
                self.end_headers()

            do_GET = do_POST = do_PUT = do_DELETE = _record

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def stranger() -> Iterator[RecordingServer]:
    server = RecordingServer()
    yield server
    server.close()


@pytest.fixture
def configured() -> Iterator[RecordingServer]:
    server = RecordingServer()
    yield server
    server.close()


@pytest.fixture
def home(word_settings: Settings, tmp_path: Path) -> Path:
    shutil.copytree(word_settings.home_path / "clusters", tmp_path / "clusters")
    return tmp_path


def move_to_server(home: Path, url: str) -> Path:
    """Let the manifest of the cluster in `home`, and that of its pages, name the Qdrant server at `url`."""
    cluster = open_cluster("sample", Settings(home=str(home)))
    store = replace(cluster.manifest.store, url=url, location="citehop-sample-00000000")
    write_manifest(cluster.path, replace(cluster.manifest, store=store))
    pages = PagesManifest("fake", "fake-1", False, (PagedPaper("a", "k", (1,)),), url, "citehop-pages")
    write_pages_manifest(cluster.path, pages)
    return cluster.path


@pytest.mark.parametrize("configured_url", ["", "other"])
@pytest.mark.parametrize("command", [["search", "sample", "tables"], ["ask", "sample", "What is measured?"]])
def test_a_server_that_only_the_manifest_names_gets_no_request(
    home: Path,
    stranger: RecordingServer,
    configured: RecordingServer,
    command: list[str],
    configured_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    move_to_server(home, stranger.url)
    monkeypatch.setenv("CITEHOP_QDRANT_API_KEY", KEY)
    monkeypatch.setenv("CITEHOP_QDRANT_URL", configured.url if configured_url else "")
    assert main([*command, "--home", str(home)]) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert stranger.url in line
    assert "--qdrant-url" in line
    assert not stranger.headers
    assert not configured.headers, "another server cannot have the vectors of this cluster"


def test_the_configured_server_gets_the_key(
    home: Path, configured: RecordingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_to_server(home, configured.url)
    monkeypatch.setenv("CITEHOP_QDRANT_API_KEY", KEY)
    assert (
        main(["search", "sample", "tables", "--home", str(home), "--qdrant-url", f"{configured.url}/"]) == 3
    )
    assert configured.headers
    assert all(headers["api-key"] == KEY for headers in configured.headers)


def test_verify_and_index_do_not_contact_it_either(
    home: Path, stranger: RecordingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from citehop.cli.sample_cluster import FOLDER

    move_to_server(home, stranger.url)
    monkeypatch.setenv("CITEHOP_QDRANT_API_KEY", KEY)
    arguments = ["--home", str(home), "--embedding-model", "none"]
    assert main(["clusters", "verify", "sample", "--home", str(home)]) == 4
    assert main(["index", str(FOLDER), "--name", "sample", "--visual", "off", *arguments]) == 0
    assert main(["search", "sample", "tables", *arguments]) == 0
    assert not stranger.headers


def test_a_collection_of_another_name_is_not_deleted(home: Path, configured: RecordingServer) -> None:
    folder = move_to_server(home, configured.url)
    settings = Settings(home=str(home), qdrant_url=configured.url, qdrant_api_key=KEY)
    remove_pages(folder, settings)
    assert not configured.headers


@pytest.mark.parametrize(
    "url", ["http://qdrant.example.org:6333", "HTTP://10.0.0.7", "http://127.0.0.1.example.org"]
)
def test_a_key_is_not_sent_unencrypted_to_another_machine(url: str) -> None:
    settings = Settings(qdrant_url=url, qdrant_api_key=KEY)
    with pytest.raises(ConfigurationError, match="unencrypted") as caught:
        check_server(url, settings)
    assert KEY not in str(caught.value)
    check_server(url, replace(settings, allow_http=True))
    check_server(url, replace(settings, qdrant_api_key=""))


@pytest.mark.parametrize("url", ["https://qdrant.example.org", "http://localhost:6333", "http://[::1]:6333"])
def test_a_key_is_sent_encrypted_or_to_this_machine(url: str) -> None:
    check_server(url, Settings(qdrant_url=url, qdrant_api_key=KEY))
