"""A report printed: fields for JSON, Markdown, one HTML file. Terminal tables are in `cli.output`."""
