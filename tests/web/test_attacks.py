"""Attacks on the web page: other origins, other names, traversal, markup in texts, large requests, missing tokens."""

import re
import shutil
import socket
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from citehop.cli.sample_cluster import QUESTION
from citehop.papers.clusters.cluster import Cluster
from citehop.settings import Settings

EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'>"
PAPER = "/clusters/sample/papers/varnholt-2024-braidnet"
THREAD = "/clusters/sample/threads/20260101-000000-000000"
FORMS = (
    "/clusters/sample/ask",
    f"{PAPER}/pages/1/ask",
    "/clusters/sample/table",
    "/clusters/sample/anchor",
    "/clusters/sample/delete",
    f"{THREAD}/1/correct",
    f"{THREAD}/1/correct-paper",
    "/new/files",
    "/new/papers",
    "/trash/20260101-000000-000000/restore",
    "/trash/20260101-000000-000000/purge",
    "/review/1",
)
TRAVERSALS = (
    "..",
    "../..",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e",
    "%2e%2e%2f%2e%2e",
    "/etc/passwd",
    "..%5c..",
    "a%00b",
    "~",
    "..~..",
    ".",
)


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "", "http://127.0.0.1:1", "http://localhost"]
)
def test_a_post_of_another_origin_is_refused(site: Any, origin: str) -> None:
    values = {"form_token": site.form_token(), "question": "q"}
    for path in FORMS:
        assert site.post(path, values, Origin=origin).status == 403, path


def test_a_form_without_the_token_of_the_page_is_refused(site: Any) -> None:
    for token in ("", "x", "ü"):
        for path in FORMS:
            if path != "/new/files":  # test_create has it: a form of several parts
                assert site.post(path, {"form_token": token, "question": "q"}).status == 403, path
    assert site.get("/clusters/sample").status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "127.0.0.1:x", "192.168.0.9"]
)
def test_the_name_of_another_host_is_refused(site: Any, host: str) -> None:
    assert site.get("/", Host=host).status in (400, 421)


@pytest.mark.parametrize("evil", TRAVERSALS)
@pytest.mark.parametrize(
    "path",
    [
        "/clusters/{}",
        "/clusters/{}/papers/varnholt-2024-braidnet",
        "/clusters/sample/papers/{}",
        "/clusters/sample/papers/{}/pages/1/image.png",
        "/clusters/sample/papers/varnholt-2024-braidnet/pages/{}",
        "/clusters/sample/papers/varnholt-2024-braidnet/pages/{}/image.png",
        "/clusters/sample/papers/varnholt-2024-braidnet/figures/{}/image.png",
        "/clusters/sample/papers/varnholt-2024-braidnet/figures/{}/thumbnail.jpg",
        "/clusters/sample/threads/{}",
        "/clusters/sample/threads/{}/export",
        "/clusters/sample/threads/{}/1/figure.png",
        "/clusters/sample/threads/20260101-000000-000000/1/{}/page.png",
        "/clusters/sample?anchor={}",
        "/clusters/{}/table",
        "/clusters/sample/table/{}",
        "/clusters/sample/table/{}/sheet.csv",
        "/clusters/sample/table/20260101-000000-000000/sheet.{}",
        "/clusters/{}/threads/20260101-000000-000000/1/correct",
        "/clusters/sample/threads/{}/1/correct",
        "/clusters/sample/threads/20260101-000000-000000/{}/correct",
        "/runs/{}",
        "/runs/compare?first={}&second={}",
        "/jobs/{}",
        "/review/{}",
        "/review/1/figure.png?pair={}",
        "/static/{}",
        "/{}",
    ],
)
def test_no_parameter_leads_to_the_disk(site: Any, path: str, evil: str) -> None:
    reply = site.get(path.format(evil, evil))
    assert reply.status in (400, 404)
    assert b"root:" not in reply.body


def test_the_path_of_a_cluster_is_not_a_name(site: Any, word_settings: Settings) -> None:
    folder = str(word_settings.home_path / "clusters" / "sample").replace("/", "%2f")
    assert site.get(f"/clusters/{folder}").status == 404
    for name in ("sample%2f..", "..%2fclusters%2fsample", ".sample", "sa..mple", "..."):
        assert site.get(f"/clusters/{name}").status == 404


