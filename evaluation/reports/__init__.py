"""A report printed: fields for JSON, Markdown, one HTML file. Terminal tables are made in `app`."""
