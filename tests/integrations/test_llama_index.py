"""A cluster inside LlamaIndex, and LlamaIndex's retrievers among the strategies of `bench retrieval`."""

import asyncio
import base64
import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from citehop.agent.llm.roles import Models, open_models
from citehop.agent.llm.types import Message, Request
from citehop.agent.session import Session
from citehop.cli.main import main
from citehop.cli.sample_cluster import QUESTION
from citehop.evaluation.retrieval.corpus import CorpusPassage
from citehop.testing import ModelServer

pytest.importorskip("llama_index.core")
from llama_index.core.agent.workflow import ReActAgent
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.llms import CompletionResponse, CustomLLM, LLMMetadata
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.schema import ImageNode, NodeWithScore, TextNode

from citehop.agent.tools.tool_set import TOOLS
from citehop.integrations.llama_index import ClusterQueryEngine, ClusterRetriever, cluster_tools, strategy

ROOT = Path(__file__).resolve().parents[2]
SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."


class Scripted(CustomLLM):  # type: ignore[misc]  # llama_index is not type-checked here
    """LlamaIndex's interface to a model of citehop."""

    models: Any

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(context_window=8000, num_output=256)

    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:
        asked = Request((Message("user", prompt),), label="formatted" if formatted else "")
        return CompletionResponse(text=self.models.text.complete(asked).text)

    def stream_complete(self, prompt: str, formatted: bool = False, **_: Any) -> Any:
        yield self.complete(prompt, formatted)


def scripted(session: Session, server: ModelServer) -> Models:
    settings = replace(session.settings, model="openai/scripted", api_base=server.url, no_cache=True)
    models = open_models(settings)
    assert models is not None
    return models


def test_a_query_engine_of_llama_index_answers_over_the_cluster(by_words: Session) -> None:
    with ModelServer(["It rises to 13.1 hours."]) as server:
        llm = Scripted(models=scripted(by_words, server))
        engine = RetrieverQueryEngine.from_args(ClusterRetriever(by_words, k=3), llm=llm)
        response = engine.query(
            "What happens to the timing error if all delays are fixed at one day per edge?"
        )
    assert str(response) == "It rises to 13.1 hours."
    best = response.source_nodes[0]
    assert SENTENCE in " ".join(best.node.get_content().split())
    assert best.node.metadata["paper_id"] == "castellanos-2021-rillnet"
    assert (best.node.metadata["page"], len(best.node.metadata["bbox"])) == (1, 4)
    scores = [node.score for node in response.source_nodes]
    assert scores == sorted(scores, reverse=True)
    prompt = json.dumps(server.received[0].body)
    assert "RillNet: Message Passing along Drainage Lines" in prompt  # the title is shown to the model
    assert "bbox" not in prompt


def test_pages_come_as_images(by_words: Session) -> None:
    nodes = ClusterRetriever(by_words, k=3, papers=["castellanos-2021-rillnet"], page_images=True).retrieve(
        "timing error delays"
    )
    pages = [node for node in nodes if isinstance(node.node, ImageNode)]
    assert {p.node.metadata["page"] for p in pages} == {
        n.node.metadata["page"] for n in nodes if n not in pages
    }
    with Image.open(io.BytesIO(base64.b64decode(pages[0].node.image))) as image:
        assert image.format == "PNG"
        assert image.height > image.width > 700


def test_asking_is_a_query_engine_with_quotes_as_sources(by_words: Session) -> None:
    response = ClusterQueryEngine(by_words).query(QUESTION)
    assert response.source_nodes[0].node.text == SENTENCE
    assert response.source_nodes[0].node.metadata["page"] == 1
    assert response.metadata["status"] == "answered"
    assert response.metadata["ranking"][0] == "castellanos-2021-rillnet"
    assert "RillNet" in response.metadata["reading"][0][0]


