"""A small Qdrant server on localhost: the client's in-memory engine behind the REST calls that citehop makes.

It shows how a program behaves if a server fails, restarts or is changed by others. It says nothing about the speed of
a real server.
"""

from __future__ import annotations

import json
import re
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from pydantic import TypeAdapter
from qdrant_client import QdrantClient, models

VERSION = "1.18.3"  # version of the server whose replies are imitated
_SELECTOR: TypeAdapter[Any] = TypeAdapter(models.PointsSelector)
_ROUTES: list[tuple[str, str, str]] = [
    ("GET", r"/", "_describe"),
    ("GET", r"/collections", "_list"),
    ("GET", r"/aliases", "_list_aliases"),
    ("POST", r"/collections/aliases", "_change_aliases"),
    ("GET", r"/collections/([^/]+)/exists", "_exists"),
    ("GET", r"/collections/([^/]+)", "_collection"),
    ("PUT", r"/collections/([^/]+)", "_create"),
    ("DELETE", r"/collections/([^/]+)", "_delete"),
    ("PUT", r"/collections/([^/]+)/index", "_index"),
    ("PUT", r"/collections/([^/]+)/points", "_upsert"),
    ("POST", r"/collections/([^/]+)/points", "_retrieve"),
    ("POST", r"/collections/([^/]+)/points/delete", "_delete_points"),
    ("POST", r"/collections/([^/]+)/points/count", "_count"),
    ("POST", r"/collections/([^/]+)/points/query", "_query"),
    ("POST", r"/collections/([^/]+)/points/query/batch", "_query_batch"),
    ("POST", r"/collections/([^/]+)/facet", "_facet"),
]
_WRITES = ("_create", "_delete", "_index", "_upsert", "_delete_points", "_change_aliases")


@dataclass(frozen=True, slots=True)
class QdrantRequest:
    """A received request and the status of the response."""

    method: str
    path: str
    status: int

    @property
    def deletes_collection(self) -> bool:
        """True if the request deletes a collection."""
        return self.method == "DELETE"


class QdrantServer:
    """Context manager that serves an empty Qdrant at `url`.

    `fail(method, path)` is called for each request. It returns 0 to answer the request, the status of an error, or -1
    to close the connection without a reply. If `key` is set, requests need it as API key; with `read_only_key` they
    can only read. `client` is the engine itself: changes made through it look like those of another program.
    """

    def __init__(self, *, key: str = "", read_only_key: str = "") -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.client = QdrantClient(":memory:")
        self.requests: list[QdrantRequest] = []
        self.fail: Callable[[str, str], int] = _never
        self._key, self._read_only_key = key, read_only_key
        self._lock = threading.Lock()
        self._server: ThreadingHTTPServer | None = None
        self._port = 0

    @property
    def url(self) -> str:
        """The server's address, which stays the same after a restart."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start to listen; after `stop`, at the same address as before."""
        handler = type("Handler", (_Handler,), {"qdrant": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        """Stop listening and keep the data."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self.client.close()

    def reply(self, method: str, path: str, key: str, body: bytes) -> tuple[int, Any]:
        """Return status and content of the response to a request; status -1 means no response."""
        with self._lock, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the engine in memory has no payload index and no graph
            status, result = self._answer(method, path, key, body)
            self.requests.append(QdrantRequest(method, path, status))
        return status, result

    def _answer(self, method: str, path: str, key: str, body: bytes) -> tuple[int, Any]:
        failure = self.fail(method, path)
        if failure:
            return failure, _error("fault")
        for verb, pattern, action in _ROUTES:
            match = re.fullmatch(pattern, path)
            if verb != method or not match:
                continue
            refusal = self._refusal(key, action)
            if refusal:
                return refusal
            try:
                result = getattr(self, action)(*match.groups(), *([json.loads(body)] if body else []))
            except ValueError as error:  # "Collection x not found"
                return (404 if "not found" in str(error) else 400), _error(str(error))
            return 200, result if action == "_describe" else {"result": result, "status": "ok", "time": 0.0}
        return 404, _error(f"no route {method} {path}")

    def _refusal(self, key: str, action: str) -> tuple[int, Any] | None:
        if not self._key or key == self._key:
            return None
        if not key or key != self._read_only_key:
            return 401, _error("Must provide an API key or an Authorization bearer token")
        return (403, _error("Forbidden: Global manage access is required")) if action in _WRITES else None

    def _describe(self) -> Any:
        return {"title": "qdrant - vector search engine", "version": VERSION}

    def _list(self) -> Any:
        return self.client.get_collections().model_dump()

    def _list_aliases(self) -> Any:
        return self.client.get_aliases().model_dump()

    def _change_aliases(self, body: Any) -> Any:
        change = models.ChangeAliasesOperation.model_validate(body)
        return self.client.update_collection_aliases(change.actions)

    def _exists(self, name: str) -> Any:
        return {"exists": self.client.collection_exists(name)}

    def _collection(self, name: str) -> Any:
        return self.client.get_collection(name).model_dump(mode="json")

    def _create(self, name: str, body: Any) -> Any:
        wanted = models.CreateCollection.model_validate(body)
        return self.client.create_collection(
            name, vectors_config=wanted.vectors, sparse_vectors_config=wanted.sparse_vectors
        )

    def _delete(self, name: str) -> Any:
        return self.client.delete_collection(name)

    def _index(self, *_: Any) -> Any:
        return _done()

    def _upsert(self, name: str, body: Any) -> Any:
        self.client.upsert(name, models.PointsList.model_validate(body).points)
        return _done()

    def _retrieve(self, name: str, body: Any) -> Any:
        request = models.PointRequest.model_validate(body)
        records = self.client.retrieve(name, request.ids, with_payload=request.with_payload or False)
        return [record.model_dump(mode="json") for record in records]

    def _delete_points(self, name: str, body: Any) -> Any:
        self.client.delete(name, _SELECTOR.validate_python(body))
        return _done()

    def _count(self, name: str, body: Any) -> Any:
        request = models.CountRequest.model_validate(body)
        return self.client.count(name, count_filter=request.filter).model_dump()

    def _query(self, name: str, body: Any) -> Any:
        return self._query_batch(name, {"searches": [body]})[0]

    def _query_batch(self, name: str, body: Any) -> Any:
        requests = models.QueryRequestBatch.model_validate(body).searches
        return [found.model_dump(mode="json") for found in self.client.query_batch_points(name, requests)]

    def _facet(self, name: str, body: Any) -> Any:
        request = models.FacetRequest.model_validate(body)
        found = self.client.facet(name, request.key, limit=request.limit or 10, exact=True)
        return found.model_dump(mode="json")


class _Handler(BaseHTTPRequestHandler):
    qdrant: QdrantServer

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = self.path.partition("?")[0]
        status, content = self.qdrant.reply(self.command, path, self.headers.get("api-key", ""), body)
        if status < 0:
            self.close_connection = True
            return
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_PUT = do_POST = do_DELETE = _serve

    def log_message(self, *_: object) -> None:
        pass


def _never(_method: str, _path: str) -> int:
    return 0


def _done() -> dict[str, Any]:
    return {"operation_id": 0, "status": "completed"}


def _error(text: str) -> dict[str, Any]:
    return {"status": {"error": text}, "time": 0.0}
