"""MMSci's case study (its section 7): a model generates crystal structures, or restores a masked element.

    DIR/**/materials.jsonl    {"id", "structure": a crystal as text}, the reference structures, such as those of MP-20

Measured are parsed and valid structures, formulas that are as asked for, and how far the distributions of density and number
of elements are from those of the references. Coverage, charge balance and stability need programs that are not part of citehop.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from scipy.stats import wasserstein_distance

from ....agent.llm.roles import Models
from ....agent.llm.types import LLM, Message, Request
from ....errors import ConfigurationError, UsageError
from ...evaluate import System
from ...prepared_task import PreparedTask, each_alone
from ...reports.report import ReportExtra, ReportTable
from ...runs.resumable_jsonl import run_key
from ...types import Document, Example, Prediction, Scores
from ..request import TaskRequest
from .crystals import WEIGHTS, Crystal, density, formula, is_valid, parse_crystal, same_formula
from .options import TEMPERATURE, MMSciOptions
from .shots import draw_sample

PARSED, VALID, FORMULA, ELEMENT = "parsed", "structural validity", "formula", "element"
MASK = "[MASK]"
_TOKENS = 2048
_GENERATE = """Describe the crystal structure of a stable bulk material$formula as plain text and nothing else:
the lengths of the lattice vectors in angstrom on the first line, their angles in degrees on the second, then for each atom
of the unit cell its element on one line and its fractional coordinates on the next."""
_INFILL = f"""Below is the description of a bulk material in which one element is replaced by {MASK}.
Reply with the symbol of an element that could take its place, and nothing else."""
PROMPTS = run_key(_GENERATE, _INFILL)


def prepare_materials(request: TaskRequest) -> PreparedTask:
    """Structures to generate, or elements to restore."""
    options: MMSciOptions = request.options
    kind = options.materials
    file, examples = load_materials(request.folder, kind, options.seed)

    def system(models: Models | None) -> System:
        if models is None:
            raise ConfigurationError("task materials needs a model: set model (--model)")
        return generate_with(models.text, kind)

    published = {"unconditional": "unconditional", "formula": "conditional", "infill": "infilling"}[kind]
    return PreparedTask(
        title=f"MMSci materials, {kind}",
        manifest=request.manifest([file], PROMPTS),
        examples=request.select(draw_sample(examples, options.sample, options.seed)),
        answer=each_alone(system, request.settings.model_concurrency),
        score=partial(score_material, kind=kind),
        headline=ELEMENT if kind == "infill" else VALID,
        show=show_distributions,
        published=f"materials, {published}",
    )


def load_materials(data: Path, kind: str, seed: int) -> tuple[Path, list[Example]]:
    """The file and an example for each structure, which is its document; to infill, the answer is the masked element.

    Raises UsageError, naming the line, for a file that is missing or holds no structure.
    """
    files = sorted(data.rglob("materials.jsonl"))
    if not files:
        raise UsageError(f"{data}: no materials.jsonl below it; write lines of id and structure")
    examples = []
    for number, line in enumerate(files[0].read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            key, text = str(row["id"]), str(row["structure"])
        except (ValueError, KeyError, TypeError):
            key, text = "", ""
        crystal = parse_crystal(text)
        if crystal is None:
            raise UsageError(f"{files[0]}:{number}: no id and structure; see docs/benchmarks.md")
        examples.append(_example(key, text, crystal, kind, seed))
    return files[0], examples


def generate_with(llm: LLM, kind: str) -> System:
    """The system that asks `llm` for a structure, of a formula where `kind` is "formula", or for the masked element."""

    def answer(example: Example) -> Prediction:
        request = Request(
            (Message("user", _prompt(example, kind)),),
            max_tokens=_TOKENS,
            temperature=TEMPERATURE,
            label="mmsci-materials",
        )
        reply = llm.complete(request)
        return Prediction(example.id, answer=reply.text.strip(), reply=reply.text, usage=reply.usage)

    return answer


def score_material(example: Example, prediction: Prediction, kind: str) -> dict[str, float | None]:
    """Of a structure whether it can be read, is valid and, where one was asked for, has the formula; or of an element."""
    said = "" if prediction.error else prediction.answer
    if kind == "infill":
        return {ELEMENT: float(_element(said) == example.answers[0])}
    crystal = parse_crystal(said)
    scores: dict[str, float | None] = {
        PARSED: float(crystal is not None),
        VALID: float(crystal is not None and is_valid(crystal)),
    }
    if kind == "formula":
        scores[FORMULA] = float(crystal is not None and same_formula(crystal, _reference(example)))
    return scores


def show_distributions(
    examples: Sequence[Example],
    predictions: Mapping[str, Prediction],
    scores: Sequence[Scores],  # noqa: ARG001  # a Show
) -> ReportExtra:
    """Earth mover's distances between generated and reference structures; nothing where no structure can be read."""
    said = [predictions[e.id].answer for e in examples if e.id in predictions]
    made = [crystal for text in said if (crystal := parse_crystal(text)) is not None]
    if not made:
        return ReportExtra()
    right = [_reference(example) for example in examples]
    wdist_density = wasserstein_distance(list(map(density, made)), list(map(density, right)))
    wdist_elements = wasserstein_distance([_kinds(one) for one in made], [_kinds(one) for one in right])
    row = ("generated", (float(len(made)), float(wdist_density), float(wdist_elements)))
    columns = ("structures", "wdist density", "wdist elements")
    return ReportExtra((ReportTable("Distributions", columns, (row,), ("structures",)),))


def _example(key: str, text: str, crystal: Crystal, kind: str, seed: int) -> Example:
    documents = (Document(key, text=text),)
    if kind != "infill":
        return Example(key, formula(crystal), documents=documents, group=key)
    element = random.Random(f"{seed} {key}").choice(sorted(set(crystal.elements)))
    masked = "\n".join(MASK if line.strip() == element else line for line in text.splitlines())
    return Example(key, masked, (element,), documents=documents, group=key)


def _prompt(example: Example, kind: str) -> str:
    if kind == "infill":
        return f"{_INFILL}\n\n{example.question}"
    named = f" with the chemical formula {example.question}" if kind == "formula" else ""
    # Equal requests would be answered from the record of the run, so each names its sample.
    return f"{_GENERATE.replace('$formula', named)}\n(Sample {example.id}.)"


def _reference(example: Example) -> Crystal:
    crystal = parse_crystal(example.documents[0].text)
    assert crystal is not None, "checked when the file is loaded"
    return crystal


def _element(reply: str) -> str:
    """The first symbol of an element among the words of a reply; "" for none."""
    words = reply.replace("*", " ").replace(".", " ").split()
    return next((word for word in words if word in WEIGHTS), "")


def _kinds(crystal: Crystal) -> int:
    return len(set(crystal.elements))