def test_the_tools_give_json(by_words: Session) -> None:
    tools = {tool.metadata.name: tool for tool in cluster_tools(by_words)}
    assert set(tools) == {
        "ask",
        "list_papers",
        "list_figures",
        "read_figure",
        "read_table",
        "cite",
        "record",
        "search",
        "list_sections",
        "read_section",
        "read_equation",
        "read_page",
    }
    assert "verbatim quotes" in tools["ask"].metadata.description
    for defined in (tool.declaration for tool in TOOLS if tool.name != "look"):
        schema = tools[defined.name].metadata.get_parameters_dict()
        assert defined.description in tools[defined.name].metadata.description
        assert set(schema["properties"]) == set(defined.parameters["properties"])
        assert set(schema.get("required", ())) == set(defined.parameters["required"])
    answer = json.loads(tools["ask"].call(question=QUESTION).content)
    assert answer["citations"][0]["quote"] == SENTENCE
    read = json.loads(tools["read_figure"].call(figure="Table 1", row=["RillNet"]).content)
    assert "RillNet, CRESTA NSE: 0.713" in read["statements"][0]["text"]
    cited = json.loads(tools["cite"].call(about="RillNet").content)
    assert cited["ranking"][0]["paper_id"] == "castellanos-2021-rillnet"
    assert len(json.loads(tools["search"].call(query="floods", k=2).content)["hits"]) == 2


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # llama_index's agents use what pydantic and it call old
def test_an_agent_of_llama_index_uses_the_tools(by_words: Session) -> None:
    call = json.dumps({"query": "timing error if all delays are fixed at one day per edge", "k": 2})
    steps = [
        f"Thought: I search.\nAction: search\nAction Input: {call}",
        "Thought: I can answer without using any more tools.\nAnswer: To 13.1 hours.",
    ]

    async def run(llm: Scripted) -> str:
        return str(
            await ReActAgent(tools=cluster_tools(by_words), llm=llm).run("What happens to the timing error?")
        )

    with ModelServer(steps) as server:
        assert asyncio.run(run(Scripted(models=scripted(by_words, server)))) == "To 13.1 hours."
        told = json.dumps(server.received[1].body)
    assert SENTENCE in told  # the tool's result went back to the model


class ByLength(BaseRetriever):  # type: ignore[misc]
    """The longest passages first, whatever is asked."""

    def __init__(self, nodes: list[TextNode]) -> None:
        super().__init__()
        self._nodes = nodes

    def _retrieve(self, _: Any) -> list[NodeWithScore]:
        found = sorted(self._nodes, key=lambda node: -len(node.text))
        return [NodeWithScore(node=node, score=float(len(node.text))) for node in found]


by_length = strategy(ByLength)  # as a user's module would have it


def test_a_retriever_of_llama_index_ranks_passages() -> None:
    passages = [
        CorpusPassage("a", "long long long"),
        CorpusPassage("b", "short"),
        CorpusPassage("h", "Heading", "", True),
    ]
    hits = by_length(passages)("anything")
    assert [(hit.id, hit.score) for hit in hits] == [("a", 14.0), ("b", 5.0)]


def test_bench_retrieval_takes_it_as_a_strategy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    papers = {
        "paper_id": "p",
        "title": "T",
        "paragraphs": ["A short one, it ends.", "The very much longer one, it ends."],
    }
    asked = {"question_id": "q", "question": "which?", "paper_id": "p", "gold_paragraphs": [1]}
    (tmp_path / "papers.jsonl").write_text(json.dumps(papers))
    (tmp_path / "questions.jsonl").write_text(json.dumps(asked))
    module = tmp_path / "my_retriever.py"
    module.write_text("from citehop_test_strategies import by_length\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "citehop_test_strategies", sys.modules[__name__])
    bench = ["bench", "retrieval", "--data", str(tmp_path), "--home", str(tmp_path / "home"), "--json"]
    assert main([*bench, "--strategies", "baseline:bm25,my_retriever:by_length"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["strategy"] for row in rows] == ["baseline:bm25", "my_retriever:by_length"]
    assert rows[1]["MRR"] == 1.0
    for wrong in ("nosuch_module:x", "json:nosuch", "sys:path", "magic"):
        assert main([*bench, "--strategies", wrong]) == 2
        assert wrong in capsys.readouterr().err


def test_only_one_module_imports_llama_index() -> None:
    rooms = [
        ROOT / name
        for name in (
            "acquisition",
            "agent",
            "cli",
            "evaluation",
            "figures",
            "indexes",
            "integrations",
            "papers",
            "retrieval",
            "testing",
        )
    ]
    importing = [
        path.name
        for room in rooms
        for path in room.rglob("*.py")
        if any(
            line.lstrip().startswith(("from llama_index", "import llama_index"))
            for line in path.read_text().splitlines()
        )
    ]
    assert importing == ["llama_index.py"]


def test_without_the_extra_one_line_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib

    import citehop.integrations.llama_index as module
    from citehop.errors import MissingExtraError

    monkeypatch.setitem(sys.modules, "llama_index.core.schema", None)
    with pytest.raises(MissingExtraError, match=r'pip install "citehop\[llama-index\]"'):
        importlib.reload(module)
    monkeypatch.undo()
    importlib.reload(module)
