"""Campaign of requests to the web page that no browser would send."""

from __future__ import annotations

import http.client
import re
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.parse import quote, urlencode

from citehop.settings import Settings
from citehop.web.app import create_app
from citehop.web.connections import build_server

from .campaign import LOST, Case
from .small_cluster import NAME, SmallCluster

_THREAD = "20260101-000000-000000"
_PATHS = (
    "/", "/new", "/{}", "/static/{}", "/clusters/{}", "/clusters/small/papers/{}", "/clusters/small/papers/dew",
    "/clusters/small/papers/dew/pages/{}", "/clusters/small/papers/{}/pages/1/image.png", "/clusters/small?anchor={}",
    "/clusters/small/papers/dew/figures/{}/image.png", "/clusters/{}/threads/" + _THREAD, "/clusters/small/threads/{}",
    "/clusters/small/threads/{}/export", "/clusters/small/threads/{}/1/figure.png", "/runs", "/runs/{}", "/jobs/{}",
    "/runs/compare?first={}&second={}", "/review/{}", "/clusters/{}/compare", "/trash", "/search?q={}", "//{}", "/?token={}",
)  # fmt: skip
_FORMS = (
    "/clusters/small/ask", "/clusters/{}/ask", "/clusters/small/compare", "/clusters/small/anchor", "/clusters/{}/delete",
    "/new/papers", "/new/files", "/trash/{}/restore", "/trash/{}/purge", "/review/{}",
    "/clusters/small/threads/" + _THREAD + "/{}/correct",
)  # fmt: skip
_EVIL = (
    "", ".", "..", "../..", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e", "/etc/passwd", "a%00b", "%0d%0aSet-Cookie:x=1",
    "%ff%fe", "~root", "..%5c..", "CON", "a.lock", "{{7*7}}", "${jndi:ldap://x}", "<script>planted()</script>",
    "%3Cimg src=x onerror=planted()%3E", "'\"--", "1e999", "-1", "99999999999999999999", "%u0000", "x" * 5000, "%F0%9F%92%A9",
    "\u202e", "small%2f..", "http://169.254.169.254/", "file:///etc/passwd", "javascript:planted()",
)  # fmt: skip
_FIELDS = (
    "question",
    "thread",
    "anchor",
    "figure",
    "papers",
    "name",
    "cluster",
    "identifier",
    "form_token",
    "correct",
    "x",
)
_METHODS = (*["GET"] * 8, *["POST"] * 8, "HEAD", "PUT", "DELETE", "TRACE", "OPTIONS", "PROPFIND")
_HEADERS: tuple[Mapping[str, str], ...] = (
    *[{}] * 24, {"Host": "evil.example"}, {"Host": ""}, {"Origin": "https://evil.example"}, {"Origin": "null"},
    {"Content-Length": "-1"}, {"Content-Length": "99999999999"}, {"Transfer-Encoding": "chunked"}, {"Cookie": "a=" + "b" * 6000},
    {"Range": "bytes=0-1,5-9,-1"}, {"Accept-Encoding": "gzip;q=x"}, {"X-Forwarded-Host": "evil.example"},
    {"Expect": "100-continue"},
    {"Content-Type": "multipart/form-data; boundary="}, {"Content-Type": "application/json"}, {"Upgrade": "websocket"},
)  # fmt: skip
_SECRETS = re.compile(rb"root:.*:0:0|Traceback|site-packages|<script>planted|<img src=x onerror")
_PATIENCE = 60.0
_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')


@contextmanager
def serve_site(settings: Settings) -> Iterator[int]:
    """Serve the web page over the clusters of `settings.home` and yield its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = build_server(create_app(settings), log_level="critical", ws="none")
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()


def send(
    port: int, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
) -> tuple[int, bytes, Mapping[str, str]]:
    """Send one request with its path unchanged. Return status, body and headers of the response."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    try:
        connection._validate_path = lambda _: None  # type: ignore[attr-defined]  # would refuse the paths to be tried
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        usual = {"Host": f"127.0.0.1:{port}", "Content-Length": str(len(body))}
        for name, value in (usual | dict(headers or {})).items():
            connection.putheader(name, value)
        connection.endheaders(body)
        response = connection.getresponse()
        return response.status, response.read(), dict(response.getheaders())
    finally:
        connection.close()


def read_form_token(port: int, cluster: str) -> str:
    """Return the token that the forms of the page contain."""
    found = _TOKEN.search(send(port, "GET", f"/clusters/{cluster}")[1].decode())
    assert found
    return found[1]


def send_form(
    port: int, path: str, token: str, fields: Mapping[str, str]
) -> tuple[int, bytes, Mapping[str, str]]:
    """Send a form as the page itself would. Return status, body and headers of the response."""
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{port}"}
    return send(port, "POST", path, kind, urlencode({"form_token": token, **fields}).encode())


@contextmanager
def web_requests(work: Path) -> Iterator[Case]:
    """Yield a case with a malformed path, parameter, header, method or form.

    No response may be a server error, show a file, a path or markup, or take long. The page must be available
    afterwards. Nothing in the home folder may change except threads and jobs.
    """
    small = SmallCluster(work)
    settings = small.copy(work / "served")
    secrets = re.compile(_SECRETS.pattern + b"|" + re.escape(settings.home.encode()))
    with serve_site(settings) as port:
        token = read_form_token(port, NAME)

        def run(_: Path, random: Random) -> str:
            method, path, headers, body = _draw(random, port, token)
            start = time.monotonic()
            try:
                status, answer, received = send(port, method, path, headers, body)
            except (http.client.BadStatusLine, ConnectionError):
                status, answer, received = 0, b"", {}  # closed without an answer
            seconds = time.monotonic() - start
            shown = f"{method} {path[:80]} {headers}"
            if status >= 500 or seconds > _PATIENCE / 2 or secrets.search(answer):
                return f"{LOST}: {shown}: status {status}, {seconds:.0f} s, {secrets.findall(answer)[:2]}"
            if "evil.example" in received.get("location", "") or "x" in received.get("set-cookie", ""):
                return f"{LOST}: {shown}: {received}"
            if send(port, "GET", f"/clusters/{NAME}")[0] != 200:
                return f"{LOST}: {shown}: the page is gone"
            return f"status {status}" if status else "closed"

        yield run


def _draw(random: Random, port: int, token: str) -> tuple[str, str, Mapping[str, str], bytes]:
    method = random.choice(_METHODS)
    path = random.choice(_FORMS if method == "POST" else _PATHS)
    evil = random.choice(_EVIL)
    path = quote(path.format(evil, evil), safe="%/?&=:;{}<>'\"$,~+@!*()[]|\\^`#-._")
    headers = dict(random.choice(_HEADERS))
    body = b""
    if method == "POST":
        fields = {name: random.choice(_EVIL) for name in random.sample(_FIELDS, random.randint(0, 5))}
        if random.random() < 0.7:
            fields["form_token"] = token
            headers.setdefault("Origin", f"http://127.0.0.1:{port}")
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        body = random.choice((urlencode(fields).encode(), urlencode(fields).encode(), random.randbytes(200)))
    return method, path.replace(" ", "%20").replace("#", "%23"), headers, body