@pytest.mark.parametrize("field", ["thread", "anchor", "figure"])
@pytest.mark.parametrize("value", ["../../etc/passwd", "/etc/passwd", "..", "\x00", EVIL])
def test_no_field_of_the_form_leads_to_the_disk(site: Any, field: str, value: str) -> None:
    reply = site.ask("Which method is best?", **{field: value})
    assert reply.status == 404
    assert "<script>alert" not in reply.text
    assert "root:" not in reply.text


def test_large_requests_are_refused_before_they_are_read(site: Any) -> None:
    reply = site.send(
        "POST", "/clusters/sample/ask", headers={"Origin": site.origin, "Content-Length": str(2 << 30)}
    )
    assert reply.status == 413
    head = ("POST /clusters/sample/ask HTTP/1.1", f"Host: 127.0.0.1:{site.port}", f"Origin: {site.origin}")
    chunked = "\r\n".join((*head, "Transfer-Encoding: chunked", "", ""))
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as connection:
        connection.sendall(chunked.encode())
        assert b" 413 " in connection.recv(100)
    assert site.ask("why " * 2000).status == 413
    assert site.ask("  ").status == 400


class Tags(HTMLParser):
    """Start tags with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def check_markup(page: str) -> None:
    """Assert that a page has no script, style or handler but its own files."""
    tags = Tags()
    tags.feed(page)
    for tag, attributes in tags.seen:
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        assert tag not in ("style", "iframe", "object", "base")
        if tag == "script":
            assert re.fullmatch(r"/static/[a-z]+\.js", attributes["src"] or "")
        for name in ("src", "href", "action"):
            assert (attributes.get(name) or "/").startswith(("/", "#"))
    assert "<script>alert" not in page


def test_markup_in_a_question_is_text(site: Any) -> None:
    reply = site.ask(f"How does SnowLedger handle melt? {EVIL}")
    path = reply.headers["location"].partition("#")[0]
    page = site.get(path).text
    check_markup(page)
    assert "&lt;script&gt;" in page
    check_markup(site.get("/clusters/sample").text)
    exported = site.get(f"{path}/export").text
    assert "<script" not in exported
    assert "<img src=x" not in exported


def test_markup_in_titles_captions_and_names_is_text(
    word_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: Any
) -> None:
    shutil.copytree(word_settings.home_path / "clusters", tmp_path / "clusters")
    read = Cluster.read

    def corrupt(self: Cluster, cls: Any, path: Path) -> Any:
        value = read(self, cls, path)
        papers = value if isinstance(value, tuple) and hasattr(value[0], "title") else None
        if papers is not None:
            return tuple(replace(paper, title=EVIL + paper.title, authors=(EVIL,)) for paper in papers)
        if hasattr(value, "figures"):
            figures = tuple(replace(f, caption=EVIL, label=EVIL + f.label) for f in value.figures)
            references = tuple(replace(r, title=EVIL, key=EVIL) for r in value.references)
            return replace(value, title=EVIL, abstract=EVIL, figures=figures, references=references)
        return value

    monkeypatch.setattr(Cluster, "read", corrupt)
    with start(replace(word_settings, home=str(tmp_path))) as site:
        for path in ("/", "/clusters/sample", PAPER, "/clusters/sample/table"):
            page = site.get(path).text
            check_markup(page)
            assert "&lt;script&gt;" in page
        check_markup(site.get(f"/clusters/sample?figure={'%22%3E%3Cscript%3Ealert(1)'}").text)


def test_every_response_has_a_strict_policy(site: Any) -> None:
    for path in ("/", "/clusters/sample", "/nosuch", "/clusters/nosuch", "/static/ask.js"):
        headers = site.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in site.get("/", Host="evil.example").headers["content-security-policy"]


def test_no_page_names_another_host_or_an_inline_script() -> None:
    folder = Path(__file__).resolve().parents[2] / "web"
    for path in (*folder.glob("templates/*"), *folder.glob("static/*")):
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|//[a-z]+\.|\bon\w+=|\sstyle=|<script>|<style|\|\s*safe", text), path


def test_without_the_token_nothing_is_served(word_settings: Settings, start: Any) -> None:
    with start(word_settings, token="secret") as site:
        for path in ("/", "/clusters/sample", "/static/ask.js", "/?token=", "/?token=wrong"):
            assert site.get(path).status == 401
        assert site.get("/", Cookie="citehop_token=wrong").status == 401
        reply = site.get("/?token=secret")
        assert (reply.status, reply.headers["location"]) == (303, "/")
        cookie = reply.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert site.get("/", Cookie=cookie.partition(";")[0]).status == 200


def test_methods_that_no_page_needs_are_refused(site: Any) -> None:
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE"):
        assert site.send(method, "/clusters/sample").status == 405
    assert site.send("POST", "/clusters/sample", headers={"Origin": site.origin}).status == 405


@pytest.mark.parametrize(
    "evil", ["..", "../..", "/etc", "%2e%2e", "..%2f..", "...", ".sample", "sample%2f.."]
)
def test_a_form_changes_nothing_but_a_named_cluster(own_site: Any, own_settings: Settings, evil: str) -> None:
    before = sorted(own_settings.home_path.rglob("*"))
    token = {"form_token": own_site.form_token(), "paper": evil, "question": "q"}
    for form in FORMS[:-1]:
        if "/clusters/" in form:
            assert own_site.post(form.replace("/sample/", f"/{evil}/", 1), token).status in (400, 404), form
        if "/trash/" in form:
            assert own_site.post(form.replace("20260101-000000-000000", evil), token).status in (400, 404)
    assert sorted(own_settings.home_path.rglob("*")) == before


def test_markup_in_a_correction_is_text(own_site: Any) -> None:
    path = own_site.ask(QUESTION).headers["location"].partition("#")[0]
    values = {"form_token": own_site.form_token(), "other": EVIL, "value": EVIL}
    assert own_site.post(f"{path}/1/correct", values).status == 303
    for page in (path, f"{path}/2/correct", "/clusters/sample"):
        text = own_site.get(page).text
        check_markup(text)
    assert "&lt;script&gt;" in own_site.get(path).text
    assert "<script" not in own_site.get(f"{path}/export").text


def test_markup_in_a_sheet_and_a_file_name_is_text(own_site: Any) -> None:
    papers = [("paper", "varnholt-2024-braidnet"), ("paper", "castellanos-2021-rillnet")]
    fields = [("form_token", own_site.form_token()), ("questions", f"Which delay? {EVIL}"), *papers]
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": own_site.origin}
    reply = own_site.send("POST", "/clusters/sample/table", urlencode(fields).encode(), kind)
    assert reply.status == 303
    check_markup(own_site.finished_job(reply).text)
    broken = own_site.upload({f"{EVIL}.pdf": b"%PDF-1.4 broken"}, "markup")
    check_markup(own_site.finished_job(broken).text)


def test_long_and_many_fields_are_refused(site: Any) -> None:
    token = site.form_token()
    many = "&".join(f"f{n}=x" for n in range(1000))
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": site.origin}
    body = f"form_token={token}&{many}".encode()
    assert site.send("POST", "/clusters/sample/table", body, kind).status == 413
    assert site.post("/new/papers", {"form_token": token, "papers": "x" * 20_001}).status == 413
    papers = " ".join(f"2001.{n:05d}" for n in range(201))
    assert site.post("/new/papers", {"form_token": token, "papers": papers}).status == 413


def test_an_upload_without_the_token_of_the_page_is_refused_before_it_is_read(site: Any) -> None:
    head = (
        f"POST /new/files?form_token=x HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nOrigin: {site.origin}\r\n"
    )
    kind = "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as connection:
        connection.sendall((head + kind).encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize(
    "path", ["//evil.example/", "///evil.example", "/\\evil.example", "//evil.example/%2f.."]
)
def test_the_token_leads_to_no_other_host(word_settings: Settings, start: Any, path: str) -> None:
    with start(word_settings, token="secret") as site:
        reply = site.get(f"{path}?token=secret")
    assert reply.status in (303, 400)
    location = reply.headers.get("location", "/")
    assert location[:1] == "/"
    assert location[1:2] not in ("/", "\\")


def test_a_browser_that_leaves_is_no_error(site: Any, caplog: pytest.LogCaptureFixture) -> None:
    head = f"POST /clusters/sample/table HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nOrigin: {site.origin}\r\n"
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", site.port)) as connection:
            connection.sendall(f"{head}Content-Length: 5000\r\n\r\nform_token=".encode())
    assert site.get("/").status == 200
    assert "ClientDisconnect" not in caplog.text


def test_no_page_tells_where_the_home_is(own_site: Any, own_settings: Settings) -> None:
    home = own_settings.home_path
    for path in (home / "clusters" / "sample" / "papers").glob("*.json"):
        path.write_text("{")
    (home / "clusters" / "damaged").mkdir()
    (home / "clusters" / "damaged" / "manifest.json").write_text("{")
    for page in ("/", PAPER, "/clusters/damaged", "/clusters/nosuch", "/jobs/99"):
        assert str(home) not in own_site.get(page).text, page
