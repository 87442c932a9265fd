"""Language models that judge answers, and scores computed from their verdicts."""
