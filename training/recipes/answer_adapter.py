"""Fit the adapter of the cross-encoder that scores texts as answers to a question,
indexes/embedding/answer_adapter.safetensors.

    python -m citehop.training.recipes.answer_adapter DATA --home HOME --squad FILE --out FILE [--half 0|1] [--without FIELD]

The default embedding model is trained with low-rank matrices added to its linear layers. Everything else is frozen,
except the token-type vectors that tell the two texts apart and the output layer. Training begins with SQuAD 1.1 (FILE
is its train-v1.1.json). It goes on with questions answered by sentences (`answer_examples.py`), by table cells
(`candidate_ranker.py`), by passages (`passage_groups.py`) and by whole tables (`adapter_groups.read_tables`). EPOCHS
says how often each source is read.

A question is read with one text that answers it, if there is one, and with NEGATIVES other texts; texts that a search
ranks higher are drawn more often. The loss is the cross-entropy of a softmax over these texts plus the binary
cross-entropy of each text, so that a question that nothing answers gets low log odds. Fitting takes days on two cores,
and minutes on a large GPU.

--half fits on one half of the papers, so that `relevance_gate.py` can be fitted on the other half. `merge_adapters.py`
merges the adapters of both halves into the shipped adapter. --without leaves out a field (covid, qasper), to measure on
a field that the model has not seen.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...indexes.embedding.answer_scorer import LONGEST_QUESTION, LONGEST_TEXT
from ...indexes.embedding.locate import DEFAULT, find_default_model
from ...indexes.embedding.torchvision_guard import guard_torchvision
from ...settings import Settings, load_settings
from . import candidate_ranker as cells
from .adapter_groups import (
    NEGATIVES,
    Group,
    make_cell_groups,
    make_groups,
    read_squad,
    read_tables,
)
from .answer_examples import BIOMEDICAL, QASPER, read_biomedical, read_own, read_qasper
from .gate_models import fitted_half
from .passage_groups import read_passage_questions
from .questions import FOLDERS

guard_torchvision()
import torch  # noqa: E402
from safetensors.torch import save_file  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402
from torch.nn import functional  # noqa: E402
from transformers import BertModel  # noqa: E402

RANK, SCALE = 16, 2.0
# Questions per batch, questions per batch of SQuAD, and pairs of similar length per forward pass.
GROUPS, GROUPS_OF_SQUAD, PAIRS = 32, 96, 12
EPOCHS = {"squad": 2, "papers": 4, "passages": 3, "tables": 2}
RATE, WARM_UP, DROPOUT, DECAY = 1e-3, 60, 0.1, 0.01
RIGHT_WEIGHT, WRONG_WEIGHT = 2.0, 0.5
LINEAR = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "up": "intermediate.dense",
    "down": "output.dense",
}
Pair = tuple[list[int], int]  # word pieces, and the index where the second text begins


class Network(torch.nn.Module):
    """The embedding model with the adapter; `forward` returns the log odds that the second text of each pair answers
    the first.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.bert = BertModel.from_pretrained(str(folder), add_pooling_layer=False)
        self.bert.requires_grad_(requires_grad=False)
        width = self.bert.config.hidden_size
        self.head = torch.nn.Linear(width, 1)
        torch.nn.init.normal_(self.head.weight, std=0.02)
        torch.nn.init.zeros_(self.head.bias)
        types = torch.nn.Parameter(self.bert.embeddings.token_type_embeddings.weight.detach().clone())
        self.bert.embeddings.token_type_embeddings.weight = types
        self.thin = torch.nn.ParameterDict()
        for number, layer in enumerate(self.bert.encoder.layer):
            for part, name in LINEAR.items():
                self._add(layer.get_submodule(name), f"{number}-{part}")

    def _add(self, linear: Any, name: str) -> None:
        down = torch.randn(RANK, linear.in_features) / math.sqrt(linear.in_features)
        a = self.thin[f"{name}-a"] = torch.nn.Parameter(down)
        b = self.thin[f"{name}-b"] = torch.nn.Parameter(torch.zeros(linear.out_features, RANK))
        linear.register_forward_hook(lambda _, given, output: output + SCALE * (given[0] @ a.T @ b.T))

    def forward(self, pairs: Sequence[Pair]) -> torch.Tensor:
        """Return the log odds of `pairs`, shape (len(pairs),).

        Pairs are computed PAIRS at a time, sorted by length, so that there is little padding.
        """
        order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]))
        odds: list[Any] = [None] * len(pairs)
        for start in range(0, len(order), PAIRS):
            places = order[start : start + PAIRS]
            for place, value in zip(places, self._pass([pairs[i] for i in places]), strict=True):
                odds[place] = value
        return torch.stack(odds)

    def _pass(self, pairs: Sequence[Pair]) -> torch.Tensor:
        longest = max(len(ids) for ids, _ in pairs)
        ids, types, mask = (torch.zeros(len(pairs), longest, dtype=torch.long) for _ in range(3))
        for row, (each, second) in enumerate(pairs):
            ids[row, : len(each)], mask[row, : len(each)] = torch.tensor(each), 1
            types[row, second : len(each)] = 1
        states = self.bert(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state[:, 0]
        odds: torch.Tensor = self.head(functional.dropout(states, DROPOUT, self.training))[:, 0]
        return odds

    def tensors(self) -> dict[str, torch.Tensor]:
        """Return the weights of the adapter under the names that `answer_scorer` reads, in half precision."""
        stored = {name.replace("-", "."): tensor.detach() for name, tensor in self.thin.items()}
        stored |= {name: SCALE * tensor for name, tensor in stored.items() if name.endswith(".b")}
        stored["types"] = self.bert.embeddings.token_type_embeddings.weight.detach()
        stored["head"], stored["bias"] = self.head.weight.detach()[0], self.head.bias.detach()[0]
        return {name: tensor.half().contiguous() for name, tensor in stored.items()}


def fit(network: Network, tokenizer: Any, groups: Sequence[Group], size: int) -> None:
    """Train `network` for one pass over `groups` in random order, `size` groups per batch.

    The learning rate rises over the first WARM_UP batches and falls linearly to 0.
    """
    draw = random.Random(1)
    parameters = [parameter for parameter in network.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=DECAY)
    order, started = draw.sample(list(groups), len(groups)), time.monotonic()
    steps = len(order) // size
    for step in range(steps):
        for options in optimizer.param_groups:
            options["lr"] = RATE * min(1.0, (step + 1) / WARM_UP) * (1 - step / steps)
        loss = loss_of(network, tokenizer, order[step * size : (step + 1) * size], draw)
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        if step % 50 == 49 or step == steps - 1:
            seconds = time.monotonic() - started
            left = seconds / (step + 1) * (steps - step - 1)
            print(f"step {step + 1} of {steps}: loss {loss.item():.3f}, {left / 60:.0f} min left", flush=True)


def loss_of(network: Network, tokenizer: Any, groups: Sequence[Group], draw: random.Random) -> torch.Tensor:
    """Return the mean loss of `groups`. One right text (if there is one) and NEGATIVES wrong texts are drawn for each
    group.
    """
    drawn = [(group, _draw_wrong(group, draw)) for group in groups]
    texts = [[*(draw.sample(group.right, 1) if group.right else ()), *wrong] for group, wrong in drawn]
    pairs = [
        read_pair(tokenizer, group.question, text)
        for group, each in zip(groups, texts, strict=True)
        for text in each
    ]
    odds, total = network(pairs).split([len(each) for each in texts]), torch.zeros(())
    for group, each in zip(groups, odds, strict=True):
        right = torch.zeros(len(each))
        if group.right:
            right[0] = 1.0
            total = total + functional.cross_entropy(each[None], torch.tensor([0]))
        weights = torch.where(right > 0, RIGHT_WEIGHT, WRONG_WEIGHT)
        total = total + functional.binary_cross_entropy_with_logits(each, right, weight=weights)
    return total / len(groups)


def _draw_wrong(group: Group, draw: random.Random) -> list[str]:
    """Draw up to NEGATIVES wrong texts without replacement. In a ranked group the text at rank r has the weight 1 / (3
    + r).

    Efraimidis & Spirakis, "Weighted random sampling with a reservoir", 2006.
    """
    keys = {place: draw.random() ** (3 + place if group.ranked else 1) for place in range(len(group.wrong))}
    return [group.wrong[place] for place in sorted(keys, key=lambda p: -keys[p])[:NEGATIVES]]


def read_pair(tokenizer: Any, question: str, text: str) -> Pair:
    """Return the word pieces of both texts with their special tokens, truncated as the engine truncates them."""
    start, *asked, end = tokenizer.encode(question).ids
    first = [start, *asked[:LONGEST_QUESTION], end]
    return [*first, *tokenizer.encode(text).ids[1:-1][:LONGEST_TEXT], end], len(first)


def read_groups(data: Path, settings: Settings, half: int | None, without: str) -> list[Group]:
    """Return the questions of all clusters and the made-up questions, each repeated as often as EPOCHS says.

    Questions about held-out papers, about papers of the other `half` (None: no half is left out) and of the field
    `without` are left out.
    """
    own = [example for name in FOLDERS for example in read_own(name, data, settings)]
    sentences = [*own, *read_qasper(data, settings), *read_biomedical(data, settings)]
    of_tables = [e for name in FOLDERS for e in cells.read_examples(name, data, settings)]
    passages = read_passage_questions((*FOLDERS, QASPER, BIOMEDICAL), settings)
    parts = {
        "papers": [*make_groups(sentences), *make_cell_groups(of_tables)],
        "passages": passages,
        "tables": read_tables(FOLDERS, settings),
    }
    return [
        group
        for name, groups in parts.items()
        for group in groups
        if group.source != without or not without
        if not group.paper or half in (None, fitted_half(group.paper))
        for _ in range(EPOCHS[name])
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", required=True)
    parser.add_argument("--squad", type=Path, required=True, help="train-v1.1.json of SQuAD")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--without", default="", help="a field that is left out: covid or qasper")
    options = parser.parse_args()
    folder = find_default_model()
    if folder is None:
        raise SystemExit(f"no embedding model {DEFAULT!r} on this machine")
    settings = load_settings({"home": options.home})
    groups = read_groups(options.data, settings, options.half, options.without)
    print(f"{len(groups)} questions, {sum(not g.right for g in groups)} without an answer", flush=True)
    torch.manual_seed(1)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    network = Network(folder).train()
    fit(network, tokenizer, list(read_squad(options.squad)) * EPOCHS["squad"], GROUPS_OF_SQUAD)
    fit(network, tokenizer, groups, GROUPS)
    save_file(network.tensors(), options.out)


if __name__ == "__main__":
    main()
