"""Numbers of citehop come from citehop's engine: no benchmark ranks or answers by code of its own, but for
baselines.
"""

import ast
from pathlib import Path

import citehop.evaluation

EVALUATION = Path(citehop.evaluation.__file__).parent

# What a second implementation of ranking or answering would be made of.
RANKING = {
    "rank_bm25",
    "citehop.indexes.text",
    "citehop.retrieval.fusion",
    "citehop.indexes.stores.embedded",
    "citehop.indexes.stores.server",
    "qdrant_client",
    "qdrant_edge",
    "citehop.retrieval.linking.rank",
    "citehop.retrieval.linking.link",
    "citehop.retrieval.linking.candidate_index",
    "citehop.figures.read",
    "citehop.figures.answer",
    "citehop.agent.answerers",
    "citehop.agent.relevance",
    "citehop.agent.reader.by_model",
}
# All that benchmarks use of the engine besides values and models: what a user calls.
ENTRIES = {
    "citehop.agent.ask.ask": {"m3sciqa/engine.py", "scidqa/papers.py"},
    "citehop.agent.first_hop.first_hop": {"m3sciqa/engine.py"},
    "citehop.retrieval.search.search_chunks": {
        "retrieval/benchmark.py",
        "question_generation/baselines.py",
    },
}
AGENT = {
    "ask",
    "figures.paper_figures",  # opens a figure to make questions of it
    "first_hop",
    "llm",
    "plan",
    "query.grammar",  # parts the questions that are made, and finds what their figures are asked
    "query.parse",
    "query.parts",
    "query.types",
    "reader.trust",
    "session",
    "trace",
    "types",
    "verification.chain",
    "vision.read_figure",  # encodes pictures
    "vision.second_opinion",
}
# Modules that name baselines, and offer them under names of their own.
USES_BASELINES = {
    "m3sciqa/first_hop.py",  # --ranking baseline:...
    "m3sciqa/benchmark.py",  # --protocol paper
    "mmsci/benchmark.py",  # fig2cap without a model
    "retrieval/benchmark.py",  # strategies baseline:...
    "scidqa/benchmark.py",  # --retriever baseline:bm25
    "scifibench/benchmark.py",  # --baseline
    "spiqa/benchmark.py",  # --picker
    "question_generation/baselines.py",  # the share of questions that they answer
}
# Reads figures, links names and asks the engine and baselines to make questions, of which it keeps those that need
# their figure.
MAKES_QUESTIONS = "question_generation"
# Reads figures of a cluster to label their kinds in a data set that is made from it.
LABELS_FIGURES = "mmsci/figure_types.py"
# Modules that send requests to a model themselves: baselines and judges, and the protocols of benchmarks whose tasks
# ask a
# model without citehop (captions, multiple choice, an answer from a given text).
ASKS_MODELS = {
    "baselines/paper_protocol.py",
    "baselines/multimodal_ranker.py",
    "baselines/paper_rankers.py",
    "common/model_calls.py",
    "common/engine.py",  # passes requests on
    "mmsci/benchmark.py",
    "mmsci/figure_types.py",
    "mmsci/judges.py",
    "mmsci/materials.py",
    "scidqa/answer.py",
    "scifibench/benchmark.py",
    "scifibench/make.py",  # what is answered without looking
    "spiqa/benchmark.py",
    "spiqa/make.py",
    "spiqa/replies.py",
    "judges/atomic_units.py",
    "judges/equivalence.py",
    "question_generation/cluster_reader.py",  # the two rounds of M3SciQA
    "runs/replay.py",  # passes requests on
}


def imports(path: Path) -> set[str]:
    """Absolute names of the modules that a file of the package imports."""
    package = ["citehop", "evaluation", *path.relative_to(EVALUATION).parts[:-1]]
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return names


def modules() -> dict[str, set[str]]:
    return {path.relative_to(EVALUATION).as_posix(): imports(path) for path in EVALUATION.rglob("*.py")}


def importers(targets: set[str]) -> set[str]:
    return {
        name
        for name, found in modules().items()
        if any(one == target or one.startswith(f"{target}.") for one in found for target in targets)
    }


def test_only_baselines_rank_by_code_of_their_own() -> None:
    assert {name.rpartition("/")[0] for name in importers(RANKING) - {LABELS_FIGURES}} == {
        "baselines",
        MAKES_QUESTIONS,
    }


def test_only_named_options_lead_to_a_baseline() -> None:
    outside = {
        name for name in importers({"citehop.evaluation.baselines"}) if not name.startswith("baselines/")
    }
    assert outside == USES_BASELINES


def test_citehop_is_asked_by_what_its_users_call() -> None:
    for entry, modules_ in ENTRIES.items():
        assert importers({entry}) == modules_, entry


def test_nothing_else_of_the_agent_is_used() -> None:
    used = {
        name.removeprefix("citehop.agent.")
        for path, found in modules().items()
        if not path.startswith("baselines/")
        for name in found
        if name.startswith("citehop.agent.")
    }
    assert not [name for name in used if not any(name == one or name.startswith(f"{one}.") for one in AGENT)]


def test_only_baselines_judges_and_protocols_ask_a_model() -> None:
    direct = {
        path.relative_to(EVALUATION).as_posix()
        for path in EVALUATION.rglob("*.py")
        if any(
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "complete"
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
        )
    }
    assert direct | importers({"citehop.evaluation.common.model_calls.ModelCalls"}) == ASKS_MODELS
