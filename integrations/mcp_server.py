"""MCP server: the tools over stdio, for assistants that use the Model Context Protocol.

All tools only read; no tool indexes papers. Results are structured. Only this module imports the package `mcp` (extra
`mcp`).
"""

from __future__ import annotations

import base64
import io
import re
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, TextIO, TypeVar, cast, get_type_hints

from .. import __version__
from ..agent.llm.roles import Models, open_models
from ..agent.tools.definition import TypedTool
from ..agent.tools.functions import part_of_list
from ..agent.tools.tool_set import TOOLS
from ..agent.tools.types import ShownPicture, ToolContext, ToolResult
from ..errors import CitehopError, MissingExtraError, UsageError
from ..papers.clusters.locate import list_clusters as known_clusters
from ..settings import Settings
from .sessions import Sessions
from .token_limit import check_limit, limit_tokens
from .tool_output import list_fields, result_fields, with_signature

try:
    import anyio
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import CallToolResult, ImageContent, ToolAnnotations
except ImportError as error:
    raise MissingExtraError("The MCP server", "mcp") from error

T = TypeVar("T")
MAX_TOKENS = 10_000  # most tokens of a result; assistants warn about longer results or cut them
_LONGEST, _MOST_ITEMS = 4000, 20  # most characters of an argument, and most items of a list argument
_ESCAPES = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)
_INSTRUCTIONS = (
    "Questions about scientific papers. A cluster is a paper, the anchor, with the papers it cites. `ask` answers a "
    "question about a figure or table of the anchor from the papers it leads to; every quote is verbatim, with paper "
    "and page. Start with list_clusters, then list_figures. "
    "Long lists come in parts: call again with next_offset. Clusters are made on the command line with `citehop index`, not here."
)
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


def serve(settings: Settings, max_tokens: int = MAX_TOKENS) -> None:
    """Serve on stdin and stdout until the client leaves. No result has more than about `max_tokens` tokens.

    Raises ConfigurationError for a model that cannot be used, and UsageError for a limit that is too low.
    """
    server = make_server(settings, max_tokens)
    sys.stdin = cast(TextIO, _Input(sys.stdin.buffer))
    server.run("stdio")


class _Input:
    """Standard input for the SDK, which reads its attribute `buffer`."""

    def __init__(self, buffer: BinaryIO) -> None:
        self.buffer = _ValidUnicode(buffer)


class _ValidUnicode(io.BufferedIOBase):
    """A stream of JSON lines with lone surrogates replaced.

    The SDK drops a message with a lone surrogate, so its sender would never get a reply.
    """

    def __init__(self, lines: BinaryIO) -> None:
        self._lines = lines

    def readable(self) -> bool:
        return True

    def read1(self, _size: int = -1) -> bytes:
        """Read one line of any size."""
        return replace_lone_surrogates(self._lines.readline())

    def read(self, _size: int | None = -1) -> bytes:
        return self.read1()


def replace_lone_surrogates(line: bytes) -> bytes:
    """Return a `line` of JSON with U+FFFD in place of each escaped surrogate that has no partner."""
    return _ESCAPES.sub(lambda match: b"\\ufffd" if match.lastgroup == "lone" else match[0], line)


def make_server(settings: Settings, max_tokens: int = MAX_TOKENS) -> MCPServer:
    """Return the server with its tools. If `settings` name a model, it writes the answers of `ask`."""
    check_limit(max_tokens)
    server = MCPServer(
        "citehop", title="citehop", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING"
    )
    sessions, models = Sessions(settings), open_models(settings)

    @server.tool(annotations=_READS)
    async def list_clusters(offset: int = 0, limit: int = 20) -> dict[str, Any]:
        """List `limit` clusters of this machine from number `offset`: name, anchor and number of papers."""
        return await _in_thread(lambda: limit_tokens(_list_clusters(settings, offset, limit), max_tokens))

    for tool in TOOLS:
        server.tool(annotations=_READS)(_as_mcp_tool(tool, sessions, models, max_tokens))
    return server


def _as_mcp_tool(
    tool: TypedTool, sessions: Sessions, models: Models | None, max_tokens: int
) -> Callable[..., Any]:
    """Return `tool` as a function whose first argument names the cluster. Its steps are reported as progress."""

    async def run(cluster: str, ctx: Context, arguments: dict[str, Any]) -> tuple[ToolResult, dict[str, Any]]:
        step = 0

        def on_step(name: str) -> None:
            nonlocal step
            step += 1
            anyio.from_thread.run(ctx.report_progress, step, None, name)

        def work() -> tuple[ToolResult, dict[str, Any]]:
            _check_lengths(arguments)
            session = sessions(cluster)
            result = tool.function(ToolContext(session, models=models, on_step=on_step), **arguments)
            return result, limit_tokens(result_fields(result, session), max_tokens)

        return await _in_thread(work)

    if get_type_hints(tool.function)["return"] is ShownPicture:

        @with_signature(tool, first="cluster", ctx=Context)
        async def show(cluster: str, *, ctx: Context, **arguments: Any) -> CallToolResult:
            result, shown = await run(cluster, ctx, arguments)
            assert isinstance(result, ShownPicture)
            data = base64.b64encode(result.image.data).decode("ascii")
            image = ImageContent(type="image", data=data, mime_type=result.image.media_type)
            return CallToolResult(content=[image], structured_content=shown)

        return show

    @with_signature(tool, first="cluster", ctx=Context)
    async def call(cluster: str, *, ctx: Context, **arguments: Any) -> dict[str, Any]:
        return (await run(cluster, ctx, arguments))[1]

    return call


def _check_lengths(arguments: dict[str, Any]) -> None:
    """Raise UsageError for an argument that is longer than any question or name, or a list with too many items."""
    for name, value in arguments.items():
        texts = value if isinstance(value, list) else [value]
        if len(texts) > _MOST_ITEMS or any(isinstance(text, str) and len(text) > _LONGEST for text in texts):
            raise UsageError(
                f"{name}: at most {_LONGEST} characters, and at most {_MOST_ITEMS} items of a list"
            )


async def _in_thread(work: Callable[[], T]) -> T:
    """Run `work` outside the event loop so that the server stays responsive. Its errors become tool errors."""
    try:
        return await anyio.to_thread.run_sync(work)
    except CitehopError as error:
        raise ToolError(str(error)) from error


def _list_clusters(settings: Settings, offset: int, limit: int) -> dict[str, Any]:
    clusters = known_clusters(settings)
    rows = [
        {"name": cluster.name, "anchor": cluster.anchor, "papers": len(cluster.paper_ids)}
        for cluster in clusters[part_of_list(offset, limit)]
    ]
    return list_fields("clusters", rows, offset, len(clusters))
