"""Fit the model of `train text`, the embedding model, to the pairs of clusters by sentence-transformers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ..indexes.embedding.torchvision_guard import guard_torchvision
from ..indexes.text.chunking import count_tokens
from .trainer import follow_steps, freeze_lower_layers, run_trainer, training_arguments
from .types import TrainingOptions, TrainingPair

_LONGEST = 64  # word pieces; most sentences and questions fit, and the model's own limit is four times that


def fit_text_model(
    base: Path,
    pairs: Sequence[TrainingPair],
    folder: Path,
    options: TrainingOptions,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Fit the model in `base` to `pairs` and write it to `folder`; return the number of batches.

    The negatives of a query are one negative of its own pair and all other positives and negatives of the batch
    (Henderson et al., "Efficient Natural Language Response Suggestion", 2017). Training continues from the last
    checkpoint in `folder`, with the same result. `progress` is called with the number of batches done and the number of
    all batches.
    """
    guard_torchvision()
    from datasets import Dataset
    from sentence_transformers import SentenceTransformer, SentenceTransformerTrainer
    from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss

    model = SentenceTransformer(str(base), local_files_only=True, trust_remote_code=False)
    longest, model.max_seq_length = model.max_seq_length, _LONGEST
    freeze_lower_layers(model[0].auto_model)
    columns = _columns(pairs)
    lengths = [
        sum(min(_LONGEST, count_tokens(text)) for text in row) for row in zip(*columns.values(), strict=True)
    ]
    trainer = SentenceTransformerTrainer(
        model=model,
        args=training_arguments(folder, options, "text", lengths),
        train_dataset=Dataset.from_dict(columns),
        loss=MultipleNegativesRankingLoss(model),
        callbacks=[follow_steps(progress)],
    )
    run_trainer(trainer, folder)
    model.max_seq_length = longest
    model.save_pretrained(str(folder), create_model_card=False)
    return int(trainer.state.global_step)


def _columns(pairs: Sequence[TrainingPair]) -> dict[str, list[str]]:
    """Return the columns of the data set. A pair without a negative of its own gets the positive of another pair as
    negative.
    """
    half = len(pairs) // 2
    others = [pairs[(number + half) % len(pairs)].positive for number in range(len(pairs))]
    return {
        "anchor": [pair.query for pair in pairs],
        "positive": [pair.positive for pair in pairs],
        "negative": [(*pair.negatives, other)[0] for pair, other in zip(pairs, others, strict=True)],
    }
