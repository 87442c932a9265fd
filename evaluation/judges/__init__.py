"""Language models as judges of answers, and scores made from their verdicts."""
