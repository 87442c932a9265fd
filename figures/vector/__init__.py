"""Read the paths and texts of a PDF page as shapes and labels."""
