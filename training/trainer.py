"""Arguments, checkpoints and progress for the trainers of sentence-transformers and colpali-engine."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal

from .types import TrainingOptions

CHECKPOINTS = ".checkpoints"
EVERY = 25  # batches between two checkpoints: a minute or two on a laptop
_POOL = 8  # batches whose rows are sorted by length together, so that little is padded
WARM_UP = 0.1  # share of the batches over which the learning rate rises


def training_arguments(
    folder: Path, options: TrainingOptions, kind: Literal["text", "reranker"], lengths: Sequence[int]
) -> Any:
    """Return training arguments that make two runs take the same steps, even if one is interrupted.

    Rows of similar `lengths` are in one batch. Nothing is reported to any service.
    """
    if kind == "text":
        from sentence_transformers import SentenceTransformerTrainingArguments as Arguments
    else:
        from sentence_transformers.cross_encoder import CrossEncoderTrainingArguments as Arguments
    return Arguments(
        output_dir=str(folder / CHECKPOINTS),
        num_train_epochs=options.epochs,
        per_device_train_batch_size=options.batch,
        learning_rate=options.rate,
        warmup_steps=WARM_UP,
        seed=options.seed,
        data_seed=options.seed,
        batch_sampler=partial(_length_sampler, lengths),  # can be pickled, as checkpoints need
        full_determinism=False,
        save_strategy="steps",
        save_steps=EVERY,
        save_total_limit=2,
        logging_strategy="no",
        report_to=[],
        disable_tqdm=True,
        dataloader_num_workers=0,
        dataloader_pin_memory=False,
    )


def batches_by_length(lengths: Sequence[int], batch: int, random: Random) -> list[list[int]]:
    """Return all rows (indices of `lengths`) in batches of similar length, in random order.

    Rows are shuffled and then sorted by length within pools of _POOL batches.
    """
    order = list(range(len(lengths)))
    random.shuffle(order)
    pool = batch * _POOL
    ordered = [
        row
        for start in range(0, len(order), pool)
        for row in sorted(order[start : start + pool], key=lambda row: (lengths[row], row))
    ]
    batches = [ordered[start : start + batch] for start in range(0, len(ordered), batch)]
    random.shuffle(batches)
    return batches


def _length_sampler(lengths: Sequence[int], *rows: Any, **settings: Any) -> Any:
    from sentence_transformers import DefaultBatchSampler

    class LengthSampler(DefaultBatchSampler):  # type: ignore[misc]
        def __iter__(self) -> Iterator[list[int]]:
            return iter(batches_by_length(lengths, self.batch_size, Random(self.seed + self.epoch)))

    return LengthSampler(*rows, **settings)


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Keep progress bars, reports and deprecation warnings of the training libraries out of the caller's terminal."""
    import datasets
    from transformers.utils import logging as transformers_logging

    datasets.disable_progress_bars()
    transformers_logging.disable_progress_bar()
    transformers_logging.set_verbosity_error()
    logging.getLogger("sentence_transformers").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        warnings.simplefilter("ignore", UserWarning)
        yield


def freeze_lower_layers(model: Any) -> None:
    """Freeze the embeddings and the lower half of the layers of a BERT-like `model`, so that only the upper half is
    trained.

    A few thousand pairs say little about the meaning of single words, and half of the work is saved. A model without a
    list of layers is trained as a whole.
    """
    layers = getattr(getattr(model, "encoder", None), "layer", None)
    if layers is None:
        return
    for part in (model.embeddings, *layers[: len(layers) // 2]):
        part.requires_grad_(False)


def last_checkpoint(folder: Path) -> str | None:
    """Return the path of the newest complete checkpoint below `folder`, or None if there is no checkpoint."""
    found = [
        path
        for path in (folder / CHECKPOINTS).glob("checkpoint-*")
        if (path / "trainer_state.json").is_file()  # written last
    ]
    newest = max(found, key=lambda path: int(path.name.rpartition("-")[2]), default=None)
    return None if newest is None else str(newest)


def run_trainer(trainer: Any, folder: Path) -> None:
    """Train, starting from the last checkpoint if there is one, without the summary that the trainer prints."""
    from transformers import PrinterCallback

    trainer.remove_callback(PrinterCallback)
    trainer.train(resume_from_checkpoint=last_checkpoint(folder))


def follow_steps(progress: Callable[[int, int], None] | None) -> Any:
    """Return a trainer callback that calls `progress` with the number of batches done and the number of all batches."""
    from transformers import TrainerCallback

    class Follow(TrainerCallback):  # type: ignore[misc]
        def on_step_end(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
            if progress:
                progress(state.global_step, state.max_steps)

    return Follow()
