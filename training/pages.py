"""Fit the model of `train pages`: low-rank adapters (Hu et al., "LoRA", ICLR 2022), by colpali-engine and peft."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from ..indexes.pages.checkpoint import Checkpoint, model_classes
from .trainer import CHECKPOINTS, EVERY, WARM_UP, follow_steps, run_trainer
from .types import TrainingOptions

_RANK, _ALPHA, _DROPOUT = 32, 32, 0.1  # as in the training of ColPali (Faysse et al., ICLR 2025, appendix B)


@dataclass(frozen=True, slots=True)
class PagePair:
    """A query and the file of the page image that it should find; `paper` decides whether the pair is held out."""

    paper: str
    query: str
    image: Path


def fit_page_model(
    checkpoint: Checkpoint,
    pairs: Sequence[PagePair],
    folder: Path,
    options: TrainingOptions,
    progress: Callable[[int, int], None] | None = None,
) -> list[float]:
    """Fit adapters for the model of `checkpoint`, merge them into it, and write the model to `folder`.

    Returns the loss of each batch. The other pages of a batch are the negatives. On a GPU, training runs in bfloat16.
    Training continues from the last checkpoint in `folder`, with the same result on the same machine. `progress` is
    called with the number of batches done and the number of all batches.
    """
    model_class, processor_class = model_classes(checkpoint)
    import torch
    from colpali_engine.collators import VisualRetrieverCollator
    from colpali_engine.loss import ColbertLoss
    from colpali_engine.trainer.contrastive_trainer import ContrastiveTrainer
    from peft import LoraConfig, get_peft_model

    on_gpu = torch.cuda.is_available()
    torch.manual_seed(options.seed)  # the adapters start with random weights
    base = model_class.from_pretrained(
        checkpoint.folder, dtype=torch.bfloat16 if on_gpu else torch.float32, local_files_only=True
    )
    processor = processor_class.from_pretrained(checkpoint.folder, local_files_only=True)
    # With padding on the left, a pad token attends to nothing, so its vector and then every gradient become NaN.
    side, processor.tokenizer.padding_side = processor.tokenizer.padding_side, "right"
    adapters = LoraConfig(
        r=_RANK,
        lora_alpha=_ALPHA,
        lora_dropout=_DROPOUT,
        target_modules="all-linear",
        init_lora_weights="gaussian",
    )
    model = get_peft_model(base, adapters)
    trainer = ContrastiveTrainer(
        loss_func=ColbertLoss(),
        is_vision_model=True,
        model=model,
        args=_training_arguments(folder, options, on_gpu),
        train_dataset=_PageSet(pairs),
        eval_dataset=None,
        data_collator=VisualRetrieverCollator(processor),
        callbacks=[follow_steps(progress)],
    )
    run_trainer(trainer, folder)
    merged = model.merge_and_unload()
    merged.save_pretrained(folder)
    processor.tokenizer.padding_side = side
    processor.save_pretrained(folder)
    return [float(entry["loss"]) for entry in trainer.state.log_history if "loss" in entry]


def _training_arguments(folder: Path, options: TrainingOptions, on_gpu: bool) -> Any:
    from transformers import TrainingArguments

    return TrainingArguments(
        output_dir=str(folder / CHECKPOINTS),
        num_train_epochs=options.epochs,
        per_device_train_batch_size=options.batch,
        learning_rate=options.rate,
        warmup_steps=WARM_UP,
        seed=options.seed,
        data_seed=options.seed,
        save_strategy="steps",
        save_steps=EVERY,
        save_total_limit=2,
        logging_steps=1,
        report_to=[],
        disable_tqdm=True,
        bf16=on_gpu,
        use_cpu=not on_gpu,
        remove_unused_columns=False,
        dataloader_drop_last=True,  # a batch of one page has no negative
        dataloader_pin_memory=False,
    )


class _PageSet:
    """Rows in the format of colpali-engine's collator; the image of a page is read when its row is requested."""

    def __init__(self, pairs: Sequence[PagePair]) -> None:
        self._pairs = pairs

    def __len__(self) -> int:
        return len(self._pairs)

    def __getitem__(self, number: int) -> dict[str, Any]:
        pair = self._pairs[number]
        with Image.open(pair.image) as image:
            return {"query": pair.query, "pos_target": image.convert("RGB")}
