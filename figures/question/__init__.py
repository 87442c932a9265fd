"""Parser of questions: finders that claim stretches of the text for operations."""
