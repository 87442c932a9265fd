"""Clusters in LlamaIndex, and LlamaIndex retrievers in `citehop bench retrieval`. Requires the extra `llama-index`.

    with citehop.open("mine") as session:
        engine = RetrieverQueryEngine.from_args(ClusterRetriever(session), llm=llm)      # LlamaIndex writes the answer
        engine = ClusterQueryEngine(session, models=citehop.open_models(settings))       # citehop does, with verified quotes
        agent = FunctionAgent(tools=cluster_tools(session), llm=llm)

This is the only module that imports llama_index. LlamaIndex's own defaults (its `Settings.llm`, its embedding model) are
neither used nor changed: pass your own.
"""

from __future__ import annotations

import asyncio
import base64
import functools
import io
import json
from collections.abc import Callable, Sequence
from typing import Any, get_type_hints

from ..agent.ask import ask
from ..agent.llm.roles import Models
from ..agent.plan import Plan
from ..agent.search import search
from ..agent.session import Session
from ..agent.tools.definition import TypedTool
from ..agent.tools.tool_set import TOOLS
from ..agent.tools.types import ShownPicture, ToolContext
from ..agent.types import Answer
from ..errors import MissingExtraError
from ..evaluation.baselines.rankers import Strategy
from ..evaluation.retrieval.corpus import CorpusPassage
from ..indexes.types import Chunk, Hit
from ..papers.parsing.pdf.pages import render_page
from ..retrieval.types import Strategy as SearchStrategy
from .tool_output import result_fields, with_signature

try:
    from llama_index.core.base.base_query_engine import BaseQueryEngine
    from llama_index.core.base.base_retriever import BaseRetriever
    from llama_index.core.base.response.schema import Response
    from llama_index.core.schema import ImageNode, NodeWithScore, QueryBundle, TextNode
    from llama_index.core.tools import FunctionTool
except ImportError as error:
    raise MissingExtraError("LlamaIndex", "llama-index") from error

_PAGE_DPI = 110
_FOR_PROGRAMS = ["paper_id", "bbox", "cluster"]  # metadata hidden from models and embeddings


class ClusterRetriever(BaseRetriever):  # type: ignore[misc]  # llama_index is not type-checked here
    """A retriever of the passages of a cluster, as TextNodes with score, title, page, section and box.

    `strategy` and `papers` are as in `citehop.search`. With `page_images`, the page of each passage follows once as
    an ImageNode (base64 PNG), with the score of its best passage.
    """

    def __init__(
        self,
        session: Session,
        k: int = 5,
        *,
        strategy: SearchStrategy | None = None,
        papers: Sequence[str] = (),
        page_images: bool = False,
    ) -> None:
        super().__init__()
        self._session, self._k, self._strategy = session, k, strategy
        self._papers, self._page_images = tuple(papers), page_images

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = search(
            self._session, query_bundle.query_str, self._k, papers=self._papers, strategy=self._strategy
        )
        nodes = [_passage_node(self._session, each.chunk, each.score) for each in found]
        return nodes + (_page_nodes(self._session, nodes) if self._page_images else [])

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)


class ClusterQueryEngine(BaseQueryEngine):  # type: ignore[misc]
    """`citehop.ask` as a query engine: `source_nodes` are the quotes, `metadata` has status, ranking, reading and
    notes.
    """

    def __init__(
        self,
        session: Session,
        *,
        models: Models | None = None,
        plan: Plan | None = None,
        anchor: str | None = None,
        figure: str | None = None,
    ) -> None:
        super().__init__(callback_manager=None)
        self._session = session
        self._ask = functools.partial(ask, session, models=models, plan=plan, anchor=anchor, figure=figure)

    def _query(self, query_bundle: QueryBundle) -> Response:
        answer = self._ask(query_bundle.query_str)
        return Response(answer.text, _quote_nodes(self._session, answer), _told(answer))

    async def _aquery(self, query_bundle: QueryBundle) -> Response:
        return await asyncio.to_thread(self._query, query_bundle)

    def _get_prompt_modules(self) -> dict[str, Any]:
        return {}


