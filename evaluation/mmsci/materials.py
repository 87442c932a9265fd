"""MMSci's case study (its section 7): a model generates crystal structures, or restores a masked element.

    DIR/**/materials.jsonl    {"id", "structure": a crystal as text}, the reference structures, such as those of MP-20

The metrics are the shares of structures that can be parsed, are valid and have the requested formula, and the
distance of the distributions of density and number of elements from the references' distributions. Coverage, charge
balance and stability are not measured: they need programs that are not part of citehop.

A crystal as text (after Gruver et al., ICLR 2024): lengths of the lattice vectors in angstrom on the first line, angles
in degrees on the second, then for each atom its element on a line and its fractional coordinates on the next.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.stats import wasserstein_distance

from ...agent.llm.types import LLM
from ...errors import UsageError
from ..benchmarks.request import TaskRequest
from ..benchmarks.task_options import MMSCI_TEMPERATURE, MMSciOptions
from ..common.files import find_file, rows_in
from ..common.model_calls import ModelCalls
from ..evaluate import System
from ..prepared_task import PreparedTask, each_alone, require_models
from ..reports.report import ReportExtra, ReportTable
from ..runs.resumable_jsonl import run_key
from ..types import Document, Example, Prediction, Scores
from .data import draw_sample

MOST_ATOMS = 200
SHORTEST = 0.5  # least distance of two atoms of a valid structure in angstrom (Xie et al., 2021)
_GRAMS = 1.66053907  # one atomic mass unit per cubic angstrom in g / cm3
# Standard atomic weights (IUPAC 2021, abridged) by atomic number; else the mass of the most stable isotope.
_WEIGHTS = (
    "H 1.008 He 4.0026 Li 6.94 Be 9.0122 B 10.81 C 12.011 N 14.007 O 15.999 F 18.998 Ne 20.180 Na 22.990 Mg 24.305 "
    "Al 26.982 Si 28.085 P 30.974 S 32.06 Cl 35.45 Ar 39.95 K 39.098 Ca 40.078 Sc 44.956 Ti 47.867 V 50.942 Cr 51.996 "
    "Mn 54.938 Fe 55.845 Co 58.933 Ni 58.693 Cu 63.546 Zn 65.38 Ga 69.723 Ge 72.630 As 74.922 Se 78.971 Br 79.904 "
    "Kr 83.798 Rb 85.468 Sr 87.62 Y 88.906 Zr 91.224 Nb 92.906 Mo 95.95 Tc 97 Ru 101.07 Rh 102.91 Pd 106.42 Ag 107.87 "
    "Cd 112.41 In 114.82 Sn 118.71 Sb 121.76 Te 127.60 I 126.90 Xe 131.29 Cs 132.91 Ba 137.33 La 138.91 Ce 140.12 "
    "Pr 140.91 Nd 144.24 Pm 145 Sm 150.36 Eu 151.96 Gd 157.25 Tb 158.93 Dy 162.50 Ho 164.93 Er 167.26 Tm 168.93 "
    "Yb 173.05 Lu 174.97 Hf 178.49 Ta 180.95 W 183.84 Re 186.21 Os 190.23 Ir 192.22 Pt 195.08 Au 196.97 Hg 200.59 "
    "Tl 204.38 Pb 207.2 Bi 208.98 Ac 227 Th 232.04 Pa 231.04 U 238.03 Np 237 Pu 244"
).split()
WEIGHTS = dict(zip(_WEIGHTS[::2], map(float, _WEIGHTS[1::2]), strict=True))
_NUMBERS = re.compile(r"-?\d+(?:\.\d+)?(?:\s+-?\d+(?:\.\d+)?){2}")


@dataclass(frozen=True, slots=True)
class Crystal:
    """A unit cell: lengths in angstrom, angles in degrees, and each atom's element and fractional coordinates."""

    lengths: tuple[float, ...]
    angles: tuple[float, ...]
    elements: tuple[str, ...]
    places: tuple[tuple[float, ...], ...]


def parse_crystal(text: str) -> Crystal | None:
    """Return the first structure in `text`, ignoring text around it.

    Returns None if there is no structure, an element is unknown or the cell is impossible.
    """
    lines = [line.strip() for line in text.splitlines()]
    start = next(
        (n for n in range(len(lines) - 1) if all(map(_NUMBERS.fullmatch, lines[n : n + 2]))), len(lines)
    )
    cell, atoms = lines[start : start + 2], lines[start + 2 :]
    elements, places = [], []
    for element, place in zip(atoms[::2], atoms[1::2], strict=False):
        if element not in WEIGHTS or not _NUMBERS.fullmatch(place):
            break
        elements.append(element)
        places.append(_floats(place))
    if not cell or not elements or len(elements) > MOST_ATOMS:
        return None
    crystal = Crystal(_floats(cell[0]), _floats(cell[1]), tuple(elements), tuple(places))
    return crystal if min(crystal.lengths) > 0 and volume(crystal) > 0 else None


def lattice(crystal: Crystal) -> npt.NDArray[np.float64]:
    """Return an array (3, 3) with the lattice vectors as rows, the first along x and the second in the x-y plane.

    An impossible cell has nan values.
    """
    a, b, c = crystal.lengths
    alpha, beta, gamma = (math.radians(angle) for angle in crystal.angles)
    x = math.cos(beta)
    y = (math.cos(alpha) - math.cos(beta) * math.cos(gamma)) / (math.sin(gamma) or math.nan)
    z = 1 - x**2 - y**2
    return np.array(
        [
            [a, 0, 0],
            [b * math.cos(gamma), b * math.sin(gamma), 0],
            [c * x, c * y, c * math.sqrt(z) if z > 0 else math.nan],
        ]
    )


