"""Words that papers and readers use for the same thing: general knowledge that does not depend on a single paper.

Each line is one concept. A question that uses one word of a line matches a text that uses another word of the line.
"""

from __future__ import annotations

from functools import cache

from ...indexes.text.analysis import analyze

_CONCEPTS = """
gpu graphics hardware nvidia tesla geforce gtx titan k40 k40m p100 v100 a100 k80 m40 tpu card cpu machine
optimizer optimiser optimization optimized adam adadelta adagrad adamax rmsprop sgd momentum
funding funded supported support grant award fellowship sponsor sponsored finance financed financial paid thank acknowledge
batch minibatch mini-batch batches minibatches
epoch epochs pass passes iteration iterations
layer layers stacked depth deep
dimension dimensions dimensional dimensionality size vector units hidden dim
learning rate lr stepsize
converge converges convergence
freeze frozen fixed update updated fine-tune finetune tune static trainable
software tool toolkit library package framework system program implementation implemented codebase
parser parse parsed parsing trees
segment segmenter segmentation segments tokenize tokenizer tokenization
train trained training learn learned fit fitted
corpus corpora data dataset datasets collection texts benchmark
vocabulary vocab words types lexicon dictionary unique distinct
hours hour hrs minutes minute days day weeks week seconds time took takes take long duration
participant participants subject subjects patients patient people persons volunteers individuals respondents users annotators judges
pay paid compensation compensated reward usd dollars
city town place located location
author authors wrote written writer
newspaper daily journal times news
invent invented suggest suggested suggesting propose proposed coined introduce introduced name named
norm gradient clip clipped clipping threshold
window windows context
dropout drop rate regularization regularize
accuracy score performance result results correct
error errors wrong mistakes
parameter parameters weights hyperparameter hyperparameters
memory gb mb ram
limit maximum max most longest
minimum min least shortest below under
death deaths died mortality fatality fatal
symptom symptoms sign signs clinical
treatment treat treated therapy drug
infection infected infectious virus viral
language programming written python java php perl lisp
encoding unicode utf-8 ascii charset character
threshold cutoff cut-off exceed above greater
initialize initialized initialization initial init start starting
stop stopped stopping halt halted terminate
random randomly uniform sampled sample
expert experts linguist linguists annotator annotators manually human
download available release released publicly
speed faster slower quick quickly fast slow
worse better best worst outperform outperforms superior inferior
reason because since due motivate motivation
cost expensive cheap
ensemble ensembles average averaged runs
prevent avoid reduce
compare compared comparison versus
sum summation summing add adding
"""


@cache
def _related() -> dict[str, frozenset[str]]:
    related: dict[str, set[str]] = {}
    for line in _CONCEPTS.strip().splitlines():
        terms = set(analyze(line))
        for term in terms:
            related.setdefault(term, set()).update(terms)
    return {term: frozenset(others) for term, others in related.items()}


def related_terms(term: str) -> frozenset[str]:
    """Return the stems of the words related to `term`, including `term`."""
    return _related().get(term, frozenset()) | {term}
