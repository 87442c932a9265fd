"""citehop as an MCP server: its tools over stdio, for assistants that speak the Model Context Protocol.

Every tool only reads; none indexes. Results are structured. Only this module imports `mcp`, of the extra `mcp`.
"""

from __future__ import annotations

import base64
import inspect
import io
import re
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO, TextIO, TypeVar, cast

from ..agent.llm.roles import open_models
from ..agent.session import Session, open_session
from ..errors import CitehopError, MissingExtraError, UsageError
from ..papers.clusters.cluster import cluster_folder, open_cluster
from ..papers.clusters.cluster import list_clusters as known_clusters
from ..settings import Settings
from . import json_output as fields
from . import tools

try:
    import anyio
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import CallToolResult, ImageContent, TextContent, ToolAnnotations
except ImportError as error:
    raise MissingExtraError("The MCP server", "mcp") from error

T = TypeVar("T")
_ESCAPES = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)
_INSTRUCTIONS = (
    "Questions about scientific papers. A cluster is a paper, the anchor, with the papers it cites. `ask` answers a "
    "question about a figure or table of the anchor from the papers it leads to; every quote is verbatim, with paper "
    "and page. Start with list_clusters. Clusters are made on the command line with `citehop index`, not here."
)
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


class Sessions:
    """Opened clusters by name, each opened once and again after it was indexed anew. Safe for several threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings, self._lock = settings, threading.Lock()
        self._open: dict[str, Session] = {}

    def __call__(self, name: str) -> Session:
        """The session over cluster `name` of the home. Raises UsageError for an unknown one; a path is not a name."""
        with self._lock:
            folder = cluster_folder(name, self._settings)
            if not folder.is_dir():
                names = ", ".join(cluster.name for cluster in known_clusters(self._settings))
                raise UsageError(f"no cluster {name!r}; there are: {names or 'none yet'}")
            session = self._open.get(name)
            if session is None or open_cluster(folder, self._settings).manifest != session.cluster.manifest:
                # The old one is not closed: another thread may be asking over it.
                session = self._open[name] = open_session(str(folder), self._settings)
            return session


def serve(settings: Settings) -> None:
    """Serve on stdin and stdout until the client leaves. Raises ConfigurationError for a model that cannot be used."""
    server = make_server(settings)
    sys.stdin = cast(TextIO, _Input(sys.stdin.buffer))
    server.run("stdio")


class _Input:
    """Standard input for the SDK, which reads its `buffer`."""

    def __init__(self, buffer: BinaryIO) -> None:
        self.buffer = _ValidUnicode(buffer)


class _ValidUnicode(io.BufferedIOBase):
    """JSON lines with lone surrogates replaced: the SDK drops a message with one, and its sender waits for ever."""

    def __init__(self, lines: BinaryIO) -> None:
        self._lines = lines

    def readable(self) -> bool:
        return True

    def read1(self, _size: int = -1) -> bytes:
        """One line, whatever its size."""
        return replace_lone_surrogates(self._lines.readline())

    def read(self, _size: int | None = -1) -> bytes:
        return self.read1()


def replace_lone_surrogates(line: bytes) -> bytes:
    """`line` of JSON with each escaped surrogate without its partner replaced by U+FFFD."""
    return _ESCAPES.sub(lambda match: b"\\ufffd" if match.lastgroup == "lone" else match[0], line)


def make_server(settings: Settings) -> MCPServer:
    """The server with its tools; a model of `settings`, if there is one, writes the answers of `ask`."""
    server = MCPServer("citehop", instructions=_INSTRUCTIONS, log_level="WARNING")
    sessions, models = Sessions(settings), open_models(settings)

    @server.tool(annotations=_READS)
    async def list_clusters() -> dict[str, Any]:
        """The clusters on this machine, each with its anchor, its papers (id, title) and the anchor's figures."""
        return await _in_thread(
            lambda: {"clusters": [_described(c.name, sessions) for c in known_clusters(settings)]}
        )

    @server.tool(annotations=_READS, description=inspect.getdoc(tools.ask))
    async def ask(
        cluster: str, question: str, ctx: Context, figure: str = "", anchor: str = ""
    ) -> dict[str, Any]:
        step = 0

        def on_step(name: str) -> None:
            nonlocal step
            step += 1
            anyio.from_thread.run(ctx.report_progress, step, None, name)

        return await _in_thread(
            lambda: tools.ask(sessions(cluster), question, figure, anchor, models, on_step)
        )

    for function in (tools.rank_papers, tools.search, tools.read_figure):
        server.tool(annotations=_READS)(_as_tool(function, sessions))

    @server.tool(annotations=_READS, description=inspect.getdoc(tools.get_page))
    async def get_page(cluster: str, paper: str, page: int) -> CallToolResult:
        told, picture = await _in_thread(lambda: tools.get_page(sessions(cluster), paper, page))
        data = base64.b64encode(picture).decode("ascii")
        content: list[Any] = [
            TextContent(type="text", text=told["text"]),
            ImageContent(type="image", data=data, mime_type="image/png"),
        ]
        return CallToolResult(content=content, structured_content=told)

    return server


def _as_tool(function: Callable[..., dict[str, Any]], sessions: Sessions) -> Callable[..., Any]:
    """A tool of `tools` over the cluster that its first argument names."""

    @tools.with_signature(function, first="cluster")
    async def call(cluster: str, **arguments: Any) -> dict[str, Any]:
        return await _in_thread(lambda: function(sessions(cluster), **arguments))

    return call


async def _in_thread(work: Callable[[], T]) -> T:
    """`work` off the event loop, so that the server stays answerable; its errors as tool errors with their one line."""
    try:
        return await anyio.to_thread.run_sync(work)
    except CitehopError as error:
        raise ToolError(str(error)) from error


def _described(name: str, sessions: Sessions) -> dict[str, Any]:
    cluster = sessions(name).cluster
    anchor = cluster.paper(cluster.anchor) if cluster.anchor else None
    return {
        "name": name,
        "anchor": cluster.anchor,
        "papers": [{"paper_id": paper.id, "title": paper.title} for paper in cluster.summaries],
        "figures": [fields.figure_fields(anchor, figure) for figure in anchor.figures] if anchor else [],
    }
