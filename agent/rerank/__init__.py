"""The deterministic ranking, put in order again by a model that reads titles, abstracts and mentions."""
