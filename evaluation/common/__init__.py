"""Parts that several benchmarks share: options, figures, choices, prepared data."""
