"""PDF parsing: text, layout, figures and bibliography."""
