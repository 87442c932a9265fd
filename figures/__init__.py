"""Read figures: tables, charts and diagrams to one data model, and answer questions from it."""
