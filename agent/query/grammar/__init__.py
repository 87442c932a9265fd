"""Parser of questions about figures: hops, answer type, label and operations."""
