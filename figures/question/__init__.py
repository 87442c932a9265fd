"""The wording of questions: finders that claim stretches of the text for the operations they mean."""