def volume(crystal: Crystal) -> float:
    """Return the volume of the cell in cubic angstrom; nan for angles that form no cell."""
    return float(np.prod(np.diag(lattice(crystal))))  # the vectors form a triangular matrix


def shortest_distance(crystal: Crystal) -> float:
    """Return the shortest distance between two atoms in angstrom, including atoms of neighboring cells."""
    vectors = lattice(crystal)
    places = np.array(crystal.places) % 1.0
    steps = np.stack(np.meshgrid(*[[-1, 0, 1]] * 3), axis=-1).reshape(-1, 3)
    gaps = (places[:, None, None] - places[None, :, None] + steps) @ vectors
    distances = np.linalg.norm(gaps, axis=-1)
    itself = np.eye(len(places), dtype=bool)[:, :, None] & (steps == 0).all(axis=1)
    return float(distances[~itself].min())


def is_valid(crystal: Crystal) -> bool:
    """True if no two atoms are closer than `SHORTEST`: the structural validity of Xie et al. (2021)."""
    return shortest_distance(crystal) > SHORTEST


def density(crystal: Crystal) -> float:
    """Return the density in g / cm3."""
    return sum(WEIGHTS[element] for element in crystal.elements) * _GRAMS / volume(crystal)


def formula(crystal: Crystal) -> str:
    """Return the reduced formula with elements in the order of their first atoms: "NaCl", "Fe2O3"."""
    counts = Counter(crystal.elements)
    divisor = reduce(math.gcd, counts.values())
    return "".join(
        f"{element}{count // divisor if count > divisor else ''}" for element, count in counts.items()
    )


def same_formula(crystal: Crystal, other: Crystal) -> bool:
    """True if both have the same elements in the same proportions."""
    mine, theirs = Counter(crystal.elements), Counter(other.elements)
    return all(mine[e] * theirs.total() == theirs[e] * mine.total() for e in {*mine, *theirs})


def _floats(line: str) -> tuple[float, ...]:
    return tuple(map(float, line.split()))


PARSED, VALID, FORMULA, ELEMENT = "parsed", "structural validity", "formula", "element"
MASK = "[MASK]"
_TOKENS = 2048
_GENERATE = """Describe the crystal structure of a stable bulk material$formula as plain text and nothing else:
the lengths of the lattice vectors in angstrom on the first line, their angles in degrees on the second, then \
for each atom
of the unit cell its element on one line and its fractional coordinates on the next."""
_INFILL = f"""Below is the description of a bulk material in which one element is replaced by {MASK}.
Reply with the symbol of an element that could take its place, and nothing else."""
PROMPTS = run_key(_GENERATE, _INFILL)


def prepare_materials(request: TaskRequest) -> PreparedTask:
    """Prepare the task of generating structures or of restoring masked elements."""
    options: MMSciOptions = request.options
    kind = options.materials
    file, examples = load_materials(request.folder, kind, options.seed)

    published = {"unconditional": "unconditional", "formula": "conditional", "infill": "infilling"}[kind]
    return PreparedTask(
        title=f"MMSci materials, {kind}",
        manifest=request.manifest([file], PROMPTS),
        examples=request.select(draw_sample(examples, options.sample, options.seed)),
        answer=each_alone(
            lambda models: generate_with(require_models(models).text, kind),
            request.settings.model_concurrency,
        ),
        score=partial(score_material, kind=kind),
        headline=ELEMENT if kind == "infill" else VALID,
        show=show_distributions,
        published=f"materials, {published}",
    )


def load_materials(data: Path, kind: str, seed: int) -> tuple[Path, list[Example]]:
    """Return the file and an example for each structure in it.

    The structure is the document of its example. For `kind` "infill", the answer is the masked element. Raises
    UsageError, naming the line, for a missing file or a line without a structure.
    """
    file = find_file(data, ["materials.jsonl"], "write lines of id and structure")
    examples = []
    for place, row in rows_in(file, "see docs/benchmarks.md"):
        key, text = str(row.get("id", "")), str(row.get("structure", ""))
        crystal = parse_crystal(text)
        if crystal is None or not key:
            raise UsageError(f"{place}: no id and structure; see docs/benchmarks.md")
        examples.append(_example(key, text, crystal, kind, seed))
    return file, examples


def generate_with(llm: LLM, kind: str) -> System:
    """Return the system that asks `llm` for a structure, for one with a given formula, or for the masked element."""

    def answer(example: Example) -> Prediction:
        calls = ModelCalls(llm, "mmsci-materials", _TOKENS, MMSCI_TEMPERATURE)
        reply = calls.ask(_prompt(example, kind))
        return Prediction(example.id, answer=reply.strip(), reply=reply, usage=calls.usage)

    return answer


def score_material(example: Example, prediction: Prediction, kind: str) -> dict[str, float | None]:
    """Return 1 or 0 for each metric of a reply.

    A structure is scored by whether it can be parsed, is valid and, if one was requested, has the formula. For `kind`
    "infill", the element is right or wrong.
    """
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
    """Return a table of earth mover's distances between generated and reference structures; no table if none can be
    parsed.
    """
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
    # Identical requests would be answered from the recorded replies of the run, so each request names its sample.
    return f"{_GENERATE.replace('$formula', named)}\n(Sample {example.id}.)"


def _reference(example: Example) -> Crystal:
    crystal = parse_crystal(example.documents[0].text)
    assert crystal is not None, "checked when the file is loaded"
    return crystal


def _element(reply: str) -> str:
    """Return the first word of a reply that is the symbol of an element; "" if there is none."""
    words = reply.replace("*", " ").replace(".", " ").split()
    return next((word for word in words if word in WEIGHTS), "")


def _kinds(crystal: Crystal) -> int:
    return len(set(crystal.elements))
