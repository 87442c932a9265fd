"""Page encoders that use models of colpali-engine (ColPali, Faysse et al., ICLR 2025, and its successors)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from ...errors import ConfigurationError
from .checkpoint import Checkpoint, model_classes
from .patches import patch_boxes
from .types import PageVectors, QueryVectors

_CPU_BATCH = 2
_GPU_FIRST = 4  # pages of the first batch, which measures how much memory a page takes
_GPU_MOST = 64
_SHARE = 0.8  # share of the free memory that a batch may take


class ColpaliEncoder:
    """A `PageEncoder` with the model of `checkpoint`, on the best device available (CUDA, then MPS, then the CPU).

    On a GPU it computes in bfloat16. Raises ConfigurationError if the model cannot be loaded. Unless `untrained`, it
    also raises ConfigurationError if weights are missing in the checkpoint and were therefore initialized at random.
    """

    def __init__(self, checkpoint: Checkpoint, threads: int = 0, untrained: bool = False) -> None:
        model_class, processor_class = model_classes(checkpoint)
        import torch

        if threads:
            torch.set_num_threads(threads)
        self._torch = torch
        self._device = _best_device(torch)
        try:
            self._model, made_up = _load(torch, model_class, checkpoint, self._device)
            self._processor = processor_class.from_pretrained(checkpoint.folder, local_files_only=True)
        except MemoryError:
            raise ConfigurationError(
                f"visual model {checkpoint.name!r}: too little memory to load it; give a smaller one"
            ) from None
        except Exception as error:  # the loaders of transformers raise any exception
            cause = str(error).strip().partition("\n")[0]
            raise ConfigurationError(f"visual model {checkpoint.name!r} cannot be loaded: {cause}") from error
        if made_up and not untrained:
            raise ConfigurationError(
                f"visual model {checkpoint.name!r} lacks trained weights ({', '.join(made_up[:3])}): its vectors would be "
                "noise; give a checkpoint trained for retrieval (--allow-untrained takes it all the same)"
            )
        self._limit = _CPU_BATCH if self._device == "cpu" else _GPU_FIRST
        self._bytes_per_page = 0.0

    def prepare(self, images: Sequence[Image.Image]) -> Any:
        return self._processor.process_images(list(images))

    def encode(self, prepared: Any) -> list[PageVectors]:
        ids, mask = prepared["input_ids"], prepared["attention_mask"].bool()
        grids = prepared.get("image_grid_thw")
        vectors = self._vectors(prepared)
        found = []
        for n, rows in enumerate(vectors):
            tokens = self._processor.tokenizer.convert_ids_to_tokens(ids[n][mask[n]].tolist())
            grid = self._grid(grids[n].tolist()) if grids is not None else None
            found.append(PageVectors(rows, patch_boxes(tokens, self._image_token, grid)))
        return found

    def query(self, text: str) -> QueryVectors:
        batch = self._processor.process_queries([text])
        (vectors,) = self._vectors(batch)
        ids = batch["input_ids"][0][batch["attention_mask"][0].bool()].tolist()
        return QueryVectors(vectors, words_of(text, [self._processor.tokenizer.decode([i]) for i in ids]))

    def image_query(self, image: Image.Image) -> QueryVectors:
        """Return only the vectors of the image's patches: the vectors of the prompt around it are the same for every
        page.
        """
        (found,) = self.encode(self.prepare([image]))
        patches = found.boxes.any(axis=1)
        vectors = found.vectors[patches] if patches.any() else found.vectors
        return QueryVectors(vectors, ("",) * len(vectors))

    def batch_limit(self) -> int:
        if not self._bytes_per_page:
            return self._limit
        free = self._torch.cuda.mem_get_info()[0] + self._reserved()
        return int(min(_GPU_MOST, max(1, _SHARE * free / self._bytes_per_page)))

    def _vectors(self, batch: Any) -> list[Any]:
        """Return one array per item, (tokens, dimension) float32 without padding.

        Raises ConfigurationError if a vector is not finite. In some models, the rows of padding are NaN.
        """
        torch = self._torch
        with _out_of_memory(torch), torch.inference_mode():
            before = self._start_measuring()
            output = self._model(**batch.to(self._device))
            self._measure(before, len(output))
            mask = batch["attention_mask"].bool()
            rows = [vectors[keep].float().cpu().numpy() for vectors, keep in zip(output, mask, strict=True)]
        if not all(np.isfinite(found).all() for found in rows):
            raise ConfigurationError("the visual model gave vectors that are no numbers; give another model")
        return rows

    @property
    def _image_token(self) -> str:
        token = getattr(self._processor, "image_token", "<image>")
        return str(getattr(token, "content", token))

    def _grid(self, thw: Sequence[int]) -> tuple[int, int]:
        merge = int(self._processor.image_processor.merge_size)
        return thw[1] // merge, thw[2] // merge

    def _reserved(self) -> int:
        """Return the memory in bytes that torch has reserved but does not use."""
        cuda = self._torch.cuda
        return int(cuda.memory_reserved() - cuda.memory_allocated())

    def _start_measuring(self) -> int:
        if self._device != "cuda":
            return 0
        self._torch.cuda.reset_peak_memory_stats()
        return int(self._torch.cuda.memory_allocated())

    def _measure(self, before: int, pages: int) -> None:
        if self._device == "cuda":
            used = self._torch.cuda.max_memory_allocated() - before
            self._bytes_per_page = max(self._bytes_per_page, used / pages)


def words_of(text: str, pieces: Sequence[str]) -> tuple[str, ...]:
    """Return the word of `text` that each piece of the tokenized query is part of; "" for pieces that the model
    added.
    """
    words, at = [], 0
    for piece in pieces:
        piece = piece.strip()
        start = at + len(text[at:]) - len(text[at:].lstrip())
        if not piece or not text.startswith(piece, start):
            words.append("")
            continue
        at = start + len(piece)
        first = max(text.rfind(space, 0, start + 1) for space in " \t\n") + 1
        words.append(text[first:].split(maxsplit=1)[0])
    return tuple(words)


def probe_page() -> Image.Image:
    """Return a drawn page with text and a chart, to test a model."""
    image = Image.new("RGB", (612, 792), "white")
    pen = ImageDraw.Draw(image)
    for line in range(24):
        pen.text(
            (60, 60 + 14 * line), f"Line {line}: the quick test of a page model reads words.", fill="black"
        )
    for bar in range(6):
        pen.rectangle((80 + 70 * bar, 700 - 30 * bar, 120 + 70 * bar, 720), fill="black")
    return image


def check(encoder: ColpaliEncoder, name: str) -> None:
    """Encode a drawn page and a query. Raises ConfigurationError if the vectors cannot be used for searching."""
    (page,) = encoder.encode(encoder.prepare([probe_page()]))
    query = encoder.query("quick test of words")
    lengths = np.concatenate([np.linalg.norm(page.vectors, axis=1), np.linalg.norm(query.vectors, axis=1)])
    if page.vectors.shape[1] != query.vectors.shape[1] or np.abs(lengths - 1).max() > 0.02:  # bfloat16 rounds
        raise ConfigurationError(
            f"visual model {name!r}: its vectors are not of length 1; give another model"
        )


def _best_device(torch: Any) -> str:
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _load(torch: Any, model_class: Any, checkpoint: Checkpoint, device: str) -> tuple[Any, list[str]]:
    """Return the model, ready for use, and the names of its weights that the checkpoint lacks."""
    from transformers.utils import logging

    logging.disable_progress_bar()
    logging.set_verbosity_error()  # `report` below lists missing keys
    with torch.random.fork_rng(), _out_of_memory(torch):
        torch.manual_seed(0)  # random weights are the same in every process
        model, report = model_class.from_pretrained(
            checkpoint.folder,
            dtype=torch.float32 if device == "cpu" else torch.bfloat16,
            local_files_only=True,
            output_loading_info=True,
        )
        model = model.to(device).eval()
    mismatched = [str(key[0] if isinstance(key, tuple) else key) for key in report.get("mismatched_keys", ())]
    return model, sorted({*map(str, report["missing_keys"]), *mismatched})


@contextmanager
def _out_of_memory(torch: Any) -> Iterator[None]:
    """Turn the out-of-memory errors of torch, on any device, into MemoryError."""
    try:
        yield
    except torch.OutOfMemoryError as error:
        torch.cuda.empty_cache()
        raise MemoryError(str(error)) from error
    except RuntimeError as error:
        if "out of memory" in str(error) or "can't allocate memory" in str(error):
            raise MemoryError(str(error)) from error
        raise
