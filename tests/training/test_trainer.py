"""Rows of similar length in one batch."""

from random import Random

from citehop.training.trainer import batches_by_length


def test_every_row_is_in_one_batch_of_similar_length() -> None:
    lengths = [(n * 37) % 101 for n in range(90)]
    batches = batches_by_length(lengths, 4, Random(0))
    assert sorted(row for batch in batches for row in batch) == list(range(90))
    assert sorted(map(len, batches)) == [2, *[4] * 22]
    spread = sum(max(lengths[r] for r in b) - min(lengths[r] for r in b) for b in batches) / len(batches)
    assert spread < 20
    assert batches == batches_by_length(lengths, 4, Random(0)) != batches_by_length(lengths, 4, Random(1))
