"""The MCP server, driven by the SDK's own client over stdio."""

import base64
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from citehop.agent.tools.tool_set import TOOLS as DEFINED
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings

pytest.importorskip("mcp")
import anyio
from mcp import Client, StdioServerParameters, stdio_client

from citehop.integrations.mcp_server import replace_lone_surrogates

SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."
TOOLS = {"list_clusters", *(tool.name for tool in DEFINED)}


@pytest.fixture
def talk(word_settings: Settings) -> Callable[[Callable[[Client], Awaitable[None]]], None]:
    """`talk(steps)` starts `citehop mcp` and lets `steps` use its client."""

    def run(steps: Callable[[Client], Awaitable[None]]) -> None:
        command = ["-c", "from citehop.cli.main import run; run()", "mcp", "--home", word_settings.home]
        server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))

        async def all_steps() -> None:
            async with Client(stdio_client(server)) as client:
                await steps(client)

        anyio.run(all_steps)

    return run


def test_every_tool_answers_with_structure(talk: Any) -> None:
    async def steps(client: Client) -> None:
        listed = await client.list_tools()
        assert {tool.name for tool in listed.tools} == TOOLS
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in listed.tools)
        assert all(tool.description for tool in listed.tools)
        by_name = {tool.name: tool for tool in listed.tools}
        for defined in (tool.declaration for tool in DEFINED):
            served = by_name[defined.name]
            assert served.description == defined.description
            assert set(served.input_schema["properties"]) == {"cluster", *defined.parameters["properties"]}
            assert set(served.input_schema["required"]) == {"cluster", *defined.parameters["required"]}

        clusters = await structured(client, "list_clusters")
        assert clusters == {
            "clusters": [{"name": "sample", "anchor": "varnholt-2024-braidnet", "papers": 13}],
            "total": 1,
            "next_offset": None,
        }
        first = await structured(client, "list_papers", cluster="sample", limit=10)
        rest = await structured(client, "list_papers", cluster="sample", offset=first["next_offset"])
        assert (first["total"], rest["next_offset"]) == (13, None)
        assert len({paper["paper_id"] for paper in first["papers"] + rest["papers"]}) == 13
        figures = await structured(client, "list_figures", cluster="sample", limit=2)
        assert [figure["label"] for figure in figures["figures"]] == ["Table 1", "Figure 1"]
        assert (figures["total"], figures["next_offset"]) == (5, 2)
        others = await structured(client, "list_figures", cluster="sample", paper="RillNet")
        assert others["paper_id"] == "castellanos-2021-rillnet"
        assert others["figures"][0]["label"] == "Table I"

        seen: list[tuple[float, str | None]] = []

        async def note(progress: float, total: float | None, message: str | None) -> None:
            seen.append((progress, message))

        told = await client.call_tool(
            "ask", {"cluster": "sample", "question": QUESTION}, progress_callback=note
        )
        assert told.structured_content is not None
        assert told.structured_content["citations"][0]["quote"] == SENTENCE
        assert told.structured_content["status"] == "answered"
        assert seen[0] == (1, "figure and ranking")
        assert [done for done, _ in seen] == list(range(1, len(seen) + 1))

        cited = await structured(client, "cite", cluster="sample", about="RillNet", k=2)
        assert cited["ranking"][0]["paper_id"] == "castellanos-2021-rillnet"
        assert len(cited["ranking"]) == 2
        assert "Castellanos" in cited["statements"][0]["text"]

        found = await structured(client, "search", cluster="sample", query="gauges", papers=["CRESTA"])
        assert {hit["paper_id"] for hit in found["hits"]} == {"abiodun-2020-cresta"}

        asked = {"figure": "Table 1", "row": ["RillNet"], "column": ["CRESTA NSE"]}
        read = await structured(client, "read_figure", cluster="sample", **asked)
        assert [statement["value"] for statement in read["statements"]] == ["0.713"]
        assert "0.713" in read["statements"][0]["citations"][0]["quote"]
        table = await structured(client, "read_table", cluster="sample", figure="Table 1")
        assert table["rows"][0]["cells"]["CRESTA NSE"] == "0.481"

        known = await structured(client, "record", cluster="sample", paper="RillNet", fields=["year"])
        assert [statement["value"] for statement in known["statements"]] == ["2021"]
        sections = await structured(client, "list_sections", cluster="sample")
        assert sections["sections"][0] == {"heading": "Abstract", "page": 1}

        page = await structured(client, "read_page", cluster="sample", paper="RillNet", page=1)
        assert SENTENCE in " ".join(page["text"].split())
        assert page["title"] == "RillNet: Message Passing along Drainage Lines"

        shown = await client.call_tool("look", {"cluster": "sample", "paper": "RillNet", "page": 1})
        (image,) = shown.content
        assert shown.structured_content is not None
        assert (shown.structured_content["page"], shown.structured_content["figure"]) == (1, None)
        with Image.open(io.BytesIO(base64.b64decode(image.data))) as picture:  # type: ignore[union-attr]
            assert picture.height > 1000

    talk(steps)