def cluster_tools(session: Session, models: Models | None = None) -> list[FunctionTool]:
    """Return all tools over the session's cluster except `look`, which shows pictures, for a LlamaIndex agent.

    Results are JSON texts.
    """
    context = ToolContext(session, models=models)

    def as_function_tool(tool: TypedTool) -> FunctionTool:
        @with_signature(tool)
        def call(*values: Any, **named: Any) -> str:
            result = tool.function(context, *values, **named)
            return json.dumps(result_fields(result, session), ensure_ascii=False)

        return FunctionTool.from_defaults(call)

    return [
        as_function_tool(tool)
        for tool in TOOLS
        if get_type_hints(tool.function)["return"] is not ShownPicture
    ]


def strategy(build: Callable[[list[TextNode]], BaseRetriever]) -> Strategy:
    """Return a retrieval strategy for `citehop bench retrieval --strategies MODULE:NAME` from any LlamaIndex
    retriever.

    `build` makes a retriever from the passages of a collection, given as nodes with the ids of the passages. Scores
    are kept. Nodes without a score are scored by rank. Ties are broken by id.
    """

    def over(passages: Sequence[CorpusPassage]) -> Callable[[str], list[Hit]]:
        kept = [passage for passage in passages if not passage.is_heading]
        retriever = build(
            [TextNode(id_=p.id, text=f"{p.heading}. {p.text}" if p.heading else p.text) for p in kept]
        )

        def rank(query: str) -> list[Hit]:
            found = retriever.retrieve(query)
            hits = (
                Hit(each.node.node_id, 1 / place if each.score is None else float(each.score))
                for place, each in enumerate(found, 1)
            )
            return sorted(hits, key=lambda hit: (-hit.score, hit.id))

        return rank

    return over


def _passage_node(session: Session, chunk: Chunk, score: float) -> NodeWithScore:
    metadata = _metadata(session, chunk.paper_id, chunk.page) | {
        "section": chunk.section,
        "bbox": [chunk.bbox.x0, chunk.bbox.y0, chunk.bbox.x1, chunk.bbox.y1],
    }
    return NodeWithScore(node=_text_node(chunk.id, chunk.text, metadata), score=score)


def _quote_nodes(session: Session, answer: Answer) -> list[NodeWithScore]:
    nodes = []
    for number, citation in enumerate(answer.citations, 1):
        box = citation.bbox
        metadata = _metadata(session, citation.paper_id, citation.page) | {
            "bbox": [box.x0, box.y0, box.x1, box.y1]
        }
        node = _text_node(f"{citation.paper_id}:quote{number}", citation.quote, metadata)
        nodes.append(NodeWithScore(node=node))
    return nodes


def _page_nodes(session: Session, passages: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    """Return the pages of `passages` as images, in their order. Papers without pages have none."""
    nodes: dict[str, NodeWithScore] = {}
    for passage in passages:
        paper_id, page = passage.node.metadata["paper_id"], passage.node.metadata["page"]
        node_id, source = f"{paper_id}:page{page}", session.cluster.source_path(paper_id)
        if node_id in nodes or source is None or source.suffix.lower() != ".pdf":
            continue
        picture = io.BytesIO()
        render_page(source, page, _PAGE_DPI).save(picture, "PNG", optimize=True)
        image = ImageNode(
            id_=node_id,
            image=base64.b64encode(picture.getvalue()).decode("ascii"),
            image_mimetype="image/png",
            metadata=_metadata(session, paper_id, page),
            excluded_llm_metadata_keys=_FOR_PROGRAMS,
            excluded_embed_metadata_keys=_FOR_PROGRAMS,
        )
        nodes[node_id] = NodeWithScore(node=image, score=passage.score)
    return list(nodes.values())


def _text_node(node_id: str, text: str, metadata: dict[str, Any]) -> TextNode:
    return TextNode(
        id_=node_id,
        text=text,
        metadata=metadata,
        excluded_llm_metadata_keys=_FOR_PROGRAMS,
        excluded_embed_metadata_keys=_FOR_PROGRAMS,
    )


def _metadata(session: Session, paper_id: str, page: int) -> dict[str, Any]:
    title = session.cluster.summary(paper_id).title
    return {"cluster": session.cluster.name, "paper_id": paper_id, "title": title, "page": page}


def _told(answer: Answer) -> dict[str, Any]:
    names = answer.reading.entities if answer.reading else ()
    return {
        "status": answer.status,
        "ranking": [ranked.paper_id for ranked in answer.ranking],
        "reading": [(entity.text, entity.probability) for entity in names[:5]],
        "notes": list(answer.notes),
        "usd": answer.usage.usd,
    }
