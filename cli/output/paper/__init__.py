"""A parsed paper as JSON, Markdown or TEI."""
