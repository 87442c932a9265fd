"""Requests and downloads: hostile answers are rejected, and forbidden addresses are never requested."""

import gzip
import io
import socket
import tarfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import httpcore
import pytest

from citehop.acquisition.add import add
from citehop.acquisition.download import download
from citehop.acquisition.files import open_copies
from citehop.acquisition.http.client import ServiceClient, user_agent
from citehop.acquisition.http.connections import RequestDeadline, find_proxy, open_pool
from citehop.acquisition.http.errors import (
    FetchError,
    NotAvailableError,
    PaywallError,
    RateLimitedError,
    TransientFetchError,
    UnsafeUrlError,
)
from citehop.acquisition.http.rate_limit import RateLimiter, host_key
from citehop.acquisition.http.retry_after import parse_retry_after
from citehop.acquisition.http.url_policy import load_url_policy
from citehop.errors import ConfigurationError
from citehop.papers.records import LedgerEntry, OpenCopy, PaperRecord
from citehop.settings import Settings
from citehop.testing.scholarly.pdf import paper_pdf

PDF = paper_pdf("A Title", ["Ann Lee"], [("Abstract", "Words.")])
Reply = tuple[int, dict[str, str], bytes]


class Site:
    """A server that answers by path with what a test says; `asked` are the requests."""

    def __init__(self) -> None:
        self.replies: dict[str, Reply | Callable[[int], Reply]] = {}
        self.asked: list[tuple[float, str, dict[str, str]]] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: object) -> None:
                pass

            def do_GET(self) -> None:
                heads = {k.lower(): v for k, v in self.headers.items()}
                site.asked.append((time.monotonic(), self.path, heads))
                reply = site.replies[self.path.partition("?")[0]]
                count = sum(path == self.path for _, path, _ in site.asked)
                status, headers, body = reply(count) if callable(reply) else reply
                self.send_response(status)
                for name, value in {"content-length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.host}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.server.shutdown()
    site.server.server_close()


@pytest.fixture
def settings(site: Site, tmp_path: Path) -> Settings:
    return replace(
        Settings(), home=str(tmp_path), allow_http=True, trusted_hosts=site.host,
        arxiv_interval=0.001, fetch_interval=0.001, fetch_backoff=0.001, max_file_mb=1,
    )  # fmt: skip


def fetched(settings: Settings, url: str, folder: Path, kind: str = "pdf") -> Path:
    with ServiceClient(settings, folder / "kept", time.monotonic() + 20) as web:
        return download(web, OpenCopy(url, "test", "tex" if kind == "tex" else "pdf"), folder / "paper")


def test_a_file_is_what_its_bytes_say(site: Site, settings: Settings, tmp_path: Path) -> None:
    site.replies["/x.html"] = (
        200,
        {"content-type": "text/html", "content-disposition": 'filename="../../x"'},
        PDF,
    )
    path = fetched(settings, f"{site.url}/x.html", tmp_path)
    assert (path, path.read_bytes()) == (tmp_path / "paper.pdf", PDF)
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["paper.pdf"]


@pytest.mark.parametrize(
    "body",
    [b"<!DOCTYPE html><html>Sign in</html>", b"  <html><head></head></html>", b"Not a PDF", b"PK\x03\x04zip"],
)
def test_a_login_page_is_no_paper(site: Site, settings: Settings, tmp_path: Path, body: bytes) -> None:
    site.replies["/x.pdf"] = (200, {"content-type": "application/pdf"}, body)
    with pytest.raises(PaywallError):
        fetched(settings, f"{site.url}/x.pdf", tmp_path)
    assert not list(tmp_path.glob("*paper*"))
    assert len(site.asked) == 4


@pytest.mark.parametrize(
    ("status", "error", "asked"),
    [(404, NotAvailableError, 1), (410, NotAvailableError, 1), (401, PaywallError, 1),
     (402, PaywallError, 1), (403, PaywallError, 1), (400, FetchError, 1),
     (500, TransientFetchError, 8), (503, TransientFetchError, 8)],
)  # fmt: skip
def test_status(
    site: Site, settings: Settings, tmp_path: Path, status: int, error: type[Exception], asked: int
) -> None:
    site.replies["/x.pdf"] = (status, {}, b"no")
    with pytest.raises(error):
        fetched(settings, f"{site.url}/x.pdf", tmp_path)
    assert len(site.asked) == asked


def test_a_file_over_the_limit_is_left(site: Site, settings: Settings, tmp_path: Path) -> None:
    site.replies["/x.pdf"] = (200, {}, PDF + bytes(2 << 20))
    with pytest.raises(UnsafeUrlError, match="larger than 1 MB"):
        fetched(settings, f"{site.url}/x.pdf", tmp_path)
    assert not list(tmp_path.glob("*.part"))


def test_a_pdf_without_its_end_is_fetched_again(site: Site, settings: Settings, tmp_path: Path) -> None:
    site.replies["/x.pdf"] = lambda count: (200, {}, PDF if count > 2 else PDF[:-300])
    assert fetched(settings, f"{site.url}/x.pdf", tmp_path).read_bytes() == PDF
    assert len(site.asked) == 3


def test_a_pdf_that_never_has_an_end_is_taken_as_it_is(
    site: Site, settings: Settings, tmp_path: Path
) -> None:
    site.replies["/x.pdf"] = (200, {}, PDF[:-300])
    assert fetched(settings, f"{site.url}/x.pdf", tmp_path).read_bytes() == PDF[:-300]
    assert len(site.asked) == 3


def _bundle(name: str) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as bundle:
        member = tarfile.TarInfo(name)
        member.size = 4
        bundle.addfile(member, io.BytesIO(b"text"))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("body", "suffix"),
    [
        (_bundle("main.tex"), ".tar.gz"),
        (gzip.compress(b"\\documentclass{article}", mtime=0), ".tar.gz"),
        (PDF, ".pdf"),
    ],
)
def test_sources_are_what_their_bytes_say(
    site: Site, settings: Settings, tmp_path: Path, body: bytes, suffix: str
) -> None:
    site.replies["/e-print/1"] = (200, {}, body)
    assert fetched(settings, f"{site.url}/e-print/1", tmp_path, "tex").name == f"paper{suffix}"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://example.org/x.pdf", "gopher://example.org", "javascript:alert(1)", "x.pdf",
        "https://", "https://user:secret@example.org/x.pdf", "https://localhost/x.pdf", "https://127.0.0.1/x.pdf",
        "https://[::1]/x.pdf", "https://10.0.0.1/", "https://192.168.1.1/", "https://172.16.0.1/", "https://169.254.169.254/",
        "https://[fe80::1]/", "https://[::ffff:10.0.0.1]/", "https://0.0.0.0/", "https://100.64.0.1/", "https://224.0.0.1/",
        "https://printer.local/x.pdf", "https://[::1", "https://example.org:99999/",
    ],
)  # fmt: skip
def test_addresses_that_are_never_asked(url: str, tmp_path: Path) -> None:
    with pytest.raises(UnsafeUrlError):
        load_url_policy(replace(Settings(), allow_http=True)).check(url)


