"""Read tables, charts and diagrams into one data model, and answer questions from the data."""
