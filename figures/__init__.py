"""Reading figures: OCR words to tables, charts and diagrams, and a question to a distribution over names."""