def test_http_only_where_the_user_says_so() -> None:
    with pytest.raises(UnsafeUrlError, match="allow_http"):
        load_url_policy(Settings()).check("http://example.org/x.pdf")
    load_url_policy(replace(Settings(), allow_http=True)).check("http://example.org/x.pdf")
    load_url_policy(Settings()).check("https://example.org/x.pdf")


def test_a_name_with_a_private_address_is_not_asked(
    site: Site, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(host: str, port: int, **_: object) -> list[object]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setenv("no_proxy", "*")
    port = site.host.partition(":")[2]
    with pytest.raises(UnsafeUrlError, match="private address"):
        fetched(replace(settings, trusted_hosts=""), f"http://rebound.example.org:{port}/x.pdf", tmp_path)
    assert not site.asked


def test_redirects_are_followed_and_checked(site: Site, settings: Settings, tmp_path: Path) -> None:
    site.replies["/a"] = (302, {"location": "/b"}, b"")
    site.replies["/b"] = (301, {"location": f"{site.url}/c.pdf"}, b"")
    site.replies["/c.pdf"] = (200, {}, PDF)
    assert fetched(settings, f"{site.url}/a", tmp_path).read_bytes() == PDF
    site.replies["/out"] = (302, {"location": "http://169.254.169.254/latest/meta-data"}, b"")
    with pytest.raises(UnsafeUrlError, match="private"):
        fetched(settings, f"{site.url}/out", tmp_path)
    site.replies["/loop"] = (302, {"location": "/loop"}, b"")
    with pytest.raises(FetchError, match="redirects"):
        fetched(settings, f"{site.url}/loop", tmp_path)


def test_a_pause_that_a_server_asks_for_is_kept(site: Site, settings: Settings, tmp_path: Path) -> None:
    site.replies["/x.pdf"] = lambda count: (200, {}, PDF) if count > 1 else (429, {"retry-after": "1"}, b"")
    fetched(settings, f"{site.url}/x.pdf", tmp_path)
    assert site.asked[1][0] - site.asked[0][0] >= 1.0


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_a_pause_beyond_the_time_that_is_left_is_not_waited_for(
    site: Site, settings: Settings, tmp_path: Path
) -> None:
    site.replies["/a"] = (429, {"retry-after": "86400"}, b"")
    for _ in range(2):
        with (
            ServiceClient(settings, tmp_path / "kept", time.monotonic() + 20) as web,
            pytest.raises(RateLimitedError, match="pause"),
        ):
            web.get_json(f"{site.url}/a")
    assert len(site.asked) == 1


def test_retry_after_in_seconds_and_as_a_date() -> None:
    now = "Wed, 21 Oct 2015 07:28:00 GMT"
    assert parse_retry_after({"retry-after": "120"}) == 120.0
    assert parse_retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:30 GMT", "date": now}) == 30.0
    assert parse_retry_after({"retry-after": "Wed, 21 Oct 2015 07:27:00 GMT", "date": now}) == 0.0
    assert parse_retry_after({"retry-after": "1000000000"}) == 3600.0, "no server stops us for years"
    assert parse_retry_after({"retry-after": "Wed, 21 Oct 2099 07:28:00 GMT", "date": now}) == 3600.0
    assert parse_retry_after({"retry-after": "soon"}) is None
    assert parse_retry_after({}) is None


def test_answers_are_asked_for_with_conditions(site: Site, settings: Settings, tmp_path: Path) -> None:
    site.replies["/a"] = lambda count: (200, {"etag": '"1"'}, b'{"a": 1}') if count == 1 else (304, {}, b"")
    for fresh, asked in ((True, 1), (True, 1), (False, 2)):
        with ServiceClient(settings, tmp_path / "kept", time.monotonic() + 20, fresh=fresh) as web:
            assert web.get_json(f"{site.url}/a") == {"a": 1}
        assert len(site.asked) == asked
    assert site.asked[1][2]["if-none-match"] == '"1"'


def test_an_answer_of_the_future_is_not_fresh(
    site: Site, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that was set back does not make answers last for longer than a week."""
    site.replies["/a"] = (200, {}, b"{}")
    clock = time.time
    for ahead, asked in ((1e6, 1), (1e6 + 60, 1), (0.0, 2)):
        monkeypatch.setattr(time, "time", lambda ahead=ahead: clock() + ahead)
        with ServiceClient(settings, tmp_path / "kept", time.monotonic() + 20) as web:
            web.get_json(f"{site.url}/a")
        assert len(site.asked) == asked


def test_it_says_who_asks(site: Site, settings: Settings, tmp_path: Path) -> None:
    site.replies["/a"] = (200, {}, b"{}")
    settings = replace(settings, email="reader@example.org")
    with ServiceClient(settings, tmp_path / "kept", time.monotonic() + 20) as web:
        web.get_json(f"{site.url}/a")
    assert site.asked[0][2]["user-agent"] == user_agent(settings)
    assert "mailto:reader@example.org" in user_agent(settings)


def test_pacing_holds_between_all_who_share_its_folder(tmp_path: Path) -> None:
    def turns(times: list[float]) -> None:
        pacer = RateLimiter(tmp_path, {"arxiv.org": 0.05}, 0.0)
        for _ in range(4):
            with pacer.turn("https://export.arxiv.org/pdf/1", time.monotonic() + 20):
                times.append(time.monotonic())

    times: list[float] = []
    threads = [threading.Thread(target=turns, args=(times,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times.sort()
    assert len(times) == 12
    assert min(later - earlier for earlier, later in pairwise(times)) >= 0.05


def test_all_of_arxiv_is_one_host() -> None:
    assert {host_key(f"https://{name}arxiv.org/x") for name in ("", "www.", "export.")} == {"arxiv.org"}
    assert host_key("https://Example.org:8080/x") == "example.org:8080"


def test_offline_forbids_it(settings: Settings, network: list[str]) -> None:
    with pytest.raises(ConfigurationError, match="offline"):
        add(["2310.08395"], settings=replace(settings, offline=True))
    assert not network


def test_http_addresses_are_asked_by_https(settings: Settings, tmp_path: Path) -> None:
    entry = LedgerEntry("x", "cited", PaperRecord(places=(OpenCopy("http://example.org/x.pdf", "OpenAlex"),)))
    with ServiceClient(replace(settings, allow_http=False), tmp_path, time.monotonic() + 1) as web:
        assert [place.url for place in open_copies(entry, web, tex=False)] == ["https://example.org/x.pdf"]


def test_the_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "me:secret@proxy.example.org:3128")
    monkeypatch.setenv("no_proxy", "inside.example.org")
    assert find_proxy("https://arxiv.org/x") == "http://me:secret@proxy.example.org:3128"
    assert find_proxy("https://inside.example.org/x") == ""
    pool = open_pool("https://arxiv.org/x", load_url_policy(Settings()), RequestDeadline())
    assert isinstance(pool, httpcore.HTTPProxy)


def test_a_full_disk_is_not_taken_for_a_broken_connection(
    site: Site, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    site.replies["/x.pdf"] = (200, {}, PDF)
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        fetched(settings, f"{site.url}/x.pdf", tmp_path)
    assert len(site.asked) == 1
    assert not list(tmp_path.glob("*.p*"))


def test_arxiv_is_asked_every_three_seconds_unless_a_setting_says_otherwise(
    site: Site, tmp_path: Path
) -> None:
    site.replies["/pdf/1"] = (200, {}, PDF)
    settings = replace(Settings(), home=str(tmp_path), arxiv_url=site.url, allow_http=True)
    for _ in range(2):  # two runs: the pace outlives them
        fetched(settings, f"{site.url}/pdf/1", tmp_path)
    assert site.asked[1][0] - site.asked[0][0] >= 3.0
