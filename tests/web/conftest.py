"""A real server on a free port of the loopback, and requests to it."""

import http.client
import re
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from citehop.settings import Settings
from citehop.testing.browser import BROWSER, Browser

pytest.importorskip("starlette")
uvicorn = pytest.importorskip("uvicorn")

RULES = Path(__file__).with_name("accessibility_rules.js").read_text("utf-8")
TOKEN_FIELD = re.compile(r'name="form_token" value="([^"]+)"')


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")


@dataclass(frozen=True)
class Site:
    """A running server."""

    port: int

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def send(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Reply:
        """One request, its path sent as it is; `headers` replace the usual ones."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            usual = {"Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(body))}
            for name, value in (usual | dict(headers or {})).items():
                connection.putheader(name, value)
            connection.endheaders(body)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, found, response.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Reply:
        return self.send("GET", path, headers=headers)

    def form_token(self, cluster: str = "sample") -> str:
        match = TOKEN_FIELD.search(self.get(f"/clusters/{cluster}" if cluster else "/new").text)
        assert match
        return match[1]

    def ask(self, question: str, cluster: str = "sample", **fields: str) -> Reply:
        """Send the question form as a browser does."""
        values = {"form_token": self.form_token(cluster), "question": question} | fields
        return self.post(f"/clusters/{cluster}/ask", values)

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> Reply:
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
        return self.send("POST", path, urlencode(fields).encode(), kind | headers)

    def upload(self, files: Mapping[str, bytes], name: str = "", token: str | None = None) -> Reply:
        """Send the form for PDFs as a browser does."""
        boundary = "boundary-of-parts"
        token = self.form_token() if token is None else token
        fields = {"name": name}
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in fields.items()
        ]
        for file, data in files.items():
            head = f'Content-Disposition: form-data; name="files"; filename="{file}"\r\nContent-Type: application/pdf'
            parts.append(f"--{boundary}\r\n{head}\r\n\r\n".encode() + data + b"\r\n")
        body = b"".join(parts) + f"--{boundary}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Origin": self.origin}
        return self.send("POST", f"/new/files?{urlencode({'form_token': token})}", body, kind)

    def finished_job(self, reply: Reply) -> Reply:
        """The page of the job that `reply` leads to, once it is finished."""
        assert reply.status == 303, reply.text
        deadline = time.monotonic() + 120
        while 'data-finished="no"' in (page := self.get(reply.headers["location"])).text:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        return page


@contextmanager
def serving(settings: Settings, *, limits: Any = None, **options: Any) -> Iterator[Site]:
    """The application of `settings` on a free port."""
    from citehop.web.app import create_app
    from citehop.web.connections import build_server

    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(settings, **options)
    server = build_server(app, limits, log_level="error", ws="none")
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 30
    while not server.started:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    try:
        yield Site(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()


@pytest.fixture(scope="session")
def start() -> Any:
    """`with start(settings, **options) as site:` as `create_app`."""
    return serving


@pytest.fixture
def own_site(own_settings: Settings) -> Iterator[Site]:
    """A server over a copy of the cluster "sample", for tests that change it."""
    with serving(own_settings) as running:
        yield running


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A running browser; the test skips where none is installed."""
    if not BROWSER:
        pytest.skip("no Chromium is installed")
    with Browser(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.fixture(scope="session")
def site(word_settings: Settings) -> Iterator[Site]:
    """A server over the cluster "sample"."""
    with serving(word_settings) as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Browser]:
    """The browser at its usual size; at the end the page had no error."""
    browser.open("about:blank")  # the page of the test before may still report errors
    browser.look()
    browser.problems.clear()
    yield browser
    assert browser.problems == []


@pytest.fixture
def visit(page: Browser, start: Any) -> Any:
    """As `start`; the browser leaves before the server ends, since requests that are under way would fail."""

    @contextmanager
    def run(settings: Settings, **options: Any) -> Iterator[Any]:
        with start(settings, **options) as site:
            yield site
            page.open("about:blank")

    return run


@pytest.fixture
def check(page: Browser, tmp_path: Path) -> Any:
    """`check(name)`: the loaded page is accessible, fits, and is saved as NAME-SCHEME-WIDTH.png, light and dark at two widths."""

    def run(name: str) -> None:
        page.wait("document.querySelector('main') !== null")
        for scheme in ("light", "dark"):
            for width in (1366, 390):
                page.look(width, scheme=scheme)
                assert page.evaluate(RULES) == [], (name, scheme, width)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
                page.screenshot(tmp_path / f"{name}-{scheme}-{width}.png")
        page.look()

    return run
