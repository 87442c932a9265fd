"""Printed forms of a report: fields for JSON, Markdown, and one HTML file. Terminal tables are in `cli.output`."""
