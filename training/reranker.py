"""Fit the model of `train reranker`, a cross-encoder, to the pairs of clusters by sentence-transformers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ..indexes.embedding.torchvision_guard import guard_torchvision
from ..indexes.text.chunking import count_tokens
from .trainer import follow_steps, freeze_lower_layers, run_trainer, training_arguments
from .types import TrainingOptions, TrainingPair

_LONGEST = 256  # word pieces of a question and a passage together


def fit_reranker(
    base: Path,
    pairs: Sequence[TrainingPair],
    folder: Path,
    options: TrainingOptions,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Fit a cross-encoder that starts from the model in `base`, and write it to `folder`; return the number of batches.

    `base` may be a cross-encoder, or an embedding model, which gets a new last layer. The loss is the binary
    cross-entropy of each positive and each negative. Training continues from the last checkpoint in `folder`, with the
    same result. `progress` is called with the number of batches done and the number of all batches.
    """
    guard_torchvision()
    import torch
    from datasets import Dataset
    from sentence_transformers.cross_encoder import CrossEncoder, CrossEncoderTrainer
    from sentence_transformers.cross_encoder.losses import BinaryCrossEntropyLoss

    torch.manual_seed(options.seed)  # a new last layer starts with random weights
    model = CrossEncoder(str(base), num_labels=1, local_files_only=True)
    model.max_seq_length = min(_LONGEST, getattr(model.config, "max_position_embeddings", _LONGEST))
    freeze_lower_layers(model.model.base_model)
    rows = [
        (pair.query, text, label)
        for pair in pairs
        for text, label in ((pair.positive, 1.0), *((negative, 0.0) for negative in pair.negatives))
    ]
    columns = {name: [row[n] for row in rows] for n, name in enumerate(("query", "passage", "label"))}
    positives = sum(label for _, _, label in rows)
    balance = torch.tensor((len(rows) - positives) / max(1.0, positives))
    lengths = [min(_LONGEST, count_tokens(query) + count_tokens(text)) for query, text, _ in rows]
    trainer = CrossEncoderTrainer(
        model=model,
        args=training_arguments(folder, options, "reranker", lengths),
        train_dataset=Dataset.from_dict(columns),
        loss=BinaryCrossEntropyLoss(model, pos_weight=balance),
        callbacks=[follow_steps(progress)],
    )
    run_trainer(trainer, folder)
    model.save_pretrained(str(folder), create_model_card=False)
    return int(trainer.state.global_step)
