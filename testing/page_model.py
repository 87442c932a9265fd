"""A page-image model with two small layers, made without a download: a real colpali-engine class for tests and trials.

Its weights are random, or trained in seconds so that given questions find given pages. Needs the extra `visual`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from ..indexes.embedding.torchvision_guard import guard_torchvision

TILE, PATCH, SHUFFLE = 64, 16, 2  # a tile of 64 x 64 pixels is (64 / 16 / 2)^2 = 4 tokens
_STEPS, _RATE, _OTHERS = 30, 1e-3, 7  # batches, learning rate and other pages per batch: a second on one core
_TEMPERATURE = 0.05  # divisor of cosines, as is usual for contrastive training
# Standard deviation of the initial weights. With the usual .02, such a small model gives all pages the same vectors.
_SPREAD = 0.2


def write_page_model(
    folder: Path, found_by: Sequence[tuple[str, Image.Image]] = (), others: Sequence[Image.Image] = ()
) -> Path:
    """Write a ColIdefics3 of 32 dimensions, with a tokenizer of single bytes, to `folder`. Return `folder`.

    `found_by` are pairs of a question and the page that it should rank before the other pages and before `others`.
    """
    guard_torchvision()
    import torch
    from colpali_engine.models import ColIdefics3
    from transformers import Idefics3Config

    torch.manual_seed(1)
    processor, words = _processor()
    layers: dict[str, Any] = {
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "hidden_size": 32,
    }
    layers["initializer_range"] = _SPREAD
    text = {"model_type": "llama", "vocab_size": words, "pad_token_id": 0, **layers}
    vision = {"image_size": TILE, "patch_size": PATCH, **layers}
    config = Idefics3Config(
        text_config=text, vision_config=vision, scale_factor=SHUFFLE, image_token_id=3, pad_token_id=0
    )
    model = ColIdefics3(config)
    if found_by:
        _fit(model, processor, found_by, others)
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder


def _processor() -> tuple[Any, int]:
    """Return the processor and the size of its vocabulary."""
    from colpali_engine.models import ColIdefics3Processor
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import Idefics3ImageProcessor, PreTrainedTokenizerFast

    tiles = [f"<row_{row}_col_{column}>" for row in range(1, 6) for column in range(1, 6)]
    own = "<pad> <|im_start|> <|im_end|> <image> <fake_token_around_image> <end_of_utterance> <global-img>".split()
    words = [*own, *tiles, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    raw = Tokenizer(models.BPE(vocab={word: n for n, word in enumerate(words)}, merges=[]))
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw,
        pad_token="<pad>",
        bos_token="<|im_start|>",
        eos_token="<|im_end|>",
        extra_special_tokens=[*own[3:], *tiles],
    )
    images = Idefics3ImageProcessor(size={"longest_edge": 3 * TILE}, max_image_size={"longest_edge": TILE})
    return ColIdefics3Processor(images, tokenizer, image_seq_len=(TILE // PATCH // SHUFFLE) ** 2), len(words)


def _fit(
    model: Any, processor: Any, found_by: Sequence[tuple[str, Image.Image]], others: Sequence[Image.Image]
) -> None:
    """Train `model` by cross-entropy over pages: each question's own page, those of other questions, and some of
    `others`.
    """
    import torch

    questions = processor.process_queries([question for question, _ in found_by])
    pages = processor.process_images([*(page for _, page in found_by), *others])
    own, rest = list(range(len(found_by))), list(range(len(found_by), len(found_by) + len(others)))
    optimizer = torch.optim.AdamW(model.parameters(), lr=_RATE)
    for step in range(_STEPS):
        start = step * _OTHERS % max(1, len(rest))
        chosen = torch.tensor([*own, *(*rest, *rest)[start : start + _OTHERS]])
        batch = {name: values[chosen] for name, values in pages.items()}
        products = torch.einsum("qwd,pnd->qpwn", model(**questions), model(**batch))
        products = products.masked_fill(~batch["attention_mask"].bool()[None, :, None, :], -1.0)
        best = products.amax(3) * questions["attention_mask"][:, None, :]
        scores = best.sum(2) / questions["attention_mask"].sum(1)[:, None]
        loss = torch.nn.functional.cross_entropy(scores / _TEMPERATURE, torch.tensor(own))
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
