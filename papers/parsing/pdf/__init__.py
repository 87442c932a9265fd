"""PDF files to text, layout, figures and bibliography."""
