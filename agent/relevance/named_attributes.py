"""Attributes that papers call by a fixed name, "learning rate" or "kappa", and the wordings of a text that gives one.

A sentence with none of these wordings does not give the attribute, however near its other words are to the question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .asked_for import asked_attribute
from .question_type import answer_type, has_answer_type

# The end of the noun phrase that is asked for, and the wordings of a text that has it: of numbers, ...
_MEASURED = (
    (r"learning rates?|lr|step ?sizes?", r"\blearning[- ]?rates?\b|\bstep[- ]?sizes?\b|\blr\b|[ηα] ?="),
    (r"(?:mini-?)?batch(?:es)?(?:[- ]?sizes?)?", r"batch"),
    (r"drop-?out(?: (?:rates?|probabilit\w+|ratios?|values?))?", r"drop(?:ped|ping)?[- ]?out|dropped"),
    (r"momentum", r"momentum"),
    (r"warm-?up(?: steps?)?", r"warm"),
    (r"beam(?:[- ](?:size|width))?s?", r"beam"),
    (r"(?:random )?seeds?", r"seed"),
    (r"gradient (?:norm|clip\w*)(?: threshold)?", r"gradient|clip|norm"),
    (
        r"epochs?|passes(?: over (?:the )?(?:data|corpus|training set))?",
        r"epoch|\bpass(?:es)?\b|iteration|sweep|\bcycles?\b",
    ),
    (r"kappas?", r"kappa|κ"),
    (
        r"(?:inter-?)?(?:annotator|labell?er|rater|coder|judge)s?(?: (?:agreement|reliability))",
        r"agree|kappa|κ|reliab|\balpha\b|correlat",
    ),
    (r"bleu(?: (?:scores?|points?))?", r"bleu"),
    (r"rouge(?:-?\w)?(?: (?:scores?|points?))?", r"rouge"),
    (r"meteor(?: scores?)?", r"meteor"),
    (r"perplexit\w+", r"perplexit|\bppl\b"),
    (
        r"vocab(?:s|ular\w+)?(?: sizes?)?",
        r"vocab|lexicon|dictionary|\btypes\b|distinct|unique|\d (?:\w+ )?(?:words|terms|tokens|forms)\b",
    ),
    (r"(?:(?:model|trainable|free) )*param(?:eter)?s", r"(?<!hyper-)\bparam"),
    (r"(?:context )?windows?(?: (?:sizes?|widths?|lengths?))?", r"window|context|\beach side\b|\baround\b"),
    (r"p-?values?", r"\bp ?[<=>≤]|p-?value|signific"),
    (r"confidence intervals?", r"confiden|\bci\b|±|interval"),
    (r"odds ratios?", r"odds|\bor\b ?[=(]"),
    (r"hazard ratios?", r"hazard|\bhr\b"),
    (r"half-?li(?:fe|ves)", r"half-?li"),
    (r"incubation periods?", r"incubat"),
)
# ... and of things that are chosen.
_CHOSEN = (
    (r"weight decay", r"decay|\bL2\b|ℓ2|regulari[sz]"),
    (
        r"optimi[sz]ers?|(?:optimi[sz]ation|gradient|training) (?:algorithm|method)s?",
        r"optimi[sz]|\bada\w*|rmsprop|\bsgd\b|gradient|bfgs|newton|momentum|perceptron|\bem\b|expectation",
    ),
    (
        r"gpus?|tpus?|graphics cards?",
        r"\bgpus?\b|\btpus?\b|nvidia|titan|tesla|geforce|\b[akpvh]\d{2,3}\b|quadro|graphics",
    ),
    (r"activation(?: function)?s?", r"activation|relu|tanh|sigmoid|softmax|gelu|linear"),
    (r"(?:software )?licen[cs]es?", r"licen[cs]|\bgpl\b|public domain|creative commons"),
)
_NAMED = tuple(
    (re.compile(rf"\b(?:{asked})$", re.IGNORECASE), re.compile(said, re.IGNORECASE), attributes is _MEASURED)
    for attributes in (_MEASURED, _CHOSEN)
    for asked, said in attributes
)
_OPTIMIZER = re.compile(
    r"\b(?:optimi[sz]ers?|(?:optimi[sz]ation|gradient|training) (?:algorithm|method)s?)$", re.IGNORECASE
)
_OPTIMIZERS = re.compile(
    r"\bada(?:m|max|grad|delta|dec|factor)\w*|\brmsprop\b|\bsgd\b|gradient (?:de|as)scent|\bl?-?bfgs\b|\bperceptron|\bmomentum\b|"
    r"expectation[- ]maximi[sz]ation|\bEM\b|conjugate gradient|newton",
    re.IGNORECASE,
)
_SINGLE = re.compile(r"\b(?:one|single|half|no|zero)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NamedAttribute:
    """The attribute that `question` asks for: the wordings of a text that `said` it, whether it is a number, and the `names` that
    it may have, if these are known."""

    question: str
    said: re.Pattern[str]
    is_measured: bool
    names: re.Pattern[str] | None = None

    def is_given(self, text: str) -> bool:
        """True if `text` has the attribute and, where that is a number, a number."""
        if not self.said.search(text):
            return False
        is_number = self.is_measured or answer_type(self.question) == "number"
        return not is_number or bool(has_answer_type("number", text, self.question) or _SINGLE.search(text))


def find_named_attribute(question: str) -> NamedAttribute | None:
    """The attribute with a fixed name that `question` asks for; None where it asks for none."""
    phrase = " ".join(asked_attribute(question))
    return next(
        (
            NamedAttribute(question, said, measured, _OPTIMIZERS if _OPTIMIZER.search(phrase) else None)
            for asked, said, measured in _NAMED
            if asked.search(phrase)
        ),
        None,
    )