def test_the_server_has_a_version_and_cuts_long_results(word_settings: Settings) -> None:
    from citehop import __version__

    command = ["-c", "from citehop.cli.main import run; run()", "mcp", "--max-tokens", "500"]
    server = StdioServerParameters(
        command=sys.executable, args=[*command, "--home", word_settings.home], env=dict(os.environ)
    )

    async def steps() -> None:
        async with Client(stdio_client(server)) as client:
            assert client.server_info is not None
            assert client.server_info.version == __version__
            found = await structured(client, "search", cluster="sample", query="gauges", k=50)
            assert len(json.dumps(found)) <= 1500
            assert found["omitted"]["hits"] > 10

    anyio.run(steps)


def test_mistakes_are_one_line_that_a_model_can_act_on(
    talk: Any, word_settings: Settings, tmp_path: Path
) -> None:
    copied = str(shutil.copytree(word_settings.home_path / "clusters" / "sample", tmp_path / "stranger"))

    async def steps(client: Client) -> None:
        for tool, arguments, words in (
            ("ask", {"cluster": "nosuch", "question": "q"}, "there are: sample"),
            ("search", {"cluster": "../clusters/sample", "query": "q"}, "cluster"),
            ("search", {"cluster": copied, "query": "q"}, "cluster"),
            ("ask", {"cluster": "sample", "question": "q", "figure": "Table 99"}, "its figures: Table 1"),
            ("search", {"cluster": "sample", "query": "q", "k": 1000}, "k must be 1 to 50"),
            ("read_page", {"cluster": "sample", "paper": "RillNet", "page": 99}, "not page 99"),
            ("list_figures", {"cluster": "sample", "offset": -1}, "offset must not be negative"),
            ("list_papers", {"cluster": "sample", "limit": 1000}, "limit must be 1 to 50"),
            (
                "read_page",
                {"cluster": "sample", "paper": "x" * 100_000, "page": 1},
                "at most 4000 characters",
            ),
            ("read_page", {"cluster": "sample", "paper": "x" * 3000, "page": 1}, "at most 300 characters"),
            ("list_figures", {"cluster": "sample", "paper": "x" * 3000}, "at most 300 characters"),
            (
                "look",
                {"cluster": "sample", "paper": "RillNet", "figure": "x" * 3000},
                "at most 300 characters",
            ),
            ("ask", {"cluster": "x" * 3000, "question": "q"}, "at most 300 characters"),
            ("ask", {"cluster": "sample", "question": "q " * 50_000}, "at most 4000 characters"),
            ("search", {"cluster": "sample", "query": "q", "papers": ["RillNet"] * 1000}, "20 items"),
        ):
            told = await client.call_tool(tool, arguments)
            assert told.is_error
            assert words in told.content[0].text  # type: ignore[union-attr]

    talk(steps)


@pytest.mark.parametrize(
    ("line", "valid"),
    [
        (rb'"\ud83d\ude00"', rb'"\ud83d\ude00"'),
        (rb'"a\ud800b"', rb'"a\ufffdb"'),
        (rb'"\ude00\ud83d"', rb'"\ufffd\ufffd"'),
        (rb'"\\ud800"', rb'"\\ud800"'),
    ],
)
def test_lone_surrogates_are_replaced(line: bytes, valid: bytes) -> None:
    assert replace_lone_surrogates(line) == valid


def test_a_message_with_a_lone_surrogate_gets_a_reply(word_settings: Settings) -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "search", "arguments": {"cluster": "sample", "query": "gauges \ud800"}},
        },
    ]
    command = [
        sys.executable,
        "-c",
        "from citehop.cli.main import run; run()",
        "mcp",
        "--home",
        word_settings.home,
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.writelines(json.dumps(message) + "\n" for message in messages)
        server.stdin.flush()
        replies = [json.loads(server.stdout.readline()) for _ in range(2)]
        server.stdin.close()
    assert [reply["id"] for reply in replies] == [1, 2]
    assert replies[1]["result"]["structuredContent"]["hits"]


async def structured(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    told = await client.call_tool(tool, arguments)
    assert not told.is_error, told.content
    assert told.structured_content is not None
    content: dict[str, Any] = told.structured_content
    return content
