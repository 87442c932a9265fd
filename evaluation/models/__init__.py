"""Models that metrics and baselines load: cross-encoders and text encoders."""
